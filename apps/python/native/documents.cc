// See documents.h. Formats are those of the Arrow C data interface: z and u have offsets of 32 bits, Z and U
// of 64, vz and vu are views (what polars keeps its strings in).
#include "documents.h"

#include <cstring>
#include <string>

namespace nb = nanobind;

namespace kindred::python {

namespace {

constexpr char kEmpty[] = "";

template <typename T>
const T* BufferOf(const ArrowArray& array, std::int64_t number) {
  return static_cast<const T*>(array.buffers[number]);
}

bool IsNull(const ArrowArray& array, std::int64_t row) {
  const auto* validity = BufferOf<std::uint8_t>(array, 0);
  return validity != nullptr && (validity[row / 8] >> (row % 8) & 1) == 0;
}

// A capsule of this name; what it holds is moved out of it.
template <typename Struct>
Struct Move(nb::handle capsule, const char* name) {
  auto* held = static_cast<Struct*>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (held == nullptr) throw nb::python_error();
  const Struct moved = *held;
  held->release = nullptr;
  return moved;
}

[[noreturn]] void Refuse(const std::string& what) {
  throw nb::type_error(
      ("documents are bytes, texts, a sequence of these, or an Arrow column of binary or text; this is " +
       what)
          .c_str());
}

template <typename Struct>
struct Releasing {
  Struct held;
  ~Releasing() {
    if (held.release != nullptr) held.release(&held);
  }
};

}  // namespace

Documents::Documents(nb::handle from) {
  try {
    if (nb::hasattr(from, "__arrow_c_stream__")) {
      TakeStream(from.attr("__arrow_c_stream__")());
    } else if (nb::hasattr(from, "__arrow_c_array__")) {
      const nb::tuple both = nb::cast<nb::tuple>(from.attr("__arrow_c_array__")());
      const Releasing<ArrowSchema> schema{Move<ArrowSchema>(both[0], "arrow_schema")};
      arrays_.push_back(Move<ArrowArray>(both[1], "arrow_array"));
      TakeArray(schema.held, arrays_.back());
    } else {
      TakeSequence(from);
    }
  } catch (...) {
    Release();
    throw;
  }
}

Documents::~Documents() { Release(); }

void Documents::Release() {
  for (Py_buffer& buffer : buffers_) PyBuffer_Release(&buffer);
  for (ArrowArray& array : arrays_) {
    if (array.release != nullptr) array.release(&array);
  }
  buffers_.clear();
  arrays_.clear();
}

void Documents::Add(const void* data, std::int64_t size) {
  // An empty document is not a missing one.
  views_.emplace_back(size == 0 || data == nullptr ? kEmpty : static_cast<const char*>(data),
                      static_cast<std::size_t>(size));
}

void Documents::TakeSequence(nb::handle from) {
  for (nb::handle item : from) {
    if (item.is_none()) {
      views_.emplace_back();
      continue;
    }
    Py_buffer buffer;
    if (PyObject_GetBuffer(item.ptr(), &buffer, PyBUF_SIMPLE) != 0) throw nb::python_error();
    buffers_.push_back(buffer);
    Add(buffer.buf, buffer.len);
  }
}

void Documents::TakeStream(nb::handle capsule) {
  Releasing<ArrowArrayStream> stream{Move<ArrowArrayStream>(capsule, "arrow_array_stream")};
  auto want = [&](int code) {
    if (code == 0) return;
    const char* why = stream.held.get_last_error(&stream.held);
    throw std::runtime_error(why == nullptr ? "the Arrow stream failed" : why);
  };
  Releasing<ArrowSchema> schema{};
  want(stream.held.get_schema(&stream.held, &schema.held));
  for (;;) {
    ArrowArray array{};
    want(stream.held.get_next(&stream.held, &array));
    if (array.release == nullptr) break;
    arrays_.push_back(array);
    TakeArray(schema.held, arrays_.back());
  }
}

void Documents::TakeArray(const ArrowSchema& schema, const ArrowArray& array) {
  const std::string_view format = schema.format;
  if (format == "+s") {
    if (schema.n_children != 1)
      Refuse("a table of " + std::to_string(schema.n_children) + " columns: choose one");
    if (array.offset != 0) Refuse("a slice of a struct");
    return TakeArray(*schema.children[0], *array.children[0]);
  }
  if (schema.dictionary != nullptr) Refuse("dictionary-encoded: decode it first");
  auto each = [&](auto add) {
    for (std::int64_t row = array.offset; row < array.offset + array.length; ++row) {
      if (IsNull(array, row)) {
        views_.emplace_back();
      } else {
        add(row);
      }
    }
  };
  auto by_offsets = [&](auto* offsets) {
    const auto* bytes = BufferOf<char>(array, 2);
    each([&](std::int64_t row) { Add(bytes + offsets[row], offsets[row + 1] - offsets[row]); });
  };
  if (format == "z" || format == "u") {
    by_offsets(BufferOf<std::int32_t>(array, 1));
  } else if (format == "Z" || format == "U") {
    by_offsets(BufferOf<std::int64_t>(array, 1));
  } else if (format == "vz" || format == "vu") {
    // 16 bytes each: the length, then either up to 12 bytes, or the first four, the number of a buffer and a
    // place.
    each([&](std::int64_t row) {
      const char* view = BufferOf<char>(array, 1) + 16 * row;
      std::int32_t parts[4];
      std::memcpy(parts, view, sizeof parts);
      const bool is_inside = parts[0] <= 12;
      Add(is_inside ? view + 4 : BufferOf<char>(array, 2 + parts[2]) + parts[3], parts[0]);
    });
  } else {
    Refuse("an Arrow column of format '" + std::string(format) + "'");
  }
}

}  // namespace kindred::python
