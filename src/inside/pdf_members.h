// PDFs inside other containers. The worker that opens archives and mails does not read PDF, for which there
// is a separate program: such members are put aside here while they come, and looked into afterwards.
#pragma once

#include <string>
#include <vector>

#include "extract/extraction.h"

namespace kindred::inside {

// Passes all parts on, and keeps those that are PDFs.
class PdfMembers : public extract::PartSink {
 public:
  explicit PdfMembers(extract::PartSink& to) : to_(to) {}
  ~PdfMembers() override;
  PdfMembers(const PdfMembers&) = delete;
  PdfMembers& operator=(const PdfMembers&) = delete;

  void BeginPart(const extract::Part& part) override;
  void Bytes(std::string_view bytes) override;
  void PageBreak() override { to_.PageBreak(); }
  void EndPart() override;
  void DropPart() override;

  struct Member {
    std::string name;
    int descriptor = -1;  // of its bytes, in memory; closed with this
  };
  const std::vector<Member>& members() const { return members_; }

 private:
  extract::PartSink& to_;
  std::string name_;
  std::string bytes_;  // while they may be a PDF's
  bool may_be_pdf_ = false;
  std::vector<Member> members_;
};

}  // namespace kindred::inside
