// See pool.h.
#include "index/store/pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "index/segment/file_parts.h"
#include "kindred/error.h"
#include "model/media_type.h"

namespace kindred::index {

namespace {

constexpr std::uint64_t kPoolMagic = 0x314C4F4F504B4B01;  // 01 "KKPOOL1"
constexpr std::uint64_t kPoolVersion = 1;
constexpr std::uint8_t kAnonymous = 1;
constexpr std::uint8_t kKeyed = 2;

Error PoolIsDamaged(const std::string& path, const std::string& what) {
  return Error(ErrorKind::kDamaged, "the pool is damaged: " + what, path, "ask for it again");
}

// What it has in common with the text before is only counted: names come sorted.
void PutNext(std::vector<std::uint8_t>* out, const std::string& before, const std::string& text) {
  const auto shared = static_cast<std::size_t>(
      std::mismatch(before.begin(), before.end(), text.begin(), text.end()).first - before.begin());
  base::PutVarint(out, shared);
  base::PutText(out, text.substr(shared));
}

void PutDigest(std::vector<std::uint8_t>* out, const Digest& digest) {
  base::PutFixed64(out, digest.high);
  base::PutFixed64(out, digest.low);
}

// A key once, then its contents; a count of one costs nothing.
void PutPostings(std::vector<std::uint8_t>* out, const Pool& pool) {
  const int shift = 64 - pool.method.key_bits;
  const auto& postings = pool.postings;
  std::uint64_t keys = 0;
  for (std::size_t i = 0; i < postings.size(); ++i) keys += i == 0 || postings[i].key != postings[i - 1].key;
  base::PutVarint(out, keys);
  std::uint64_t last = 0;
  for (std::size_t i = 0; i < postings.size();) {
    std::size_t end = i;
    while (end < postings.size() && postings[end].key == postings[i].key) ++end;
    base::PutVarint(out, (postings[i].key >> shift) - last);
    last = postings[i].key >> shift;
    if (pool.method.weight == Weight::kBytes) base::PutVarint(out, postings[i].length);
    base::PutVarint(out, end - i);
    for (std::uint64_t before = 0; i < end; ++i) {
      base::PutVarint(out, (postings[i].content - before) << 1 | (postings[i].count > 1));
      if (postings[i].count > 1) base::PutVarint(out, postings[i].count);
      before = postings[i].content;
    }
  }
}

// Takes the parts of a pool one after another; throws at the first invalid one.
class PoolParser {
 public:
  PoolParser(std::span<const std::uint8_t> bytes, const std::string& path) : reader_(bytes), path_(path) {}

  Pool Parse() {
    reader_.Fixed64();  // the magic, which was looked at
    if (reader_.Varint() != kPoolVersion) {
      throw Error(ErrorKind::kFailed, "the pool was written by a newer version of kindred", path_,
                  "use that version");
    }
    const std::uint8_t flags = reader_.Byte();
    Want(flags <= (kAnonymous | kKeyed), "unknown flags");
    pool_.anonymous = (flags & kAnonymous) != 0;
    if ((flags & kKeyed) != 0) pool_.key_check = TakeDigest();
    Want(TakeMethod(&reader_, &pool_.method), "the method is invalid");
    TakeContents();
    if (!pool_.anonymous) TakeDirectories();
    TakePostings();
    Want(reader_.ok() && reader_.AtEnd(), "the lengths do not agree");
    return std::move(pool_);
  }

 private:
  void Want(bool good, const char* what) const {
    if (!good || !reader_.ok()) throw PoolIsDamaged(path_, what);
  }
  Digest TakeDigest() {
    Digest digest;
    digest.high = reader_.Fixed64();
    digest.low = reader_.Fixed64();
    return digest;
  }
  std::string TakeNext(const std::string& before) {
    const std::uint64_t shared = reader_.Varint();
    Want(shared <= before.size(), "the names are invalid");
    return before.substr(0, shared) + reader_.Text();
  }
  // A number of things that take a byte each at least: a wrong one cannot make us reserve what is not there.
  std::uint64_t TakeCount() { return reader_.VarintUpTo(reader_.left()); }

  void TakeContents() {
    for (std::uint64_t count = TakeCount(); count > 0; --count) {
      PoolContent content;
      content.size = reader_.Varint();
      content.digest = TakeDigest();
      const std::uint8_t type = reader_.Byte();
      const std::uint8_t media = reader_.Byte();
      content.level = reader_.Byte();
      content.copies = reader_.Varint();
      Want(type == 1 || type == 2, "a type is invalid");
      Want(media < std::size(kMediaTypes) && content.level <= kMaxLevel && content.copies >= 1,
           "a content is invalid");
      content.type = static_cast<ContentType>(type);
      content.media = static_cast<MediaType>(media);
      const bool ascends =
          pool_.contents.empty() || std::pair(pool_.contents.back().digest, pool_.contents.back().size) <
                                        std::pair(content.digest, content.size);
      Want(ascends, "the contents are not in order");
      pool_.contents.push_back(content);
    }
  }

  void TakeDirectories() {
    std::string path;
    for (std::uint64_t count = TakeCount(); count > 0; --count) {
      PoolDirectory directory;
      directory.path = path = TakeNext(path);
      Want(path.starts_with('/') && path.find('\0') == std::string::npos, "a path is invalid");
      std::string name;
      for (std::uint64_t files = TakeCount(); files > 0; --files) {
        name = TakeNext(name);
        const bool plain =
            !name.empty() && name.find('/') == std::string::npos && name.find('\0') == std::string::npos;
        const std::uint64_t content = reader_.Varint();
        Want(plain && content < pool_.contents.size(), "a file is invalid");
        directory.files.push_back({name, static_cast<std::uint32_t>(content)});
      }
      pool_.directories.push_back(std::move(directory));
    }
  }

  void TakePostings() {
    const int shift = 64 - pool_.method.key_bits;
    const std::uint64_t most = ~std::uint64_t{0} >> shift;
    std::uint64_t last = 0;
    const std::uint64_t keys = TakeCount();
    for (std::uint64_t i = 0; i < keys; ++i) {
      const std::uint64_t more = reader_.Varint();
      Want((i == 0 || more > 0) && more <= most - last, "the keys are not in order");
      last += more;
      CountedPosting posting;
      posting.key = last << shift;
      if (pool_.method.weight == Weight::kBytes)
        posting.length = static_cast<std::uint32_t>(reader_.VarintUpTo(~std::uint32_t{0}));
      const std::uint64_t contents = TakeCount();
      Want(contents > 0, "a key has no contents");
      std::uint64_t content = 0;
      for (std::uint64_t j = 0; j < contents; ++j) {
        const std::uint64_t coded = reader_.Varint();
        Want((j == 0 || coded >> 1 > 0) && coded >> 1 < pool_.contents.size() - content,
             "the contents of a key are invalid");
        content += coded >> 1;
        posting.content = static_cast<ContentId>(content);
        posting.count = 1;
        if ((coded & 1) != 0) {
          posting.count = static_cast<std::uint32_t>(reader_.VarintUpTo(~std::uint32_t{0}));
          Want(posting.count > 1, "a count is invalid");
        }
        // A mark that its content cannot have would make shares of more than all.
        Want(KeyLevel(posting.key) >= pool_.contents[content].level, "a key is too fine for its content");
        pool_.postings.push_back(posting);
      }
    }
  }

  base::ByteReader reader_;
  const std::string& path_;
  Pool pool_;
};

}  // namespace

std::uint64_t Pool::Files() const {
  std::uint64_t files = 0;
  for (const PoolContent& content : contents) files += content.copies;
  return files;
}

std::uint64_t Pool::Bytes() const {
  std::uint64_t bytes = 0;
  for (const PoolContent& content : contents) bytes += content.copies * content.size;
  return bytes;
}

std::vector<std::uint8_t> EncodePool(const Pool& pool) {
  std::vector<std::uint8_t> bytes;
  base::PutFixed64(&bytes, kPoolMagic);
  base::PutVarint(&bytes, kPoolVersion);
  bytes.push_back(
      static_cast<std::uint8_t>((pool.anonymous ? kAnonymous : 0) | (pool.key_check ? kKeyed : 0)));
  if (pool.key_check) PutDigest(&bytes, *pool.key_check);
  PutMethod(&bytes, pool.method);
  base::PutVarint(&bytes, pool.contents.size());
  for (const PoolContent& content : pool.contents) {
    base::PutVarint(&bytes, content.size);
    PutDigest(&bytes, content.digest);
    bytes.push_back(static_cast<std::uint8_t>(content.type));
    bytes.push_back(static_cast<std::uint8_t>(content.media));
    bytes.push_back(content.level);
    base::PutVarint(&bytes, content.copies);
  }
  if (!pool.anonymous) {
    base::PutVarint(&bytes, pool.directories.size());
    std::string path;
    for (const PoolDirectory& directory : pool.directories) {
      PutNext(&bytes, path, directory.path);
      path = directory.path;
      base::PutVarint(&bytes, directory.files.size());
      std::string name;
      for (const PoolFile& file : directory.files) {
        PutNext(&bytes, name, file.name);
        base::PutVarint(&bytes, file.content);
        name = file.name;
      }
    }
  }
  PutPostings(&bytes, pool);
  Seal(&bytes);
  return bytes;
}

bool LooksLikePool(std::span<const std::uint8_t> bytes) {
  return bytes.size() >= 8 && base::LoadFixed64(bytes.data()) == kPoolMagic;
}

Pool ParsePool(std::span<const std::uint8_t> bytes, const std::string& path) {
  if (!LooksLikePool(bytes))
    throw Error(ErrorKind::kDamaged, "this is not a pool", path, "make one with `Index::ExportPool`");
  if (!SealIsGood(bytes)) throw PoolIsDamaged(path, "wrong checksum; it was cut off or changed");
  return PoolParser(SealedPart(bytes), path).Parse();
}

std::string MethodDifference(const StoredMethod& pools, const StoredMethod& ours) {
  if (pools == ours) return "";
  if (pools.info.name != ours.info.name)
    return fmt::format("it has {}, this run {}", pools.info.name, ours.info.name);
  if (pools.info.version != ours.info.version) {
    return fmt::format("it has version {} of {}, this run version {}", pools.info.version, pools.info.name,
                       ours.info.version);
  }
  std::map<std::string, std::string> theirs(pools.info.parameters.begin(), pools.info.parameters.end());
  std::map<std::string, std::string> own(ours.info.parameters.begin(), ours.info.parameters.end());
  std::string text;
  auto tell = [&](const std::string& name) {
    const std::string one = theirs.contains(name) ? theirs[name] : "nothing";
    const std::string two = own.contains(name) ? own[name] : "nothing";
    if (one == two) return;
    text += fmt::format("{}{} is {} there and {} here", text.empty() ? "" : ", ", name, one, two);
  };
  std::map<std::string, std::string> all = theirs;
  all.insert(own.begin(), own.end());
  for (const auto& [name, value] : all) tell(name);
  return text.empty() ? "its marks are stored in another way" : text;
}

}  // namespace kindred::index
