// The messages between the main program and a worker, one per packet of a SEQPACKET socket.
//
//   fork server: PREPARED                      once, after it has loaded what workers need
//   main:   MAKE WORKER (with its socket)      fork server: MADE (its process), or it ends
//
//   worker: READY                              once, in its sandbox
//   main:   EXTRACT (with the descriptor)      worker: (BEGIN (DATA | PAGE)* (END | DROP))* DONE
//   main:   MEDIA TYPE (with the descriptor)   worker: WORDS
//   main:   TITLE (with the descriptor)        worker: WORDS
//
// Both programs come from one build and run on one machine, so numbers are as in memory; PREPARED and READY
// carry the version. Every length is checked on both sides, and what a worker sends is treated as hostile:
// Transcript lets nothing through that a well-behaved worker would not send. Tested in protocol_test.cc,
// fuzz/fuzz_protocol.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "extract/container_type.h"
#include "extract/extraction.h"

namespace kindred::extract {

inline constexpr std::uint32_t kProtocolVersion = 3;
inline constexpr std::size_t kDataBytes = std::size_t{64} << 10;  // of one DATA; measured in bench/extract
inline constexpr std::size_t kMessageBytes = kDataBytes + 1;
inline constexpr std::size_t kNameBytes = 32768;  // of a part, with those of the containers around it
inline constexpr std::size_t kReasonBytes = 512;
inline constexpr int kWorkerSocket = 3;  // where a worker finds its socket

enum class MessageKind : std::uint8_t {
  kReady = 1,
  kBegin,
  kData,
  kPage,
  kEnd,
  kDone,
  kWords,
  kExtract,
  kMediaType,
  kDrop,
  kTitle,
  kPrepared,
  kMakeWorker,
  kMade,
};

struct Request {
  MessageKind kind = MessageKind::kExtract;  // or kMediaType, kTitle, which have no limits
  ContainerType type = ContainerType::kNone;
  Limits limits;
  std::uint64_t input_bytes = 0;  // the size of the file
};
std::string EncodeRequest(const Request& request);
std::optional<Request> DecodeRequest(std::string_view message);

struct Ready {
  std::uint32_t version = kProtocolVersion;
  bool locked = false;
  std::string reason;  // why it is not locked
};
std::string EncodeReady(const Ready& ready);
std::optional<Ready> DecodeReady(std::string_view message);

// Of a fork server (worker/nursery.h).
std::string EncodePrepared();
// The version; a message of another kind has none.
std::optional<std::uint32_t> DecodePrepared(std::string_view message);
std::string EncodeMakeWorker();
bool IsMakeWorker(std::string_view message);
std::string EncodeMade(std::int32_t process);
std::optional<std::int32_t> DecodeMade(std::string_view message);

std::string EncodeBegin(const Part& part);
std::string EncodeDone(const Extraction& result);
// A short answer: a media type, a title. Without control bytes once it is decoded.
std::string EncodeWords(std::string_view words);
std::optional<std::string> DecodeWords(std::string_view message);

// As Part demands.
bool IsPartName(std::string_view name);

// For people: without control bytes, which a worker could put there for a terminal.
std::string PlainReason(std::string_view reason);

// The messages of a worker about one file, passed on to the sink as far as they are valid.
class Transcript {
 public:
  Transcript(const Limits& limits, PartSink& sink) : limits_(limits), sink_(sink) {}

  enum class Next { kMore, kDone, kNonsense };
  Next Take(std::string_view message);
  // After kDone: how it ended, according to the worker.
  const Extraction& result() const { return result_; }

 private:
  Next Begin(std::string_view body);

  Limits limits_;
  PartSink& sink_;
  bool in_part_ = false;
  std::uint64_t bytes_ = 0;
  std::uint64_t pages_ = 0;
  std::unordered_set<std::string> names_;
  Extraction result_;
};

}  // namespace kindred::extract
