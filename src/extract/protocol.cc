// Encoding, decoding and checking; see protocol.h.
#include "extract/protocol.h"

#include <cstring>

namespace kindred::extract {

namespace {

std::string OfKind(MessageKind kind) { return std::string(1, static_cast<char>(kind)); }

template <typename Number>
void AppendNumber(std::string& message, Number number) {
  message.append(reinterpret_cast<const char*>(&number), sizeof number);
}

// False if the message is too short.
template <typename Number>
bool TakeNumber(std::string_view& message, Number& number) {
  if (message.size() < sizeof number) return false;
  std::memcpy(&number, message.data(), sizeof number);
  message.remove_prefix(sizeof number);
  return true;
}

// The rest of a message of this kind.
std::optional<std::string_view> BodyOf(std::string_view message, MessageKind kind) {
  if (message.empty() || message[0] != static_cast<char>(kind)) return std::nullopt;
  return message.substr(1);
}

}  // namespace

std::string EncodeRequest(const Request& request) {
  std::string message = OfKind(request.kind);
  AppendNumber(message, static_cast<std::uint8_t>(request.type));
  AppendNumber(message, static_cast<std::uint8_t>(request.limits.rar));
  AppendNumber(message, request.limits.output_bytes);
  AppendNumber(message, request.limits.ratio);
  AppendNumber(message, request.limits.members);
  AppendNumber(message, static_cast<std::int32_t>(request.limits.depth));
  AppendNumber(message, request.input_bytes);
  return message;
}

std::optional<Request> DecodeRequest(std::string_view message) {
  Request request;
  if (message.empty()) return std::nullopt;
  request.kind = static_cast<MessageKind>(message[0]);
  if (request.kind != MessageKind::kExtract && request.kind != MessageKind::kMediaType &&
      request.kind != MessageKind::kTitle)
    return std::nullopt;
  message.remove_prefix(1);
  std::uint8_t type = 0;
  std::uint8_t rar = 0;
  std::int32_t depth = 0;
  if (!TakeNumber(message, type) || !TakeNumber(message, rar) ||
      !TakeNumber(message, request.limits.output_bytes) || !TakeNumber(message, request.limits.ratio) ||
      !TakeNumber(message, request.limits.members) || !TakeNumber(message, depth) ||
      !TakeNumber(message, request.input_bytes) || !message.empty())
    return std::nullopt;
  if (const auto known = ContainerTypeOf(type)) {
    request.type = *known;
  } else if (type != 0) {
    return std::nullopt;
  }
  request.limits.rar = rar != 0;
  request.limits.depth = depth;
  return request;
}

std::string EncodeReady(const Ready& ready) {
  std::string message = OfKind(MessageKind::kReady);
  AppendNumber(message, ready.version);
  AppendNumber(message, static_cast<std::uint8_t>(ready.locked));
  return message + ready.reason.substr(0, kReasonBytes);
}

std::optional<Ready> DecodeReady(std::string_view message) {
  auto body = BodyOf(message, MessageKind::kReady);
  Ready ready;
  std::uint8_t locked = 0;
  if (!body || !TakeNumber(*body, ready.version) || !TakeNumber(*body, locked) || body->size() > kReasonBytes)
    return std::nullopt;
  ready.locked = locked != 0;
  ready.reason = PlainReason(*body);
  return ready;
}

namespace {

template <typename Number>
std::string EncodeNumber(MessageKind kind, Number number) {
  std::string message = OfKind(kind);
  AppendNumber(message, number);
  return message;
}

template <typename Number>
std::optional<Number> DecodeNumber(MessageKind kind, std::string_view message) {
  auto body = BodyOf(message, kind);
  Number number = 0;
  if (!body || !TakeNumber(*body, number) || !body->empty()) return std::nullopt;
  return number;
}

}  // namespace

std::string EncodePrepared() { return EncodeNumber(MessageKind::kPrepared, kProtocolVersion); }
std::optional<std::uint32_t> DecodePrepared(std::string_view message) {
  return DecodeNumber<std::uint32_t>(MessageKind::kPrepared, message);
}
std::string EncodeMakeWorker() { return OfKind(MessageKind::kMakeWorker); }
bool IsMakeWorker(std::string_view message) { return message == EncodeMakeWorker(); }
std::string EncodeMade(std::int32_t process) { return EncodeNumber(MessageKind::kMade, process); }
std::optional<std::int32_t> DecodeMade(std::string_view message) {
  const auto process = DecodeNumber<std::int32_t>(MessageKind::kMade, message);
  return process && *process > 1 ? process : std::nullopt;  // it will be killed: never 0, -1 or init
}

std::string EncodeBegin(const Part& part) {
  return OfKind(MessageKind::kBegin) + static_cast<char>(part.kind) + part.name;
}

std::string EncodeDone(const Extraction& result) {
  return OfKind(MessageKind::kDone) + static_cast<char>(result.outcome) +
         result.reason.substr(0, kReasonBytes);
}

std::string EncodeWords(std::string_view words) {
  return OfKind(MessageKind::kWords).append(words.substr(0, kReasonBytes));
}

std::optional<std::string> DecodeWords(std::string_view message) {
  const auto body = BodyOf(message, MessageKind::kWords);
  if (!body || body->size() > kReasonBytes) return std::nullopt;
  return PlainReason(*body);
}

bool IsPartName(std::string_view name) {
  if (name.empty() || name.size() > kNameBytes || name.find('\0') != std::string_view::npos) return false;
  for (std::size_t at = 0;;) {
    const std::size_t end = name.find('/', at);
    const std::string_view step = name.substr(at, end - at);
    if (step.empty() || step == "." || step == "..") return false;
    if (end == std::string_view::npos) return true;
    at = end + 1;
    // The two slashes between a container and its part.
    if (at < name.size() && name[at] == '/') ++at;
  }
}

std::string PlainReason(std::string_view reason) {
  std::string plain(reason.substr(0, kReasonBytes));
  for (char& c : plain) {
    if (static_cast<unsigned char>(c) < 32 || c == 127) c = '?';
  }
  return plain;
}

Transcript::Next Transcript::Begin(std::string_view body) {
  if (in_part_ || body.empty()) return Next::kNonsense;
  const auto kind = static_cast<std::uint8_t>(body[0]);
  Part part = {.name = std::string(body.substr(1)), .kind = static_cast<PartKind>(kind)};
  if (kind >= kPartKinds || !IsPartName(part.name) || names_.size() >= limits_.members ||
      !names_.insert(part.name).second)
    return Next::kNonsense;
  in_part_ = true;
  sink_.BeginPart(part);
  return Next::kMore;
}

Transcript::Next Transcript::Take(std::string_view message) {
  if (message.empty() || message.size() > kMessageBytes) return Next::kNonsense;
  const std::string_view body = message.substr(1);
  switch (static_cast<MessageKind>(message[0])) {
    case MessageKind::kBegin:
      return Begin(body);
    case MessageKind::kData:
      if (!in_part_ || body.empty() || body.size() > limits_.output_bytes - bytes_) return Next::kNonsense;
      bytes_ += body.size();
      sink_.Bytes(body);
      return Next::kMore;
    case MessageKind::kPage:
      // A page without text gives a break, too; more breaks than this are not a document.
      if (!in_part_ || !body.empty() || ++pages_ > limits_.members) return Next::kNonsense;
      sink_.PageBreak();
      return Next::kMore;
    case MessageKind::kEnd:
      if (!in_part_ || !body.empty()) return Next::kNonsense;
      in_part_ = false;
      sink_.EndPart();
      return Next::kMore;
    case MessageKind::kDrop:
      if (!in_part_ || !body.empty()) return Next::kNonsense;
      in_part_ = false;
      sink_.DropPart();
      return Next::kMore;
    case MessageKind::kDone: {
      if (body.empty() || body.size() > kReasonBytes + 1) return Next::kNonsense;
      const auto outcome = static_cast<Extraction::Outcome>(body[0]);
      if (outcome > Extraction::Outcome::kRefused) return Next::kNonsense;
      if (in_part_ && outcome == Extraction::Outcome::kDone) return Next::kNonsense;
      result_ = {.outcome = outcome, .reason = PlainReason(body.substr(1))};
      return Next::kDone;
    }
    default:
      return Next::kNonsense;
  }
}

}  // namespace kindred::extract
