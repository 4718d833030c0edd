// See steps.h. Columns are contiguous arrays of numpy, read in place.
#include "steps.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "aside.h"
#include "documents.h"
#include "flags/matching/match_flags.h"
#include "flags/matching/method_flags.h"
#include "flags/report/found_flags.h"
#include "flags/report/run_flags.h"
#include "kindred/error.h"
#include "kindred/steps.h"
#include "make_call.h"
#include "table.h"

namespace nb = nanobind;

namespace kindred::python {

namespace {

template <typename T>
using Numbers = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Counts = Numbers<std::uint64_t>;

struct StepFlags {
  cli::FoundFlags found;
  cli::MethodFlags method;
  cli::MatchFlags match;
  cli::MeasureFlags measure;
  cli::RunFlags run;

  static cli::FlagTable<StepFlags> Table() {
    return cli::Join<StepFlags>({}, &StepFlags::found, &StepFlags::method, &StepFlags::match,
                                &StepFlags::measure, &StepFlags::run);
  }
};

void WantSameLength(std::size_t length, std::size_t other) {
  if (length != other) throw nb::value_error("columns of different lengths");
}

nb::list TablesOf(const Collector& collector) {
  nb::list tables;
  for (const Collector::Named& named : collector.tables()) tables.append(named.table);
  return tables;
}

std::vector<DocumentPair> PairsOf(Numbers<std::uint32_t> a, Numbers<std::uint32_t> b) {
  WantSameLength(a.size(), b.size());
  std::vector<DocumentPair> pairs;
  pairs.reserve(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) pairs.push_back({a.data()[i], b.data()[i]});
  return pairs;
}

// An array of numpy that has `count` numbers, each by its index.
template <typename T, typename At>
nb::ndarray<nb::numpy, T, nb::ndim<1>> NumpyOf(std::size_t count, At at) {
  auto* numbers = new T[count];
  for (std::size_t i = 0; i < count; ++i) numbers[i] = static_cast<T>(at(i));
  const nb::capsule owner(numbers, [](void* held) noexcept { delete[] static_cast<T*>(held); });
  return nb::ndarray<nb::numpy, T, nb::ndim<1>>(numbers, {count}, owner);
}

nb::tuple SharedSumsOf(Counts first, Counts keys, Counts weights, Numbers<std::uint32_t> a,
                       Numbers<std::uint32_t> b) {
  WantSameLength(keys.size(), weights.size());
  if (first.size() == 0 || first.data()[first.size() - 1] != keys.size() ||
      !std::is_sorted(first.data(), first.data() + first.size()))
    throw nb::value_error("the lists do not end where they should");
  const std::vector<SharedSums> sums =
      SumShared({{first.data(), first.size()}, {keys.data(), keys.size()}, {weights.data(), weights.size()}},
                PairsOf(a, b));
  return nb::make_tuple(NumpyOf<std::int64_t>(sums.size(), [&](std::size_t i) { return sums[i].keys; }),
                        NumpyOf<std::int64_t>(sums.size(), [&](std::size_t i) { return sums[i].weight_a; }),
                        NumpyOf<std::int64_t>(sums.size(), [&](std::size_t i) { return sums[i].weight_b; }));
}

// Options as find takes them. One per process and run: methods may read files.
class Steps {
 public:
  // Flags as typed, each with its values, as _native.call takes them.
  explicit Steps(const nb::list& options) {
    StepFlags flags;
    const std::vector<cli::Flag> known = StepFlags::Table().flags;
    for (nb::handle option : options) {
      const nb::tuple pair = nb::cast<nb::tuple>(option);
      const auto name = nb::cast<std::string>(pair[0]);
      const auto flag = std::ranges::find_if(known, [&](const cli::Flag& one) { return one.name == name; });
      if (flag == known.end()) Refuse(name);
      const nb::list values = nb::cast<nb::list>(pair[1]);
      if (values.size() == 0) flag->apply(&flags, "--" + name, "");
      for (nb::handle value : values) {
        const auto bytes = nb::cast<nb::bytes>(value);
        flag->apply(&flags, "--" + name, std::string(bytes.c_str(), bytes.size()));
      }
    }
    const MatchOptions& match = flags.match.options;
    if (flags.found.directories) Refuse("directories");
    if (flags.found.sets) Refuse("sets");
    if (flags.found.near) Refuse("near");
    if (!match.filter.empty()) Refuse("filter");
    if (!match.filter_command.empty()) Refuse("filter-command");
    if (flags.measure.verify && flags.measure.estimate)
      throw Error(ErrorKind::kUsage, "contradicts `verify`", OptionName{"estimate"}, "leave one of them out");
    options_.method = MethodsOr(cli::MethodsToMatch(flags.method), {options_.method}).at(0);
    options_.match = match;
    options_.families = flags.found.families;
    options_.run = flags.run.options;
    verify_ = flags.measure.verify;
    estimate_ = flags.measure.estimate || (match.count == Count::kMultiset && !verify_);
    options_.measures = !estimate_;
  }

  const StepOptions& options() const { return options_; }
  bool verify() const { return verify_; }
  bool estimate() const { return estimate_; }

  std::uint64_t Cap(Counts degrees, Counts zeros, Counts sets, std::uint64_t contents) const {
    WantSameLength(degrees.size(), zeros.size());
    WantSameLength(degrees.size(), sets.size());
    std::vector<SetsOfDegree> counts;
    for (std::size_t i = 0; i < degrees.size(); ++i)
      counts.push_back({degrees.data()[i], zeros.data()[i], sets.data()[i]});
    return DegreeCap(counts, options_.match, contents);
  }

  // Ten columns, as PairEvidence has its fields.
  nb::list Judge(const std::vector<Counts>& columns) const {
    if (columns.size() != 10) throw nb::value_error("evidence has ten columns");
    for (const Counts& column : columns) WantSameLength(columns[0].size(), column.size());
    std::vector<PairEvidence> evidence(columns[0].size());
    for (std::size_t i = 0; i < evidence.size(); ++i) {
      auto at = [&](std::size_t column) { return columns[column].data()[i]; };
      evidence[i] = {at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8), at(9)};
    }
    Collector judged({&TypeOf<JudgedPair>()});
    {
      const nb::gil_scoped_release free;
      JudgePairs(evidence, options_, judged);
      judged.Close();
    }
    return TablesOf(judged);
  }

  nb::list Measure(nb::object from, Numbers<std::uint32_t> a, Numbers<std::uint32_t> b) const {
    const Documents documents(from);
    const std::vector<DocumentPair> pairs = PairsOf(a, b);
    Collector measured({&TypeOf<MeasuredPair>()});
    RunAside(
        [&](Observer& observer, BatchQueue&) {
          MeasureDocuments(documents.views(), pairs, options_, measured, observer);
          measured.Close();
        },
        nb::none(), nb::none());
    return TablesOf(measured);
  }

  // Contents: names and digests as columns of documents, numbers as arrays. Links: a and b, three shares,
  // flags and two counts.
  nb::list Group(nb::object names, nb::object digests, Counts sizes, Counts copies,
                 Numbers<std::int64_t> mtimes, Numbers<std::uint8_t> families, Numbers<std::uint32_t> a,
                 Numbers<std::uint32_t> b, Numbers<float> of_a, Numbers<float> of_b,
                 Numbers<float> similarity, Numbers<std::uint8_t> measured, Counts marks,
                 Counts bytes) const {
    const Documents paths(names), hex(digests);
    const std::size_t count = paths.views().size();
    for (const std::size_t size :
         {hex.views().size(), sizes.size(), copies.size(), mtimes.size(), families.size()})
      WantSameLength(count, size);
    for (const std::size_t size :
         {b.size(), of_a.size(), of_b.size(), similarity.size(), measured.size(), marks.size(), bytes.size()})
      WantSameLength(a.size(), size);
    std::vector<LinkedContent> contents;
    for (std::size_t i = 0; i < count; ++i) {
      contents.push_back({.path = std::string(paths.views()[i]),
                          .size = sizes.data()[i],
                          .digest = std::string(hex.views()[i]),
                          .copies = copies.data()[i],
                          .mtime = mtimes.data()[i],
                          .in_family = families.data()[i] != 0,
                          .is_centre = families.data()[i] == 2});
    }
    std::vector<ContentLink> links;
    for (std::size_t i = 0; i < a.size(); ++i) {
      links.push_back({.a = a.data()[i],
                       .b = b.data()[i],
                       .of_a = of_a.data()[i],
                       .of_b = of_b.data()[i],
                       .similarity = similarity.data()[i],
                       .measured = measured.data()[i] != 0,
                       .shared_marks = marks.data()[i],
                       .shared_bytes = bytes.data()[i]});
    }
    Collector found({&TypeOf<Family>(), &TypeOf<kindred::Group>()});
    {
      const nb::gil_scoped_release free;
      GroupContents(contents, links, options_, found);
      found.Close();
    }
    return TablesOf(found);
  }

 private:
  [[noreturn]] static void Refuse(const std::string& name) {
    throw Error(ErrorKind::kUsage, "has no effect for documents that are not in a tree", "--" + name,
                "leave it out");
  }

  StepOptions options_;
  bool verify_ = false;
  bool estimate_ = false;
};

// Marks a file piece by piece: the two tables that `mark` gives, of one document.
class FileMarker {
 public:
  FileMarker(const std::string& method, std::uint64_t size, std::uint64_t number)
      : marker_(method), number_(number) {
    marker_.Begin(size);
  }
  void Feed(nb::handle piece) {
    nb::list one;
    one.append(piece);
    const Documents documents(one);
    const nb::gil_scoped_release free;
    marker_.Feed(documents.views()[0]);
  }
  nb::list Finish() {
    Collector marked({&TypeOf<MarkedDocument>(), &TypeOf<TableMark>()});
    marked.On(Record(marker_.Finish(number_)));
    marked.Close();
    return TablesOf(marked);
  }

 private:
  PieceMarker marker_;
  std::uint64_t number_;
};

// Tables without rows, for their schemas.
std::shared_ptr<Table> EmptyTable(const std::string& name) {
  for (const RecordType* type : {&TypeOf<FilePair>(), &TypeOf<IdenticalSet>(), &TypeOf<Family>(),
                                 &TypeOf<kindred::Group>(), &TypeOf<Skip>()}) {
    if (type->name != name) continue;
    Collector none({type});
    none.Close();
    return none.tables().at(0).table;
  }
  throw nb::value_error(("no such record: " + name).c_str());
}

}  // namespace

void BindSteps(nb::module_& module) {
  nb::class_<Steps>(module, "Steps")
      .def(nb::init<const nb::list&>())
      .def_prop_ro("method", [](const Steps& steps) { return steps.options().method; })
      .def_prop_ro("minimum", [](const Steps& steps) { return steps.options().match.minimum; })
      .def_prop_ro("verify", &Steps::verify)
      .def_prop_ro("estimate", &Steps::estimate)
      .def_prop_ro("least_shared", [](const Steps& steps) { return LeastShared(steps.options()); })
      .def_prop_ro("types_together", [](const Steps& steps) { return steps.options().match.types_together; })
      .def_prop_ro("same_suffix", [](const Steps& steps) { return steps.options().match.same_suffix; })
      .def("degree_cap", &Steps::Cap, nb::arg("degrees"), nb::arg("zeros"), nb::arg("sets"),
           nb::arg("contents"))
      .def("judge", &Steps::Judge)
      .def("measure", &Steps::Measure, nb::arg("documents"), nb::arg("a"), nb::arg("b"))
      .def("group", &Steps::Group, nb::arg("names"), nb::arg("digests"), nb::arg("sizes"), nb::arg("copies"),
           nb::arg("mtimes"), nb::arg("families"), nb::arg("a"), nb::arg("b"), nb::arg("of_a"),
           nb::arg("of_b"), nb::arg("similarity"), nb::arg("measured"), nb::arg("shared_marks"),
           nb::arg("shared_bytes"));
  nb::class_<FileMarker>(module, "FileMarker")
      .def(nb::init<const std::string&, std::uint64_t, std::uint64_t>(), nb::arg("method"), nb::arg("size"),
           nb::arg("number"))
      .def("feed", &FileMarker::Feed)
      .def("finish", &FileMarker::Finish);
  module.def("empty_table", &EmptyTable);
  // For each content, the value whose XOR over a set is the hash of the set, as a signed number.
  module.def("hash_of_members", [](Counts contents) {
    return NumpyOf<std::int64_t>(contents.size(),
                                 [&](std::size_t i) { return HashOfMember(contents.data()[i]); });
  });
  module.def("shared_sums", &SharedSumsOf, nb::arg("first"), nb::arg("keys"), nb::arg("weights"),
             nb::arg("a"), nb::arg("b"));
  module.def("components", [](std::uint32_t documents, Numbers<std::uint32_t> a, Numbers<std::uint32_t> b) {
    const std::vector<std::uint32_t> first = Components(documents, PairsOf(a, b));
    return NumpyOf<std::int64_t>(first.size(), [&](std::size_t i) { return first[i]; });
  });
}

}  // namespace kindred::python
