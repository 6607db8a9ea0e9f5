// One component of many paths, piece by piece: what is the same in all of them and what varies, and in which
// form. From it come the part of a glob that matches them, and expressions that take the varying pieces out.
#pragma once

#include "agents/rule/draft/path_shape.hpp"
#include "agents/rule/rule.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::extraction {

/// Which form the values of a piece have.
enum class PieceForm : std::uint8_t {
  constant, ///< the same text in all paths, which nobody would ask for
  choice,   ///< one of a few words
  word,     ///< letters
  number,
  year,          ///< four digits
  month,         ///< 01 to 12
  day,           ///< 01 to 31
  month_of_year, ///< 2024-01
  date,          ///< YYYY-MM-DD or YYYYMMDD, real days all of them
  date_text,     ///< a day in a form that rules do not read, or one that may be read in two ways
  time,          ///< behind a date
  timestamp,     ///< seconds since 1970
  uuid,
  hash,
  version,
  address, ///< of IPv4
  text,    ///< anything
};

struct Piece {
  PieceForm form;
  std::vector<std::string_view> values; ///< one for each path
  std::string expression;               ///< matches each of them, without a group

  [[nodiscard]] std::set<std::string_view> distinct() const { return {values.begin(), values.end()}; }
};

struct PathColumn {
  std::vector<Piece> pieces;        ///< in order; together they are the component, less the extension
  std::string extension;            ///< the same for all but its case
  std::vector<std::string> endings; ///< as they are written
  std::vector<std::string> notes;   ///< what has no form that a rule can tell, one sentence each

  [[nodiscard]] bool is_constant() const noexcept;
};

/// `names`: one for each path, at least one. `extension`: of file
/// names, in small letters.
[[nodiscard]] PathColumn column_of(std::vector<std::string_view> const& names, NameForm form,
                                   std::string_view extension);

/// How much a glob says of what varies.
enum class GlobDetail : std::uint8_t {
  usual,
  exact, ///< each word that was seen, and each length of number
};
[[nodiscard]] std::string glob_of(PathColumn const& column, GlobDetail detail);

/// The regular expression that matches this text alone.
[[nodiscard]] std::string literal_expression(std::string_view text);

/// Matches the whole component; the piece is its group.
[[nodiscard]] std::string pattern_of(PathColumn const& column, std::size_t piece);

} // namespace artifactd::extraction
