// See filter_stage.h.
#include "jobs/match/pairs/filter_stage.h"

#include <fmt/format.h>

#include <chrono>

#include "base/conversation.h"
#include "kindred/error.h"
#include "kindred/report.h"

namespace kindred::jobs {

namespace {

constexpr char kOption[] = "filter_command";

match::FilterPair AsSeen(const FilterItem& item) {
  return {.a = {item.pair.a, item.pair.size_a, item.type_a, item.pair.mtime_a, item.pair.mtime_a != kNoTime},
          .b = {item.pair.b, item.pair.size_b, item.type_b, item.pair.mtime_b, item.pair.mtime_b != kNoTime},
          .of_a = item.pair.of_a,
          .of_b = item.pair.of_b,
          .similarity = item.pair.similarity,
          .shared_bytes = item.pair.shared_bytes,
          .shared_marks = item.pair.shared_marks};
}

// As `find --pairs --format json` writes it.
std::string JsonLine(const FilePair& pair) { return JsonLines(pair); }

std::string EndText(const base::ConversationEnd& end) {
  if (end.signal != 0) return fmt::format("was ended by signal {}", end.signal);
  return fmt::format("ended with exit code {}", end.exit_code);
}

}  // namespace

FilterStage::FilterStage(const MatchOptions& options)
    : command_(options.filter_command), timeout_(options.filter_timeout) {
  if (!options.filter.empty()) expression_ = match::PairFilter::Parse(options.filter);
}

std::vector<bool> FilterStage::Pass(std::size_t count, const std::function<FilterItem(std::size_t)>& item,
                                    Observer& observer) const {
  std::vector<bool> passed(count, true);
  for (std::size_t i = 0; expression_ && i < count; ++i) {
    const FilterItem seen = item(i);
    passed[i] = expression_->Passes(AsSeen(seen));
  }
  if (!command_.empty()) AskProgram(item, &passed, observer);
  return passed;
}

void FilterStage::AskProgram(const std::function<FilterItem(std::size_t)>& item, std::vector<bool>* passed,
                             Observer& observer) const {
  std::vector<std::size_t> asked;  // a program gets only what the expression lets through
  for (std::size_t i = 0; i < passed->size(); ++i) {
    if ((*passed)[i]) asked.push_back(i);
  }
  if (asked.empty()) return;
  std::size_t told = 0;
  std::size_t answered = 0;
  auto next = [&](std::string* line) {
    if (told == asked.size()) return false;
    *line = JsonLine(item(asked[told++]).pair);
    return true;
  };
  auto answer = [&](std::string_view text) {
    if (answered == asked.size()) {
      throw Error(ErrorKind::kFailed,
                  fmt::format("gave more answers than the {} pairs it was asked about", answered),
                  OptionName{kOption}, "it must answer each line with one line, yes or no");
    }
    if (text != "yes" && text != "no") {
      throw Error(ErrorKind::kFailed,
                  fmt::format("answered '{}' to pair {}", OneLineText(text.substr(0, 60)), answered + 1),
                  OptionName{kOption}, "it must answer each line with one line, yes or no");
    }
    (*passed)[asked[answered++]] = text == "yes";
  };
  const base::ConversationEnd end = base::Converse(
      command_, next, answer, [&] { return observer.StopRequested(); }, std::chrono::seconds(timeout_));
  if (end.stopped) throw Error(ErrorKind::kCancelled, "interrupted", "", "run again for the answer");
  if (end.silent) {
    throw Error(
        ErrorKind::kFailed,
        fmt::format("did nothing for {} s, after {} answers to {} pairs", timeout_, answered, asked.size()),
        OptionName{kOption}, "it must answer each line; `filter_timeout` gives it more time");
  }
  if (answered < asked.size() || end.signal != 0 || end.exit_code != 0) {
    throw Error(ErrorKind::kFailed,
                fmt::format("{} after {} answers to {} pairs", EndText(end), answered, asked.size()),
                OptionName{kOption}, "try the command by hand on the output of `JsonLines`");
  }
}

}  // namespace kindred::jobs
