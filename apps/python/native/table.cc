// See table.h.
#include "table.h"

#include <cerrno>
#include <string>
#include <utility>

namespace kindred::python {

namespace {

// Large enough that the cost of a batch does not matter, small enough that a stream begins soon.
constexpr std::uint64_t kRowsOfBatch = 1 << 16;
constexpr std::uint64_t kBytesOfBatch = 64 << 20;
constexpr std::uint64_t kRowsBetweenLooks = 256;

struct Stream {
  ColumnType type;
  std::vector<Table::Batch> batches;
  std::size_t next = 0;
  std::string error = {};
};

Stream& StreamOf(ArrowArrayStream* stream) { return *static_cast<Stream*>(stream->private_data); }

// Only an allocation can fail here.
template <typename Act>
int Guarded(ArrowArrayStream* stream, Act act) {
  try {
    act();
    return 0;
  } catch (const std::exception& error) {
    StreamOf(stream).error = error.what();
    return ENOMEM;
  }
}

int GetSchema(ArrowArrayStream* stream, ArrowSchema* to) {
  return Guarded(stream, [&] { ExportSchema(StreamOf(stream).type, to); });
}

int GetNext(ArrowArrayStream* stream, ArrowArray* to) {
  Stream& from = StreamOf(stream);
  if (from.next == from.batches.size()) {
    to->release = nullptr;  // the end
    return 0;
  }
  return Guarded(stream, [&] {
    const Table::Batch& batch = from.batches[from.next];
    batch->Export(batch, to);
    ++from.next;
  });
}

const char* GetLastError(ArrowArrayStream* stream) { return StreamOf(stream).error.c_str(); }

void ReleaseStream(ArrowArrayStream* stream) {
  delete &StreamOf(stream);
  stream->release = nullptr;
}

}  // namespace

Table::Table(const RecordType& record) : type_(TypeOfRecord(record)), fields_(ColumnFields(record)) {}

Table::Table(const Table& of, Batch batch)
    : type_(of.type_), fields_(of.fields_), batches_{std::move(batch)}, rows_(batches_[0]->size()) {}

void Table::Append(const Record& record) {
  if (!open_) open_ = std::make_shared<Column>(type_);
  open_->AppendRecord(record, fields_);
  ++rows_;
  if (open_->size() >= kRowsOfBatch ||
      (open_->size() % kRowsBetweenLooks == 0 && open_->bytes() >= kBytesOfBatch))
    Close();
}

void Table::Close() {
  if (open_) batches_.push_back(std::exchange(open_, nullptr));
}

std::vector<Table::Batch> Table::Take() { return std::exchange(batches_, {}); }

std::uint64_t Table::bytes() const {
  std::uint64_t all = 0;
  for (const Batch& batch : batches_) all += batch->bytes();
  return all;
}

std::vector<std::shared_ptr<Table>> Table::Divided() const {
  std::vector<std::shared_ptr<Table>> tables;
  for (const Batch& batch : batches_) tables.push_back(std::make_shared<Table>(*this, batch));
  return tables;
}

void Table::Export(ArrowArrayStream* to) const {
  *to = {.get_schema = &GetSchema,
         .get_next = &GetNext,
         .get_last_error = &GetLastError,
         .release = &ReleaseStream,
         .private_data = new Stream{type_, batches_}};
}

Collector::Collector(std::vector<const RecordType*> types) {
  for (const RecordType* type : types) tables_.push_back({type, std::make_shared<Table>(*type)});
}

bool Collector::On(const Record& record) {
  if (record.type().json_line) TableOf(record.type()).Append(record);
  for (const Field& field : record.type().fields) {
    if (!field.form.apart || !field.In(kInLines) || !field.Present(record)) continue;
    const Value value = field.read(record);
    if (field.kind == FieldKind::kRecord) {
      On(value.Nested());
      continue;
    }
    const ListValue& list = value.List();
    for (std::size_t i = 0; i < list.size; ++i) On(list.at(list, i).Nested());
  }
  return true;
}

void Collector::Close() {
  for (Named& named : tables_) named.table->Close();
}

Table& Collector::TableOf(const RecordType& type) {
  for (Named& named : tables_) {
    if (named.type == &type) return *named.table;
  }
  tables_.push_back({&type, std::make_shared<Table>(type)});
  return *tables_.back().table;
}

}  // namespace kindred::python
