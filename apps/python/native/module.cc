// kindred._native: the low-level binding of the library. The package beside it (kindred/*.py) has the classes
// that people use; here are the calls by name, tables, and errors.
#include <nanobind/nanobind.h>
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
#include "calls.h"
#include "documents.h"
#include "flags/flag_values.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "kindred/report.h"
#include "rows.h"
#include "steps.h"
#include "table.h"

namespace nb = nanobind;

namespace kindred::python {

namespace {

std::string BytesOf(nb::handle bytes) {
  const auto object = nb::cast<nb::bytes>(bytes);
  return {object.c_str(), object.size()};
}

std::vector<std::string> ListOfBytes(const nb::list& list) {
  std::vector<std::string> all;
  for (nb::handle item : list) all.push_back(BytesOf(item));
  return all;
}

template <typename Struct>
nb::capsule CapsuleOf(Struct* held, const char* name) {
  return nb::capsule(held, name, [](void* pointer) noexcept {
    auto* left = static_cast<Struct*>(pointer);
    if (left->release != nullptr) left->release(left);  // it was never consumed
    delete left;
  });
}

nb::capsule StreamCapsule(const Table& table) {
  auto stream = std::make_unique<ArrowArrayStream>();
  table.Export(stream.get());
  return CapsuleOf(stream.release(), "arrow_array_stream");
}

nb::capsule SchemaCapsule(const Table& table) {
  auto schema = std::make_unique<ArrowSchema>();
  ExportSchema(table.type(), schema.get());
  return CapsuleOf(schema.release(), "arrow_schema");
}

// Collects everything, or hands full batches on.
class Results : public ResultSink {
 public:
  Results(const std::vector<const RecordType*>& types, bool streams) : collector_(types), streams_(streams) {
    if (!types.empty()) summary_ = types[0];
  }
  void HandTo(BatchQueue* queue) { queue_ = queue; }
  // Its first type is no summary.
  void WithoutLines() { summary_ = nullptr; }

  bool On(const Record& record) override {
    if (&record.type() == summary_) {
      const std::string lines = JsonLines(record);
      lines_.push_back(lines.substr(0, lines.find('\n')));  // without the records that follow it
    }
    collector_.On(record);
    if (streams_) HandOn();
    return true;
  }
  // Schemas of empty tables, too: a file is to be written for each.
  void End() {
    collector_.Close();
    if (!streams_) return;
    HandOn();
    for (const Collector::Named& named : collector_.tables()) {
      if (named.table->rows() == 0) queue_->Put(named.table);
    }
  }

  const std::vector<std::string>& lines() const { return lines_; }
  const std::vector<Collector::Named>& tables() const { return collector_.tables(); }

 private:
  void HandOn() {
    for (const Collector::Named& named : collector_.tables()) {
      for (Table::Batch& batch : named.table->Take())
        queue_->Put(std::make_shared<Table>(*named.table, std::move(batch)));
    }
  }

  Collector collector_;
  bool streams_;
  BatchQueue* queue_ = nullptr;
  const RecordType* summary_ = nullptr;
  std::vector<std::string> lines_;  // of summaries, as JSON
};

nb::tuple ResultOf(const Results& results) {
  nb::list lines;
  for (const std::string& line : results.lines()) lines.append(nb::bytes(line.data(), line.size()));
  nb::list tables;
  for (const Collector::Named& named : results.tables()) tables.append(named.table);
  return nb::make_tuple(lines, tables);
}

// `options`: flags as typed, each with its values; one without any is a switch.
std::unique_ptr<PreparedCall> Prepare(const Call& call, const nb::list& options, Request* request) {
  auto prepared = call.prepare();
  const std::vector<cli::Flag> flags = call.flags();
  for (nb::handle option : options) {
    const nb::tuple pair = nb::cast<nb::tuple>(option);
    const auto name = nb::cast<std::string>(pair[0]);
    const std::vector<std::string> values = ListOfBytes(nb::cast<nb::list>(pair[1]));
    const auto flag = std::ranges::find_if(flags, [&](const cli::Flag& known) { return known.name == name; });
    if (flag == flags.end()) throw Error(ErrorKind::kUsage, "there is no such option", "--" + name);
    if (values.empty()) {
      request->given.push_back({name, std::nullopt});
      flag->apply(prepared->flags(), "--" + name, "");
    }
    for (const std::string& value : values) {
      request->given.push_back({name, value});
      flag->apply(prepared->flags(), "--" + name, value);
    }
  }
  return prepared;
}

// `inputs`: a name and a bytes-like object each, or None for a file of that name. `documents`: None, or as
// Documents takes them; they are inputs, too, called by their number.
nb::tuple RunCall(const std::string& name, nb::bytes index, const nb::list& operands, const nb::list& inputs,
                  nb::object documents, const nb::list& options, nb::object progress, nb::object on_batch) {
  const Call& call = FindCall(name);
  Request request;
  request.index = BytesOf(index);
  request.operands = ListOfBytes(operands);
  nb::list held;
  std::vector<std::string> names;
  for (nb::handle input : inputs) {
    const nb::tuple pair = nb::cast<nb::tuple>(input);
    names.push_back(BytesOf(pair[0]));
    held.append(pair[1]);
  }
  const Documents named(held);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string_view bytes = named.views()[i];
    request.inputs.push_back(bytes.data() == nullptr ? Input(names[i]) : Input::Memory(names[i], bytes));
  }
  const Documents numbered(documents.is_none() ? nb::list() : documents);
  for (std::size_t i = 0; i < numbered.views().size(); ++i) {
    const std::string_view bytes = numbered.views()[i];
    if (bytes.data() != nullptr) request.inputs.push_back(Input::Memory(std::to_string(i), bytes));
  }
  const auto prepared = Prepare(call, options, &request);
  Results results(call.types, !on_batch.is_none());
  RunAside(
      [&](Observer& observer, BatchQueue& queue) {
        results.HandTo(&queue);
        prepared->Run(request, results, observer);
        results.End();
      },
      progress, on_batch);
  return ResultOf(results);
}

nb::tuple MarkCall(nb::object from, const std::string& method, std::uint64_t first, unsigned threads,
                   nb::object progress, nb::object on_batch) {
  const Documents documents(from);
  MarkOptions options{.method = method, .first = first};
  options.run.threads = threads;
  Results results({&TypeOf<MarkedDocument>(), &TypeOf<TableMark>()}, !on_batch.is_none());
  results.WithoutLines();
  RunAside(
      [&](Observer& observer, BatchQueue& queue) {
        results.HandTo(&queue);
        MarkDocuments(documents.views(), options, results, observer);
        results.End();
      },
      progress, on_batch);
  return ResultOf(results);
}

nb::list OptionsOf(const std::string& name) {
  nb::list options;
  for (const cli::Flag& flag : FindCall(name).flags()) {
    nb::dict option;
    option["name"] = flag.name;
    option["letter"] = flag.letter == 0 ? std::string() : std::string(1, flag.letter);
    option["value"] = flag.value == nullptr ? nb::none() : nb::object(nb::str(flag.value));
    option["help"] = flag.help;
    option["default"] = flag.default_text;
    option["values"] = flag.values;
    option["repeatable"] = flag.repeatable;
    options.append(option);
  }
  return options;
}

std::vector<std::string> CallNames() {
  std::vector<std::string> names;
  for (const Call& call : Calls()) names.emplace_back(call.name);
  return names;
}

const char* ClassOf(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage:
      return "Usage";
    case ErrorKind::kNotFound:
      return "NotFound";
    case ErrorKind::kBusy:
      return "Busy";
    case ErrorKind::kConflict:
      return "Conflict";
    case ErrorKind::kNoSpace:
      return "NoSpace";
    case ErrorKind::kDamaged:
      return "Damaged";
    case ErrorKind::kCancelled:
      return "Cancelled";
    case ErrorKind::kFailed:
      break;
  }
  return "Failed";
}

// As an exception of kindred._errors; `where` is bytes, since it is mostly a path.
void RaiseError(const Error& error) {
  const nb::object type = nb::module_::import_("kindred._errors").attr(ClassOf(error.kind()));
  const nb::object raised = type(error.message(), nb::bytes(error.where().data(), error.where().size()),
                                 error.where_is_option(), error.hint());
  PyErr_SetObject(type.ptr(), raised.ptr());
}

}  // namespace

}  // namespace kindred::python

NB_MODULE(_native, module) {
  using namespace kindred;
  using namespace kindred::python;
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const Error& error) {
      RaiseError(error);
    }
  });
  nb::class_<Table>(module, "Table")
      .def_prop_ro("name", [](const Table& table) { return table.type().name; })
      .def_prop_ro("column_names",
                   [](const Table& table) {
                     std::vector<std::string> names;
                     for (const ColumnType& column : table.type().children) names.push_back(column.name);
                     return names;
                   })
      .def_prop_ro("nbytes", &Table::bytes)
      .def("__len__", &Table::rows)
      .def("batches", &Table::Divided)
      .def("rows", &RowsOf)
      .def(
          "__arrow_c_stream__", [](const Table& table, const nb::object&) { return StreamCapsule(table); },
          nb::arg("requested_schema") = nb::none())
      .def("__arrow_c_schema__", &SchemaCapsule);
  module.def("call", &RunCall, nb::arg("name"), nb::arg("index"), nb::arg("operands"), nb::arg("inputs"),
             nb::arg("documents").none(), nb::arg("options"), nb::arg("progress").none(),
             nb::arg("on_batch").none());
  module.def("mark", &MarkCall, nb::arg("documents"), nb::arg("method"), nb::arg("first"), nb::arg("threads"),
             nb::arg("progress").none(), nb::arg("on_batch").none());
  BindSteps(module);
  module.def("options", &OptionsOf);
  module.def("renamed_to", &cli::RenamedTo);
  module.def("calls", &CallNames);
  module.def("version", &Version);
  module.def("default_index", [] {
    const std::string directory = DefaultIndexDirectory();
    return nb::bytes(directory.data(), directory.size());
  });
  module.def("methods", [] {
    std::vector<std::string> methods;
    for (const MethodInfo& method : KnownMethods()) methods.push_back(method.Text());
    return methods;
  });
}
