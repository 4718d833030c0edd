// Whether, and how, a run looks inside files (docs/using/types.md): which types, within which limits, with
// which workers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "extract/container_type.h"
#include "extract/extraction.h"
#include "extract/pool/worker_pool.h"
#include "index/catalog/catalog.h"
#include "kindred/options.h"
#include "model/content.h"

namespace kindred::inside {

class LookInside {
 public:
  // Error(kUsage) for an unknown type.
  LookInside(const InsideOptions& options, unsigned threads);

  // Whether any type was asked for.
  bool Any() const;
  bool Asks(extract::ContainerType type) const;
  // Whether such files are looked into in this run. Not if the machine has no worker for them.
  bool Wants(extract::ContainerType type) const;
  // Names what the parts of a file of this type depend on, besides its bytes: the extractor's version and the
  // limits. Never 0 for a type that is asked for.
  std::uint64_t RulesFor(extract::ContainerType type) const;
  // Whether what is stored is what this run would find.
  bool IsDone(const index::StoredContainer& container) const;

  // What kind of file it is, if its first bytes did not show it: by libmagic, in a worker.
  MediaType MediaOf(int descriptor, ContentType type, MediaType by_signature) const;

  // As WorkerPool::Extract, with the limits of this run; also into PDFs inside of other files.
  extract::Extraction Extract(int descriptor, extract::ContainerType type, extract::PartSink& sink,
                              const std::function<bool()>& stop) const;

  extract::WorkerPool& pool() const { return *pool_; }

 private:
  extract::Limits limits_;
  std::vector<bool> asked_for_;  // by number of the type
  std::vector<std::uint64_t>
      rules_;  // by number of the type, as RulesFor; made once, asked for every container
  std::unique_ptr<extract::WorkerPool> pool_;
};

}  // namespace kindred::inside
