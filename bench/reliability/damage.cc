// reliability_damage CASES [--seed N] [--workers N] [--only NUMBER]: damages one file of an index in one way,
// and asks everything. Every answer is right, or an error that names the file; never a wrong answer, a crash
// or a hang.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>

#include "bench/reliability/campaign.h"
#include "bench/reliability/small_world.h"
#include "index/store/store.h"
#include "kindred/error.h"
#include "tests/fault/memory_file_system.h"
#include "tests/fault/session.h"

namespace kindred::reliability {
namespace {

using Bytes = MemoryFileSystem::Bytes;
using Random = std::mt19937_64;

enum Counted {
  kRight,
  kErrors,
  kWithOffset,
  kFound,
  kManifest,
  kCatalog,
  kSegments,
  kTemplates,
  kPairs,
  kShares,
  kTallies,
  kPools
};
const std::vector<std::string> kNames = {"right",          "errors",    "errors_with_offset",
                                         "found_by_check", "manifest",  "catalog",
                                         "segments",       "templates", "pairs",
                                         "shares",         "tallies",   "pools"};

// The file in its damaged form; empty optional: removed.
struct Damage {
  std::string way;
  std::optional<Bytes> bytes;
};

std::size_t Below(Random& random, std::size_t end) { return end == 0 ? 0 : random() % end; }

// `other` is another file of the index, for exchanges.
Damage MakeDamage(Random& random, const Bytes& good, const Bytes& other) {
  Bytes bytes = good;
  const std::size_t at = Below(random, bytes.size());
  const auto here = bytes.begin() + static_cast<std::ptrdiff_t>(at);
  const std::size_t length = 1 + Below(random, std::min<std::size_t>(bytes.size() - at, 1 << random() % 14));
  const auto end = here + static_cast<std::ptrdiff_t>(std::min(length, bytes.size() - at));
  switch (random() % 16) {
    case 0:
    case 1:
    case 2:
    case 3:
      *here ^= static_cast<std::uint8_t>(1 << random() % 8);
      return {"bit", bytes};
    case 4:
    case 5:
      *here = static_cast<std::uint8_t>(random());
      return {"byte", bytes};
    case 6:
      for (auto i = here; i != end; ++i) *i = static_cast<std::uint8_t>(random());
      return {"noise", bytes};
    case 7:
      bytes.resize(at);
      return {"cut", bytes};
    case 8:
      bytes.resize(bytes.size() - 1 - Below(random, std::min<std::size_t>(bytes.size(), 64)));
      return {"cut near the end", bytes};
    case 9:
      for (std::size_t more = 1 + random() % 5000; more > 0; --more)
        bytes.push_back(random() % 2 ? 0 : static_cast<std::uint8_t>(random()));
      return {"longer", bytes};
    case 10:
      std::fill(here, end, std::uint8_t{0});
      return {"zeros", bytes};
    case 11: {
      const std::size_t from = Below(random, bytes.size() - static_cast<std::size_t>(end - here) + 1);
      const Bytes moved(good.begin() + static_cast<std::ptrdiff_t>(from),
                        good.begin() + static_cast<std::ptrdiff_t>(from) + (end - here));
      std::ranges::copy(moved, here);
      return {"copied from elsewhere", bytes};
    }
    case 12: {
      const auto block = static_cast<std::ptrdiff_t>(std::size_t{512} << random() % 8);
      const auto blocks = static_cast<std::size_t>(std::ssize(bytes) / block);
      if (blocks < 2) break;
      const auto a = static_cast<std::ptrdiff_t>(Below(random, blocks)) * block;
      const auto b = static_cast<std::ptrdiff_t>(Below(random, blocks)) * block;
      if (a != b) std::swap_ranges(bytes.begin() + a, bytes.begin() + a + block, bytes.begin() + b);
      return {"blocks exchanged", bytes};
    }
    case 13:
      bytes.erase(here, end);
      return {"bytes missing", bytes};
    case 14:
      bytes.insert(here, static_cast<std::size_t>(end - here), static_cast<std::uint8_t>(random()));
      return {"bytes inserted", bytes};
    default:
      if (random() % 16 == 0) return {"removed", std::nullopt};
      return {"another file", other};
  }
  std::swap(bytes.front(), bytes.back());
  return {"first and last byte exchanged", bytes};
}

// One that changes something. A file that is not of the index itself is not removed: that it is not there is
// no damage.
Damage DrawDamage(Random& random, const Bytes& good, const Bytes& other, bool may_remove) {
  while (true) {
    Damage damage = MakeDamage(random, good, other);
    if (damage.bytes ? *damage.bytes != good : may_remove) return damage;
  }
}

Counted KindOf(const std::string& path) {
  if (path.find("catalog") != std::string::npos) return kCatalog;
  if (path.find("segment") != std::string::npos) return kSegments;
  if (path.find("templates") != std::string::npos) return kTemplates;
  if (path.find("pairs") != std::string::npos) return kPairs;
  if (path.find("shares") != std::string::npos) return kShares;
  return kManifest;
}

class DamageCase {
 public:
  DamageCase() {
    int commits = 0;
    RunSession(session_, kDirectory, &commits);
    session_right_ = AskEverything(session_, kDirectory);
    world_.Find(engine_);
    world_.AddTemplate(engine_);
    const std::string measured = world_.FindWithoutTemplates(engine_);
    if (measured.find("\"measured\":true}") == std::string::npos)
      throw std::logic_error("no share is measured");
    std::vector<std::string> errors;
    engine_right_ = world_.Answers(*engine_.Copy(), &errors);  // not in engine_: the last match is kept
    if (!errors.empty()) throw std::logic_error(errors[0]);
    pool_path_ = world_.PathBeside("pool");
    const std::string pool = world_.ExportPool(engine_);
    pool_.assign(pool.begin(), pool.end());
    Write(pool_path_, pool_);
    pool_right_ = world_.FindWithPool(*engine_.Copy(), pool_path_);
    tallies_path_ = world_.PathBeside("tallies.sqlite");
    world_.Near(engine_, tallies_path_);
    near_right_ = world_.Near(engine_, tallies_path_);
    std::ifstream tallies(tallies_path_, std::ios::binary);
    tallies_.assign(std::istreambuf_iterator<char>(tallies), {});
  }

  std::string operator()(std::uint64_t number, Random& random, Counts& counts) {
    // Answers from the store itself take a small part of the time of the engine's. Numbers are mixed, so that
    // no worker gets all of a kind.
    const std::uint64_t which = number * 0x9e3779b97f4a7c15 >> 58;  // 0 to 63
    if (which == 0) return Pool(random, counts);
    if (which == 1) return Tallies(random, counts);
    return which < 10 ? Engine(random, counts) : Session(random, counts);
  }

 private:
  static constexpr char kDirectory[] = "/index";

  static void Write(const std::string& path, const Bytes& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }

  // A file of the index, by kind; the lock is no data.
  static std::string Choose(Random& random, MemoryFileSystem& files) {
    std::map<Counted, std::vector<std::string>> kinds;
    for (const std::string& name : files.List(kDirectory)) {
      if (name != "lock") kinds[KindOf(name)].push_back(std::string(kDirectory) + "/" + name);
    }
    const auto kind = std::next(kinds.begin(), static_cast<std::ptrdiff_t>(Below(random, kinds.size())));
    return kind->second[Below(random, kind->second.size())];
  }

  static void Apply(MemoryFileSystem& files, const std::string& path, const Damage& damage) {
    if (damage.bytes) {
      files.Put(path, *damage.bytes);
    } else {
      files.Remove(path);
    }
  }

  static std::string Judge(const std::string& path, const Damage& damage,
                           const std::vector<std::string>& answers, const std::vector<std::string>& right,
                           const std::vector<std::string>& errors, Counts& counts) {
    const std::string what = path + ", " + damage.way + ": ";
    for (std::size_t i = 0; i < right.size(); ++i) {
      if (answers[i] == kNoAnswer) continue;
      if (answers[i] != right[i])
        return what + "wrong answer to query " + std::to_string(i) + ":\n" + answers[i] + "\nright:\n" +
               right[i];
    }
    for (const std::string& error : errors) {
      // Without a manifest no file can be named but the directory.
      const std::string named = damage.bytes ? path : path.substr(0, path.rfind('/'));
      if (error.find(named) == std::string::npos) return what + "an error that does not name it: " + error;
      if (error.find("offset") != std::string::npos) ++counts[kWithOffset];
    }
    ++counts[errors.empty() ? kRight : kErrors];
    return "";
  }

  // Whether the check sees the damage; it may not miss any of a file that the manifest names.
  static std::string Check(MemoryFileSystem& files, const std::string& path, const Damage& damage,
                           Counts& counts) {
    const Counted kind = KindOf(path);
    if (kind == kPairs || kind == kShares) return "";
    try {
      if (index::CheckIndex(files, kDirectory).problems.empty())
        return path + ", " + damage.way + ": the check finds nothing";
    } catch (const Error&) {
    }
    ++counts[kFound];
    return "";
  }

  std::string Session(Random& random, Counts& counts) {
    const std::string path = Choose(random, session_);
    const Bytes good = session_.Get(path);
    const Damage damage = DrawDamage(random, good, session_.Get(Choose(random, session_)), true);
    Apply(session_, path, damage);
    ++counts[KindOf(path)];
    std::vector<std::string> errors;
    std::string wrong;
    const std::vector<std::string> answers = AskEverything(session_, kDirectory, &errors);
    wrong = Judge(path, damage, answers, session_right_, errors, counts);
    if (wrong.empty() && random() % 4 == 0) wrong = Check(session_, path, damage, counts);
    session_.Put(path, good);
    return wrong;
  }

  std::string Engine(Random& random, Counts& counts) {
    const std::unique_ptr<MemoryFileSystem> files = engine_.Copy();  // answers are kept beside the index
    const std::string path = Choose(random, *files);
    const Damage damage = DrawDamage(random, files->Get(path), files->Get(Choose(random, *files)), true);
    Apply(*files, path, damage);
    ++counts[KindOf(path)];
    std::vector<std::string> errors;
    const std::vector<std::string> answers = world_.Answers(*files, &errors);
    std::string wrong = Judge(path, damage, answers, engine_right_, errors, counts);
    if (wrong.empty() && random() % 4 == 0) wrong = Check(*files, path, damage, counts);
    return wrong;
  }

  std::string Pool(Random& random, Counts& counts) {
    const Damage damage = DrawDamage(random, pool_, engine_.Get(Choose(random, engine_)), false);
    ++counts[kPools];
    Write(pool_path_, *damage.bytes);
    return Ask(
        pool_path_, damage, [&] { return world_.FindWithPool(*engine_.Copy(), pool_path_); }, pool_right_,
        counts);
  }

  std::string Tallies(Random& random, Counts& counts) {
    const Damage damage = DrawDamage(random, tallies_, engine_.Get(Choose(random, engine_)), false);
    ++counts[kTallies];
    std::filesystem::remove(tallies_path_ + "-journal");
    Write(tallies_path_, *damage.bytes);
    return Ask(
        tallies_path_, damage, [&] { return world_.Near(engine_, tallies_path_); }, near_right_, counts);
  }

  template <typename Query>
  static std::string Ask(const std::string& path, const Damage& damage, Query query, const std::string& right,
                         Counts& counts) {
    std::vector<std::string> errors;
    std::string answer = kNoAnswer;
    try {
      answer = query();
    } catch (const Error& error) {
      errors.push_back(error.what());
    }
    return Judge(path, damage, {answer}, {right}, errors, counts);
  }

  MemoryFileSystem session_;
  std::vector<std::string> session_right_;
  SmallWorld world_;
  MemoryFileSystem engine_;
  std::vector<std::string> engine_right_;
  std::string pool_path_, tallies_path_;
  Bytes pool_, tallies_;
  std::string pool_right_, near_right_;
};

}  // namespace
}  // namespace kindred::reliability

int main(int count, char** arguments) {
  using namespace kindred::reliability;
  const Plan plan = PlanFromArguments("damage", count, arguments);
  return Run(plan, kNames, [] {
    return [damage = std::make_shared<DamageCase>()](std::uint64_t number, std::mt19937_64& random,
                                                     Counts& counts) {
      return (*damage)(number, random, counts);
    };
  });
}
