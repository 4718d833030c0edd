// The report formats: each is a sink that writes to a stream. The same values give the same bytes; only
// the time in a text report's header depends on the run.
//
// xlsx, html, dot
//       Described in docs/formats/reports.md; they omit results that are not listed there. html shows two
//       files side by side as a separate page.
// sh    A plan as a shell script: of a dedupe, or of a transfer (TransferPlan).
// names The raw names of an order's files, each followed by a newline; nothing else.
// text  For people. Names are quoted for a shell (QuotePath), never raw.
// json  One object per line, keys in the order of docs/formats/reports.md. Names are UTF-8; any other byte is
// the escape
//       \udc80..\udcff (PEP 383), so Python's os.fsencode() restores the name.
// csv   RFC 4180 quoting; a record is a line and ends with a newline. One table for all types of record,
//       to be filtered by its first column:
//           type,path_a,path_b,size_a,size_b,of_a,of_b,similarity,shared_bytes,shared_marks,set,note,
//           offset_a,offset_b,length,unit,line_a,column_a,line_b,column_b,text,mtime_a,mtime_b
//       root: a record per root; identical, family: a record per file (path_a, size_a), `set` is the digest
//       or the family's id; link: a family's link; group: path_a is the reference, path_b the file, `set`
//       counts the groups; match: path_a is the query, `set` the digest of the file (of a query: its own);
//       pair, link: as in json; skip: `note` is "stage: reason"; summary, query, spans, comparison, scan,
//       stats, check: `note` is a list of key=value; span: a record for each place but the first, which is
//       path_a and offset_a of all of them; `set` counts the spans, offsets and length count what
//       `unit` says (byte or bit), `note` has the number of places and of identical files, line_a to column_b
//       are the positions of the two places in texts, and `text` is the first words; a pair or match measured
//       by reading both files has the note "verified"; directories: as pair; set: a record per file, `set`
//       counts the sets; compared: the two directories, `note` as in summary; compare: `set` is the
//       relation, `note` may be "further", "replaced" or "verified". Two files side by side are a comparison
//       and its spans, as in json. template, template_effect, template_family: `set` is the name or the id,
//       `note` as in summary, path_a an example; action: path_a is the copy, path_b the file that stays,
//       `set` the outcome, `text` the reason; dedupe_set: path_a stays, `set` is the digest; run: `set` is
//       its number, `text` its state, mtime_a its time; dedupe, undo: `note` as in summary;
//       template_suggestion: path_a is the example, of_a the part, `set` the group, `note` the command; pool:
//       path_a is its file; ordered: path_a is the file, path_b the one that it is placed after, `set` the
//       stretch; limited: a list that was cut, `set` is the type of its records, `note` has their number.
//       In names, \ is written \\, a control character \u00XX, and a byte that is not UTF-8 \udcXX: six
//       characters of plain text, because CSV itself has no escapes. A name that begins with = + - or @ is
//       left as it is: a spreadsheet may take it for a formula, but an altered name would be a wrong name.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kindred/sink.h"

namespace kindred::inline v0 {

struct ReportOptions {
  std::uint64_t limit = 20;  // sections of text and html show at most this many items; 0: all
  std::string command_line;  // for the header
  bool overview = false;     // text of find: about 40 lines, however much was found
  bool color = false;
  bool null_names = false;  // names: each ends with NUL, since names may have newlines
  // html: about as much as a browser opens at once, instead of `limit` (docs/formats/reports.md).
  bool brief = false;
  // html: the title of a document, shown beside its name; empty: it has no title. nullptr: show no titles.
  std::function<std::string(const std::string& path)> title_of = nullptr;
  std::string directory =
      {};  // absolute: base of relative names, for links in html and xlsx; empty: no links
  // For two files side by side.
  std::size_t width = 80;     // columns
  std::uint64_t context = 3;  // lines shown at each end of a folded part
  bool fold = true;           // false: nothing is folded
  // Polled while two files are drawn side by side; true stops with Error(kCancelled).
  std::function<bool()> stop = nullptr;
};

// "text", "json", "csv", "xlsx", "html", "dot", "names", "sh"
std::vector<std::string> ReportFormats();

// A sink that writes what it gets.
class Report : public ResultSink {
 public:
  // Ends the report: prints its closing lines. Throws Error(kFailed) if writing to the stream failed.
  virtual void End() = 0;
};

// `format` is one of ReportFormats(), else Error(kUsage). The stream must outlive the report.
std::unique_ptr<Report> MakeReport(const std::string& format, const ReportOptions&, std::ostream&);

// How text reports write names and numbers, for messages that are shown beside them.

// A name quoted for a shell: plain if possible, 'with blanks', or $'...' if it has control characters, bytes
// that are not UTF-8, a quote, or a leading or trailing blank.
std::string QuotePath(std::string_view path);
// At most `most` characters of a name, for lines and titles: a longer name loses its middle,
// "home/a…b/notes.txt". Most of the rest is its end, by which names differ. Characters are never cut, so the
// result can be escaped or quoted. It cannot be used to open the file.
std::string BriefName(std::string_view name, std::size_t most);
// A record as its lines of JSON, each with a newline: what the json report writes.
std::string JsonLines(const Record& record);
// Any text on one line: control characters and invalid bytes become \ooo.
std::string OneLineText(std::string_view text);
std::string CountText(std::uint64_t count);  // 1,234,567
std::string SizeText(std::uint64_t bytes);   // 12.3 MB

}  // namespace kindred::inline v0
