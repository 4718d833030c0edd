// Descriptions of the records of kindred/steps.h; kindred/record.h explains descriptions.
#include "kindred/steps.h"
#include "report/records/shared_fields.h"

namespace kindred::inline v0 {

template <>
const RecordType& TypeOf<JudgedPair>() {
  using F = FieldsOf<JudgedPair>;
  using T = JudgedPair;
  static const RecordType type = {
      .name = "judged_pair",
      .fields = {F::Count<&T::row>("row"), F::Real<&T::of_a>("of_a"), F::Real<&T::of_b>("of_b"),
                 F::Real<&T::similarity>("similarity"), F::Real<&T::error>("error"),
                 F::Bytes<&T::shared_bytes>("shared_bytes"), F::Flag<&T::open>("open"),
                 F::Flag<&T::uncertain>("uncertain")}};
  return type;
}

template <>
const RecordType& TypeOf<MeasuredPair>() {
  using F = FieldsOf<MeasuredPair>;
  using T = MeasuredPair;
  static const RecordType type = {
      .name = "measured_pair",
      .fields = {F::Count<&T::row>("row"), F::Real<&T::of_a>("of_a"), F::Real<&T::of_b>("of_b"),
                 F::Real<&T::similarity>("similarity"), F::Bytes<&T::shared_bytes>("shared_bytes")}};
  return type;
}

}  // namespace kindred::inline v0
