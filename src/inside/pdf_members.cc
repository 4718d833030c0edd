// See pdf_members.h.
#include "inside/pdf_members.h"

#include <sys/mman.h>
#include <unistd.h>

#include "extract/container_type.h"

namespace kindred::inside {

namespace {

constexpr std::size_t kEnoughToTell = 1024;

bool IsPdf(const std::string& bytes) {
  const std::string_view head = std::string_view(bytes).substr(0, extract::kContainerHeadBytes);
  return extract::DetectContainer(head, "") == extract::ContainerType::kPdf;
}

// -1 if there is no memory for it: then its text is not looked for.
int InMemory(const std::string& bytes) {
  const int descriptor = ::memfd_create("kindred-member", MFD_CLOEXEC);
  if (descriptor < 0) return -1;
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t written = ::write(descriptor, bytes.data() + done, bytes.size() - done);
    if (written <= 0) {
      ::close(descriptor);
      return -1;
    }
    done += static_cast<std::size_t>(written);
  }
  return descriptor;
}

}  // namespace

PdfMembers::~PdfMembers() {
  for (const Member& member : members_) ::close(member.descriptor);
}

void PdfMembers::BeginPart(const extract::Part& part) {
  name_ = part.name;
  bytes_.clear();
  may_be_pdf_ = part.kind == extract::PartKind::kMember || part.kind == extract::PartKind::kStream;
  to_.BeginPart(part);
}

void PdfMembers::Bytes(std::string_view bytes) {
  to_.Bytes(bytes);
  if (!may_be_pdf_) return;
  const bool known = bytes_.size() >= kEnoughToTell;
  bytes_.append(bytes);
  if (!known && bytes_.size() >= kEnoughToTell) may_be_pdf_ = IsPdf(bytes_);
}

void PdfMembers::EndPart() {
  to_.EndPart();
  if (!may_be_pdf_ || !IsPdf(bytes_)) return;
  if (const int descriptor = InMemory(bytes_); descriptor >= 0) members_.push_back({name_, descriptor});
}

void PdfMembers::DropPart() {
  may_be_pdf_ = false;
  to_.DropPart();
}

}  // namespace kindred::inside
