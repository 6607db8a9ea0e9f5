// One component of many paths, piece by piece: what is the same in all of them, what varies, and in which
// form. This yields the part of a glob that matches them, and expressions that extract the varying pieces.
#pragma once

#include "agents/rule/draft/path_shape.hpp"
#include "agents/rule/rule.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::extraction {

/// The form that the values of a piece have.
enum class PieceForm : std::uint8_t {
  constant, ///< the same text in all paths, so not worth a field
  choice,   ///< one of a few words
  word,     ///< letters
  number,
  year,          ///< four digits
  month,         ///< 01 to 12
  day,           ///< 01 to 31
  month_of_year, ///< 2024-01
  date,          ///< YYYY-MM-DD or YYYYMMDD, all of them real days
  date_text,     ///< a day in a form that rules do not read, or an ambiguous one
  time,          ///< after a date
  timestamp,     ///< seconds since 1970
  uuid,
  hash,
  version,
  address, ///< IPv4
  text,    ///< anything
};

struct Piece {
  PieceForm form;
  std::vector<std::string_view> values; ///< one for each path
  std::string expression;               ///< matches each value, without a group

  [[nodiscard]] std::set<std::string_view> distinct() const { return {values.begin(), values.end()}; }
};

struct PathColumn {
  std::vector<Piece> pieces;        ///< in order; together they are the component without its extension
  std::string extension;            ///< the same for all except for case
  std::vector<std::string> endings; ///< as written
  std::vector<std::string> notes;   ///< parts whose form no rule can express, one sentence each

  [[nodiscard]] bool is_constant() const noexcept;
};

/// `names`: one for each path, at least one. `extension`: of file names, in lower case.
[[nodiscard]] PathColumn column_of(std::vector<std::string_view> const& names, NameForm form,
                                   std::string_view extension);

/// How precisely a glob describes what varies.
enum class GlobDetail : std::uint8_t {
  usual,
  exact, ///< each word and each length of number that was seen
};
[[nodiscard]] std::string glob_of(PathColumn const& column, GlobDetail detail);

/// The regular expression that matches only this text.
[[nodiscard]] std::string literal_expression(std::string_view text);

/// Matches the whole component; the piece is its group.
[[nodiscard]] std::string pattern_of(PathColumn const& column, std::size_t piece);

} // namespace artifactd::extraction
