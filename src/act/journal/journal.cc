// See journal.h.
#include "act/journal/journal.h"

#include <algorithm>

#include "act/journal/journal_coding.h"
#include "base/coding.h"
#include "base/process.h"
#include "kindred/error.h"
#include "model/entry.h"

namespace kindred::act {

namespace {

constexpr std::string_view kPrefix = "journal-";
constexpr std::string_view kNew = ".new";
constexpr std::size_t kFlushAt = 1 << 20;

std::string PathOf(const std::string& directory, std::uint64_t run) {
  return JoinPath(directory, std::string(kPrefix) + std::to_string(run));
}

// The number of "journal-12"; 0 for any other name.
std::uint64_t NumberOf(std::string_view name) {
  if (!name.starts_with(kPrefix)) return 0;
  name.remove_prefix(kPrefix.size());
  std::uint64_t number = 0;
  return base::ParseNumber(name, &number) && name[0] != '0' ? number : 0;
}

}  // namespace

// The file gets its name when its beginning is on the disk: one that has the name can be read.
JournalWriter::JournalWriter(base::FileSystem& files, const std::string& directory, const RunBegin& begin)
    : run_(begin.run) {
  const std::string path = PathOf(directory, run_);
  const std::string new_path = path + std::string(kNew);
  file_ = files.Create(new_path);
  base::PutBytes(&pending_, base::AsBytes(kMagic));
  Frame(Encode(begin));
  Sync();
  files.Rename(new_path, path);
  files.SyncDirectory(directory);
}

void JournalWriter::Add(const Intent& intent) { Frame(Encode(intent)); }
void JournalWriter::Add(const ActionEnd& end) { Frame(Encode(end)); }

void JournalWriter::Sync() {
  if (!pending_.empty()) file_->Append(pending_);
  pending_.clear();
  file_->Sync();
}

void JournalWriter::End(const RunEnd& end) {
  Frame(Encode(end));
  Sync();
  file_->Close();
}

void JournalWriter::Frame(const std::vector<std::uint8_t>& payload) {
  chain_ = ChainedChecksum(chain_, payload);
  base::PutFixed32(&pending_, static_cast<std::uint32_t>(payload.size()));
  base::PutFixed64(&pending_, chain_);
  base::PutBytes(&pending_, payload);
  if (pending_.size() < kFlushAt) return;
  file_->Append(pending_);
  pending_.clear();
}

Journal::Journal(base::FileSystem& files, std::string directory)
    : files_(files), directory_(std::move(directory)) {
  files_.MakeDirectories(directory_);
  std::string holder;
  lock_ = files_.TryLock(JoinPath(directory_, "journal.lock"), base::DescribeThisProcess(), &holder);
  if (!lock_) {
    throw Error(ErrorKind::kBusy, "another process is replacing copies: " + holder, directory_,
                "try again when it has ended");
  }
  for (const std::string& name : files_.List(directory_)) {
    if (name.starts_with(kPrefix) && name.ends_with(kNew)) files_.Remove(JoinPath(directory_, name));
  }
}

std::vector<std::uint64_t> Journal::Runs(base::FileSystem& files, const std::string& directory) {
  std::vector<std::uint64_t> runs;
  if (!files.Exists(directory)) return runs;
  for (const std::string& name : files.List(directory)) {
    if (const std::uint64_t number = NumberOf(name); number != 0) runs.push_back(number);
  }
  std::ranges::sort(runs);
  return runs;
}

JournalFile Journal::Read(base::FileSystem& files, const std::string& directory, std::uint64_t run) {
  const std::string path = PathOf(directory, run);
  const auto file = files.OpenForRead(path);
  const std::vector<std::uint8_t> bytes = base::ReadWhole(*file);
  const std::span<const std::uint8_t> all(bytes);
  const std::string magic_text = kMagic;
  const auto magic = base::AsBytes(magic_text);
  JournalFile read;
  std::size_t at = 0;
  if (all.size() >= magic.size() && std::ranges::equal(all.first(magic.size()), magic)) {
    at = magic.size();
    std::uint64_t chain = 0;
    for (bool first = true; all.size() - at >= kFrameBytes; first = false) {
      const std::size_t length = base::LoadFixed32(&all[at]);
      const std::uint64_t checksum = base::LoadFixed64(&all[at + 4]);
      if (length > all.size() - at - kFrameBytes) break;
      const auto payload = all.subspan(at + kFrameBytes, length);
      if (ChainedChecksum(chain, payload) != checksum || !Decode(payload, &read, first)) break;
      chain = checksum;
      at += kFrameBytes + length;
    }
  }
  if (read.begin.run != run) {
    throw Error(ErrorKind::kDamaged, "the journal is damaged at offset " + std::to_string(at), path,
                "what was done by this run cannot be undone; move the file away");
  }
  return read;
}

JournalWriter Journal::NewRun(RunBegin begin) {
  const std::vector<std::uint64_t> runs = Runs();
  begin.run = runs.empty() ? 1 : runs.back() + 1;
  begin.time_ns = base::NowNs();
  return JournalWriter(files_, directory_, begin);
}

}  // namespace kindred::act
