// See column.h.
#include "column.h"

#include <cstring>

#include "kindred/report.h"
#include "utf8.h"

namespace kindred::python {

namespace {

constexpr char kNumbers = 'n';

ColumnType ElementType(const Field& field, FieldKind kind, std::string name) {
  ColumnType type{std::move(name), "", {}};
  switch (kind) {
    case FieldKind::kName:
      type.format = "Z";
      break;
    case FieldKind::kText:
      type.format = "U";
      break;
    case FieldKind::kCount:
    case FieldKind::kBytes:
    case FieldKind::kOrdinal:
      type.format = "L";
      break;
    case FieldKind::kKey:
      type.format = "l";
      break;
    case FieldKind::kShare:
    case FieldKind::kReal:
    case FieldKind::kSeconds:
      type.format = "g";
      break;
    case FieldKind::kTime:
      type.format = "tsn:UTC";
      break;
    case FieldKind::kFlag:
      type.format = "b";
      break;
    case FieldKind::kRecord: {
      ColumnType record = TypeOfRecord(field.nested());
      record.name = type.name;
      return record;
    }
    case FieldKind::kMap:
      type.format = "+m";
      type.children = {{"entries", "+s", {{"key", "U", {}, false}, {"value", "U"}}, false}};
      break;
    case FieldKind::kList:
      type.format = "+L";
      type.children = {ElementType(field, field.form.element, "item")};
      break;
  }
  return type;
}

char FormOf(std::string_view format) {
  if (format == "L" || format == "l" || format == "g" || format.starts_with("ts")) return kNumbers;
  return format[0] == '+' ? format[1] : format[0];
}

void SetBit(std::uint64_t at, bool value, Buffer* bits) {
  if (at % 8 == 0) bits->push_back(0);
  if (value) bits->back() = static_cast<std::uint8_t>(bits->back() | 1u << (at % 8));
}

struct OwnedSchema {
  std::string name;
  std::string format;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> pointers;
};

struct OwnedArray {
  std::shared_ptr<const void> owner;
  std::vector<const void*> buffers;
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> pointers;
};

template <typename Struct, typename Owned>
void Release(Struct* released) {
  const auto* owned = static_cast<Owned*>(released->private_data);
  // A consumer may have moved a child elsewhere: then its release is nullptr here.
  for (std::int64_t i = 0; i < released->n_children; ++i) {
    Struct* child = released->children[i];
    if (child->release != nullptr) child->release(child);
  }
  released->release = nullptr;
  delete owned;
}

// An empty buffer must not be nullptr.
const void* BytesOf(const Buffer& buffer) {
  static const std::uint64_t nothing[1] = {0};
  return buffer.empty() ? static_cast<const void*>(nothing) : buffer.data();
}

}  // namespace

std::vector<const Field*> ColumnFields(const RecordType& type) {
  std::vector<const Field*> fields;
  for (const Field& field : type.fields) {
    if (field.In(kInLines) && !field.form.apart) fields.push_back(&field);
  }
  return fields;
}

ColumnType TypeOfRecord(const RecordType& type) {
  ColumnType record{std::string(type.name), "+s"};
  for (const Field* field : ColumnFields(type))
    record.children.push_back(ElementType(*field, field->kind, std::string(field->key)));
  return record;
}

void ExportSchema(const ColumnType& type, ArrowSchema* to) {
  auto owned = std::make_unique<OwnedSchema>();
  owned->name = type.name;
  owned->format = type.format;
  owned->children.resize(type.children.size());
  for (std::size_t i = 0; i < type.children.size(); ++i) {
    ExportSchema(type.children[i], &owned->children[i]);
    owned->pointers.push_back(&owned->children[i]);
  }
  *to = {.format = owned->format.c_str(),
         .name = owned->name.c_str(),
         .metadata = nullptr,
         .flags = type.nullable ? kArrowNullable : 0,
         .n_children = static_cast<std::int64_t>(owned->children.size()),
         .children = owned->pointers.data(),
         .dictionary = nullptr,
         .release = &Release<ArrowSchema, OwnedSchema>,
         .private_data = nullptr};
  to->private_data = owned.release();
}

Column::Column(const ColumnType& type) : form_(FormOf(type.format)) {
  for (const ColumnType& child : type.children) children_.emplace_back(child);
  if (form_ == 'Z' || form_ == 'U' || form_ == 'L') offsets_.push_back(0);
  if (form_ == 'm') Put(std::int32_t{0});
}

std::uint64_t Column::bytes() const {
  std::uint64_t all = validity_.size() + values_.size() + offsets_.size() * sizeof offsets_[0];
  for (const Column& child : children_) all += child.bytes();
  return all;
}

template <typename T>
void Column::Put(T value) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&value);
  values_.insert(values_.end(), bytes, bytes + sizeof value);
}

void Column::AppendValidity(bool valid) {
  if (!valid && nulls_++ == 0) {
    // The first null: all before it are there.
    validity_.assign((size_ + 7) / 8, 0xff);
    if (size_ % 8 != 0) validity_.back() = static_cast<std::uint8_t>((1u << (size_ % 8)) - 1);
  }
  if (nulls_ > 0) SetBit(size_, valid, &validity_);
  ++size_;
}

void Column::AppendText(std::string_view text) {
  values_.insert(values_.end(), text.begin(), text.end());
  offsets_.push_back(static_cast<std::int64_t>(values_.size()));
}

void Column::AppendFlag(bool flag) { SetBit(size_, flag, &values_); }

void Column::AppendNull() {
  switch (form_) {
    case kNumbers:
      Put(std::uint64_t{0});
      break;
    case 'b':
      AppendFlag(false);
      break;
    case 's':
      for (Column& child : children_) child.AppendNull();
      break;
    case 'm':
      Put(static_cast<std::int32_t>(children_[0].size_));
      break;
    default:  // nothing is added to texts and lists
      offsets_.push_back(offsets_.back());
  }
  AppendValidity(false);
}

void Column::Append(const Field& field, FieldKind kind, const Value& value) {
  switch (kind) {
    case FieldKind::kName:
      if (field.form.nullable && value.Text().empty()) return AppendNull();
      AppendText(value.Text());
      break;
    case FieldKind::kText:
      if (field.form.nullable && value.Text().empty()) return AppendNull();
      // A text is UTF-8, except for user input; other bytes are written \\ooo.
      if (IsUtf8(value.Text())) {
        AppendText(value.Text());
      } else {
        AppendText(OneLineText(value.Text()));
      }
      break;
    case FieldKind::kCount:
    case FieldKind::kBytes:
    case FieldKind::kOrdinal:
      Put(value.Count());
      break;
    case FieldKind::kKey:
      Put(value.Time());
      break;
    case FieldKind::kShare:
    case FieldKind::kReal:
    case FieldKind::kSeconds:
      Put(value.Real());
      break;
    case FieldKind::kTime:
      if (value.Time() == kNoTime) return AppendNull();
      Put(value.Time());
      break;
    case FieldKind::kFlag:
      AppendFlag(value.Flag());
      break;
    case FieldKind::kRecord:
      if (fields_of_ != &value.Nested().type()) {
        fields_of_ = &value.Nested().type();
        fields_ = ColumnFields(*fields_of_);
      }
      return AppendRecord(value.Nested(), fields_);
    case FieldKind::kMap: {
      const ListValue& list = value.List();
      Column& entries = children_[0];
      for (std::size_t i = 0; i < list.size; ++i) {
        const Value element = list.at(list, i);
        const Record& entry = element.Nested();
        for (std::size_t part : {0, 1}) {
          const Field& text = entry.type().fields[part];
          entries.children_[part].Append(text, FieldKind::kText, text.read(entry));
        }
        entries.AppendValidity(true);
      }
      Put(static_cast<std::int32_t>(entries.size_));
      break;
    }
    case FieldKind::kList: {
      const ListValue& list = value.List();
      for (std::size_t i = 0; i < list.size; ++i)
        children_[0].Append(field, field.form.element, list.at(list, i));
      offsets_.push_back(static_cast<std::int64_t>(children_[0].size_));
      break;
    }
  }
  AppendValidity(true);
}

void Column::AppendRecord(const Record& record, std::span<const Field* const> fields) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const Field& field = *fields[i];
    if (field.Present(record)) {
      children_[i].Append(field, field.kind, field.read(record));
    } else {
      children_[i].AppendNull();
    }
  }
  AppendValidity(true);
}

void Column::Export(const std::shared_ptr<const void>& owner, ArrowArray* to) const {
  auto owned = std::make_unique<OwnedArray>();
  owned->owner = owner;
  owned->buffers = {nulls_ == 0 ? nullptr : BytesOf(validity_)};
  if (!offsets_.empty()) owned->buffers.push_back(offsets_.data());
  if (form_ != 's' && form_ != 'L') owned->buffers.push_back(BytesOf(values_));
  owned->children.resize(children_.size());
  for (std::size_t i = 0; i < children_.size(); ++i) {
    children_[i].Export(owner, &owned->children[i]);
    owned->pointers.push_back(&owned->children[i]);
  }
  *to = {.length = static_cast<std::int64_t>(size_),
         .null_count = static_cast<std::int64_t>(nulls_),
         .offset = 0,
         .n_buffers = static_cast<std::int64_t>(owned->buffers.size()),
         .n_children = static_cast<std::int64_t>(owned->children.size()),
         .buffers = owned->buffers.data(),
         .children = owned->pointers.data(),
         .dictionary = nullptr,
         .release = &Release<ArrowArray, OwnedArray>,
         .private_data = nullptr};
  to->private_data = owned.release();
}

}  // namespace kindred::python
