// The single definition of a tuning state: its records, their members, types, words and ranges (seed:
// tuning-state, "State Structure"). The structural checks, the JSON Schema and the template all use it.
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
  stamp, ///< ISO 8601 with zone, an existing day
  texts, ///< an array of strings
  record,
  records, ///< an array of records
};

enum class Need : std::uint8_t {
  required,
  wanted,   ///< missing in real runs: its absence is a warning
  optional, ///< its absence is not reported
};

struct RecordShape;

struct FieldShape {
  std::string_view name;
  Base base;
  bool nullable = false;
  Need need = Need::required;
  std::span<std::string_view const> words = {}; ///< of a text: the only allowed values
  std::span<std::string_view const> newer = {}; ///< values of later writers: a warning
  RecordShape const* record = nullptr;          ///< of a record or records
  double least = 0;                             ///< of a whole or number
  double most = 9007199254740992.0;             ///< 2^53: readers lose digits beyond it
  std::string_view out_of_range = "S05";        ///< the invariant of `least` and `most`
  std::string_view initially = {};              ///< JSON text in the template; only for the top level
};

struct RecordShape {
  std::string_view name;
  std::span<FieldShape const> fields;
};

[[nodiscard]] RecordShape const& state_shape() noexcept;

/// Members of the top level that later writers add; kept, with a warning as for unknown members.
[[nodiscard]] std::span<std::string_view const> newer_members() noexcept;

} // namespace artifactd::tuning
