// An extraction rule that passed the schema: which paths it is for and what it extracts from them.
// rule_reader defines what the file may contain and how mistakes are reported.
#pragma once

#include "agents/rule/glob.hpp"
#include "agents/rule/pattern.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace artifactd::extraction {

enum class SourceKind : std::uint8_t { segment, filename, full_path, rel_path };

struct Source {
  SourceKind kind = SourceKind::filename;
  std::int64_t index = 0; ///< of a segment; out of range for all paths if the written number is huge
};

enum class FieldType : std::uint8_t { string, integer, date, uuid };
enum class Normalisation : std::uint8_t { none, lowercase, uppercase, strip_leading_zeros };

struct Field {
  std::string name;
  Source source{};
  std::optional<Pattern> pattern{};
  Normalisation normalisation = Normalisation::none;
  FieldType type = FieldType::string;
  std::optional<nlohmann::ordered_json> fallback{}; ///< `default`: emitted unchanged
  std::size_t byte = 0;                             ///< where its definition begins in the raw text
};

inline constexpr std::int64_t default_priority = 100;

struct Rule {
  std::string name;
  Glob glob;
  std::vector<Field> fields{}; ///< empty: the rule only tags
  std::optional<std::string> tag{};
  std::int64_t priority = default_priority; ///< 0 to 1000
  std::size_t glob_byte = 0;                ///< where the glob begins in the raw text
  std::string file{};                       ///< the name of the file it was read from
};

[[nodiscard]] std::string_view type_word(FieldType type) noexcept;

} // namespace artifactd::extraction
