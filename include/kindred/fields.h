// How a description names its fields: FieldsOf<FilePair>::Name<&FilePair::a>("a", {...}). A part is a member,
// or a function of the value (and of its owner, for an element of a list). Conversions are checked when the
// description compiles; reading is one call.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "kindred/record.h"

namespace kindred::inline v0 {

template <typename T>
class FieldsOf {
 public:
  template <auto Part>
  static Field Name(std::string_view key, FieldForm form = {}) {
    return {key, FieldKind::kName, &TextOf<Part>, form};
  }
  template <auto Part>
  static Field Text(std::string_view key, FieldForm form = {}) {
    return {key, FieldKind::kText, &TextOf<Part>, form};
  }
  template <auto Part>
  static Field Count(std::string_view key, FieldForm form = {}) {
    return {key, FieldKind::kCount, &CountOf<Part>, form};
  }
  template <auto Part>
  static Field Bytes(std::string_view key, FieldForm form = {}) {
    return {key, FieldKind::kBytes, &CountOf<Part>, form};
  }
  template <auto Part>
  static Field Share(std::string_view key, FieldForm form = {}) {
    return {key, FieldKind::kShare, &RealOf<Part>, form};
  }
  template <auto Part>
  static Field Real(std::string_view key, FieldForm form = {}) {
    return {key, FieldKind::kReal, &RealOf<Part>, form};
  }
  template <auto Part>
  static Field Flag(std::string_view key, FieldForm form = {}) {
    return {key, FieldKind::kFlag, &FlagOf<Part>, form};
  }
  template <auto Part>
  static Field Time(std::string_view key, FieldForm form = {}) {
    return {key, FieldKind::kTime, &TimeOf<Part>, form};
  }
  template <auto Part>
  static Field Key(std::string_view key, FieldForm form = {}) {
    return {key, FieldKind::kKey, &TimeOf<Part>, form};
  }
  static Field Ordinal(std::string_view key, FieldForm form = {}) {
    form.in &= ~static_cast<unsigned>(kInLines);
    return {key, FieldKind::kOrdinal, nullptr, form};
  }
  // A value that has a description.
  template <auto Part>
  static Field Nested(std::string_view key, FieldForm form = {}) {
    return {key, FieldKind::kRecord, &NestedOf<Part>, form, &TypeOf<PartType<Part>>};
  }
  template <auto Part>
  static Field Map(std::string_view key, FieldForm form = {}) {
    return {key, FieldKind::kMap, &ListOf<Part, Whole>, form, &TypeOf<ElementType<Part>>};
  }
  // A list of texts, of numbers, or of values that have a description.
  template <auto Part>
  static Field List(std::string_view key, FieldKind element, FieldForm form = {}) {
    form.element = element;
    Field field = {key, FieldKind::kList, &ListOf<Part, Whole>, form};
    if constexpr (!std::is_convertible_v<ElementType<Part>, std::string_view> &&
                  !std::is_arithmetic_v<ElementType<Part>>)
      field.nested = &TypeOf<ElementType<Part>>;
    return field;
  }
  // A list of one member of each element.
  template <auto Part, auto Member>
  static Field Each(std::string_view key, FieldKind element, FieldForm form = {}) {
    form.element = element;
    return {key, FieldKind::kList, &ListOf<Part, Member>, form};
  }

  // For FieldForm::when: the part is true, more than 0, or not empty.
  template <auto Part>
  static bool If(const Record& record) {
    const auto& part = Get<Part>(record);
    if constexpr (requires { part.empty(); }) {
      return !part.empty();
    } else {
      return part > 0;
    }
  }

 private:
  // The type of the second parameter of a function (value, owner).
  template <typename Function>
  struct OwnerOf;
  template <typename Function, typename Result, typename Element, typename Owner>
  struct OwnerOf<Result (Function::*)(const Element&, const Owner&) const> {
    using Type = Owner;
  };

  static constexpr auto Whole = nullptr;  // for ListOf: the element itself

  template <auto Part>
  static decltype(auto) Get(const Record& record) {
    const T& value = *static_cast<const T*>(record.value());
    if constexpr (std::is_member_object_pointer_v<decltype(Part)>) {
      return (value.*Part);
    } else if constexpr (std::is_invocable_v<decltype(Part), const T&>) {
      return Part(value);
    } else {
      using Owner = typename OwnerOf<decltype(&decltype(Part)::operator())>::Type;
      return Part(value, *static_cast<const Owner*>(record.owner()));
    }
  }

  template <auto Part>
  using PartType = std::decay_t<decltype(Get<Part>(std::declval<const Record&>()))>;
  template <auto Part>
  using ElementType = typename PartType<Part>::value_type;

  // Text that lies in the result is referred to; text made for the reader is handed over.
  template <typename Text>
  static Value AsText(Text&& text) {
    if constexpr (std::is_rvalue_reference_v<Text&&> && std::is_same_v<std::decay_t<Text>, std::string>) {
      return Value(std::string(std::forward<Text>(text)));
    } else {
      return Value(std::string_view(text));
    }
  }

  template <auto Part>
  static Value TextOf(const Record& record) {
    return AsText<decltype(Get<Part>(record))>(Get<Part>(record));
  }
  template <auto Part>
  static Value CountOf(const Record& record) {
    return Value(static_cast<std::uint64_t>(Get<Part>(record)));
  }
  template <auto Part>
  static Value RealOf(const Record& record) {
    return Value(static_cast<double>(Get<Part>(record)));
  }
  template <auto Part>
  static Value TimeOf(const Record& record) {
    return Value(static_cast<std::int64_t>(Get<Part>(record)));
  }
  template <auto Part>
  static Value FlagOf(const Record& record) {
    return Value(static_cast<bool>(Get<Part>(record)));
  }
  template <auto Part>
  static Value NestedOf(const Record& record) {
    const auto& part = Get<Part>(record);
    return Value(Record(TypeOf<std::decay_t<decltype(part)>>(), &part, record.value()));
  }

  template <auto Part, auto Member>
  static Value ListOf(const Record& record) {
    const std::span list(Get<Part>(record));
    using Element = typename decltype(list)::value_type;
    return Value(ListValue{list.size(),
                           [](const ListValue& from, std::size_t i) {
                             const Element& element = static_cast<const Element*>(from.data)[i];
                             return ElementValue<Element, Member>(element, from.owner);
                           },
                           list.data(), record.value()});
  }

  template <typename Element, auto Member>
  static Value ElementValue(const Element& element, const void* owner) {
    if constexpr (!std::is_same_v<decltype(Member), std::nullptr_t>) {
      return FieldValue(element.*Member);
    } else if constexpr (std::is_convertible_v<Element, std::string_view>) {
      return Value(std::string_view(element));
    } else if constexpr (std::is_arithmetic_v<Element>) {
      return FieldValue(element);
    } else {
      return Value(Record(TypeOf<Element>(), &element, owner));
    }
  }

  static Value FieldValue(const std::string& text) { return Value(std::string_view(text)); }
  static Value FieldValue(std::uint64_t count) { return Value(count); }
  static Value FieldValue(std::int64_t time) { return Value(time); }
  static Value FieldValue(double number) { return Value(number); }
};

}  // namespace kindred::inline v0
