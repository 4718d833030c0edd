// Multi-pattern search with Vectorscan; see anchor_search.h.
#include "mark/anchors/anchor_search.h"

#include <fmt/format.h>
#include <hs/hs.h>

#include <algorithm>
#include <new>

#include "kindred/error.h"

namespace kindred::mark {

namespace {

struct FreeDatabase {
  void operator()(hs_database_t* database) const { hs_free_database(database); }
};

// What a match adds to: the library reports the number of the anchor and where it ends.
struct Sink {
  const std::vector<std::uint32_t>* lengths;
  std::vector<std::uint32_t>* starts;
};

int OnMatch(unsigned anchor, unsigned long long, unsigned long long end, unsigned, void* context) {
  const auto* sink = static_cast<Sink*>(context);
  sink->starts->push_back(static_cast<std::uint32_t>(end) - (*sink->lengths)[anchor]);
  return 0;
}

}  // namespace

struct AnchorSearch::Database {
  std::unique_ptr<hs_database_t, FreeDatabase> compiled;
  std::vector<std::uint32_t> lengths;
};

AnchorSearch::AnchorSearch(const AnchorSet& set) : database_(std::make_unique<Database>()) {
  if (hs_valid_platform() != HS_SUCCESS) {
    throw Error(ErrorKind::kFailed, "this processor lacks the vector instructions that the search needs",
                OptionName{"method anchors"}, "use `method` fingerprints");
  }
  // As patterns of escapes: the library's literals may not begin with a NUL.
  std::vector<std::string> patterns;
  for (const std::string& anchor : set.anchors) {
    std::string& pattern = patterns.emplace_back();
    for (const char byte : anchor) pattern += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
    database_->lengths.push_back(static_cast<std::uint32_t>(anchor.size()));
  }
  std::vector<const char*> texts;
  std::vector<unsigned> ids;
  for (const std::string& pattern : patterns) {
    texts.push_back(pattern.c_str());
    ids.push_back(static_cast<unsigned>(ids.size()));
  }
  hs_database_t* compiled = nullptr;
  hs_compile_error_t* problem = nullptr;
  if (hs_compile_multi(texts.data(), nullptr, ids.data(), static_cast<unsigned>(texts.size()), HS_MODE_BLOCK,
                       nullptr, &compiled, &problem) != HS_SUCCESS) {
    const std::string why = problem == nullptr ? "" : problem->message;
    hs_free_compile_error(problem);
    throw Error(ErrorKind::kFailed, "cannot search for the anchors of set '" + set.name + "': " + why,
                OptionName{"method anchors"});
  }
  database_->compiled.reset(compiled);
}

AnchorSearch::~AnchorSearch() = default;

std::unique_ptr<AnchorSearch::Scratch> AnchorSearch::NewScratch() const {
  return std::make_unique<Scratch>(*this);
}

void AnchorSearch::Find(std::span<const std::uint8_t> bytes, Scratch& scratch,
                        std::vector<std::uint32_t>* starts) const {
  starts->clear();
  Sink sink{&database_->lengths, starts};
  const hs_error_t result = hs_scan(database_->compiled.get(), reinterpret_cast<const char*>(bytes.data()),
                                    static_cast<unsigned>(bytes.size()), 0,
                                    static_cast<hs_scratch_t*>(scratch.memory_), OnMatch, &sink);
  if (result != HS_SUCCESS)
    throw Error(ErrorKind::kFailed, fmt::format("the search for anchors failed ({})", result));
  // Matches come by their ends; anchors of different lengths may start out of order, or in the same place.
  if (!std::ranges::is_sorted(*starts)) std::ranges::sort(*starts);
  starts->erase(std::unique(starts->begin(), starts->end()), starts->end());
}

AnchorSearch::Scratch::Scratch(const AnchorSearch& search) {
  hs_scratch_t* memory = nullptr;
  if (hs_alloc_scratch(search.database_->compiled.get(), &memory) != HS_SUCCESS) throw std::bad_alloc();
  memory_ = memory;
}

AnchorSearch::Scratch::~Scratch() { hs_free_scratch(static_cast<hs_scratch_t*>(memory_)); }

}  // namespace kindred::mark
