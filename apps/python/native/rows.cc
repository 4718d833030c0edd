// See rows.h. Reads only what Column exports.
#include "rows.h"

#include <string_view>

namespace nb = nanobind;

namespace kindred::python {

namespace {

template <typename T>
T At(const ArrowArray& array, std::int64_t buffer, std::int64_t row) {
  return static_cast<const T*>(array.buffers[buffer])[row];
}

bool Bit(const void* bits, std::int64_t row) {
  return (static_cast<const std::uint8_t*>(bits)[row / 8] >> (row % 8) & 1) != 0;
}

nb::object ValueAt(const ColumnType& type, const ArrowArray& array, std::int64_t row);

nb::object ListAt(const ColumnType& type, const ArrowArray& array, std::int64_t first, std::int64_t end) {
  nb::list list;
  for (std::int64_t row = first; row < end; ++row) list.append(ValueAt(type, array, row));
  return list;
}

nb::dict StructAt(const ColumnType& type, const ArrowArray& array, std::int64_t row) {
  nb::dict fields;
  for (std::size_t i = 0; i < type.children.size(); ++i)
    fields[type.children[i].name.c_str()] = ValueAt(type.children[i], *array.children[i], row);
  return fields;
}

nb::object MapAt(const ColumnType& type, const ArrowArray& array, std::int64_t row) {
  nb::dict map;
  const ColumnType& entries = type.children[0];
  const ArrowArray& pairs = *array.children[0];
  for (std::int32_t i = At<std::int32_t>(array, 1, row); i < At<std::int32_t>(array, 1, row + 1); ++i)
    map[ValueAt(entries.children[0], *pairs.children[0], i)] =
        ValueAt(entries.children[1], *pairs.children[1], i);
  return map;
}

nb::object ValueAt(const ColumnType& type, const ArrowArray& array, std::int64_t row) {
  if (array.buffers[0] != nullptr && !Bit(array.buffers[0], row)) return nb::none();
  const std::string_view format = type.format;
  if (format == "Z" || format == "U") {
    const auto begin = At<std::int64_t>(array, 1, row), end = At<std::int64_t>(array, 1, row + 1);
    const char* text = static_cast<const char*>(array.buffers[2]) + begin;
    const auto size = static_cast<std::size_t>(end - begin);
    // Names of files, as os.fsdecode makes them: any bytes, and os.fsencode gives them back.
    if (format == "Z") {
      PyObject* name = PyUnicode_DecodeFSDefaultAndSize(text, static_cast<Py_ssize_t>(size));
      if (name == nullptr) throw nb::python_error();
      return nb::steal(name);
    }
    return nb::str(text, size);
  }
  if (format == "L") return nb::int_(At<std::uint64_t>(array, 1, row));
  if (format == "l" || format.starts_with("ts")) return nb::int_(At<std::int64_t>(array, 1, row));
  if (format == "g") return nb::float_(At<double>(array, 1, row));
  if (format == "b") return nb::bool_(Bit(array.buffers[1], row));
  if (format == "+s") return StructAt(type, array, row);
  if (format == "+m") return MapAt(type, array, row);
  return ListAt(type.children[0], *array.children[0], At<std::int64_t>(array, 1, row),
                At<std::int64_t>(array, 1, row + 1));
}

}  // namespace

nb::list RowsOf(const Table& table) {
  nb::list rows;
  for (const Table::Batch& batch : table.batches()) {
    ArrowArray array;
    batch->Export(batch, &array);
    struct Guard {
      ArrowArray& array;
      ~Guard() { array.release(&array); }
    } guard{array};
    for (std::int64_t row = 0; row < array.length; ++row) rows.append(StructAt(table.type(), array, row));
  }
  return rows;
}

}  // namespace kindred::python
