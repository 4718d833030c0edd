// The open handle of the API. A refresh replaces the state; the old one is freed when the last call that uses
// it is over.
#include <mutex>
#include <utility>

#include "api/collected.h"
#include "api/sink_gate.h"
#include "index/store/manifest.h"
#include "index/store/shared_snapshot.h"
#include "jobs/query/query.h"
#include "kindred/kindred.h"

namespace kindred::inline v0 {

class Snapshot::Handle {
 public:
  explicit Handle(std::string directory)
      : directory_(std::move(directory)),
        state_(std::make_shared<index::SharedSnapshot>(base::PosixFileSystem(), directory_)) {}

  const std::string& directory() const { return directory_; }

  std::shared_ptr<index::SharedSnapshot> state() const {
    const std::lock_guard lock(mutex_);
    return state_;
  }

  bool Refresh() {
    const auto manifest = index::ReadManifest(base::PosixFileSystem(), directory_);
    if (manifest && manifest->generation == state()->generation()) return false;
    auto newest = std::make_shared<index::SharedSnapshot>(base::PosixFileSystem(), directory_);
    const std::lock_guard lock(mutex_);
    // Another thread's refresh may have been later and faster.
    if (newest->generation() == state_->generation()) return false;
    state_ = std::move(newest);
    return true;
  }

 private:
  std::string directory_;
  mutable std::mutex mutex_;
  std::shared_ptr<index::SharedSnapshot> state_;  // guarded by mutex_
};

Snapshot::Snapshot(const std::string& directory) : handle_(std::make_unique<Handle>(directory)) {}
Snapshot::Snapshot(Snapshot&&) noexcept = default;
Snapshot& Snapshot::operator=(Snapshot&&) noexcept = default;
Snapshot::~Snapshot() = default;

Snapshot Snapshot::Open(const std::string& directory) { return Snapshot(directory); }

std::uint64_t Snapshot::Generation() const { return handle_->state()->generation(); }

bool Snapshot::Refresh() { return handle_->Refresh(); }

void Snapshot::Query(const Input& input, const QueryOptions& options, ResultSink& sink,
                     Observer& observer) const {
  const auto state = handle_->state();
  api::SinkGate::Push(sink, [&](ResultSink& gate) {
    jobs::QuerySimilar(base::PosixFileSystem(), handle_->directory(), state.get(), input, options, gate,
                       observer);
  });
}

QueryResult Snapshot::Query(const Input& input, const QueryOptions& options, Observer& observer) const {
  return api::Collected<QueryResult>([&](ResultSink& sink) { Query(input, options, sink, observer); });
}

IndexStats Snapshot::Stats() const { return handle_->state()->Stats(); }

}  // namespace kindred::inline v0
