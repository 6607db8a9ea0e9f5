// The one source of what a tuning state looks like: its records, their members, types, words and ranges
// (seed: tuning-state, "State Structure"). The structural checks, the JSON Schema and the template all read
// it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace artifactd::tuning {

enum class Base : std::uint8_t {
  text,
  whole,  ///< a non-negative integer up to 2^53
  number, ///< within `least` and `most`
  flag,
  stamp, ///< ISO 8601 with zone, a day that exists
  texts, ///< an array of strings
  record,
  records, ///< an array of them
};

enum class Need : std::uint8_t {
  required,
  wanted,   ///< real runs lack it: missing is a warning
  optional, ///< silently
};

struct RecordShape;

struct FieldShape {
  std::string_view name;
  Base base;
  bool nullable = false;
  Need need = Need::required;
  std::span<std::string_view const> words = {}; ///< of a text: the only values it may have
  std::span<std::string_view const> newer = {}; ///< values of later writers: a warning
  RecordShape const* record = nullptr;          ///< of a record or records
  double least = 0;                             ///< of a whole or number
  double most = 9007199254740992.0;             ///< 2^53: beyond, readers lose digits
  std::string_view out_of_range = "S05";        ///< the invariant that `least` and `most` are
  std::string_view initially = {};              ///< JSON text in the template; of the top level only
};

struct RecordShape {
  std::string_view name;
  std::span<FieldShape const> fields;
};

[[nodiscard]] RecordShape const& state_shape() noexcept;

/// Members of the top level that later writers add; kept, and warned of as the others that are unknown.
[[nodiscard]] std::span<std::string_view const> newer_members() noexcept;

} // namespace artifactd::tuning
