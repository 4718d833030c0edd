// Documents in Python's memory: bytes-like objects, or a column of any library that supports Arrow. They are
// read in place, without a copy.
#pragma once

#include <nanobind/nanobind.h>

#include <span>
#include <string_view>
#include <vector>

#include "arrow_abi.h"

namespace kindred::python {

class Documents {
 public:
  // A sequence of bytes-like objects and Nones; or an object with __arrow_c_stream__ or __arrow_c_array__
  // whose column, or only column, is binary or text. Raises TypeError for anything else.
  explicit Documents(nanobind::handle from);
  ~Documents();
  Documents(const Documents&) = delete;
  Documents& operator=(const Documents&) = delete;

  // data() is nullptr for a null, but not for an empty document.
  std::span<const std::string_view> views() const { return views_; }

 private:
  void Release();
  void TakeSequence(nanobind::handle from);
  void TakeStream(nanobind::handle capsule);
  void TakeArray(const ArrowSchema& schema, const ArrowArray& array);
  void Add(const void* data, std::int64_t size);

  std::vector<std::string_view> views_;
  std::vector<Py_buffer> buffers_;
  std::vector<ArrowArray> arrays_;
};

}  // namespace kindred::python
