#include "agents/rule/draft/path_column.hpp"

#include "agents/rule/coercion.hpp"
#include "agents/rule/draft/path_token.hpp"
#include "agents/rule/draft/piece_forms.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <set>

namespace artifactd::extraction {

namespace {

constexpr std::size_t most_choices = 6;
constexpr std::size_t each_choice_in = 4; ///< a word is one of a few if each was seen so often
constexpr std::size_t most_listed = 32;   ///< in a glob
constexpr std::size_t few_paths = 5;      ///< too few to call what does not vary constant

std::string escaped(std::string_view text) {
  constexpr std::string_view special = R"(\.+*?()|[]{}^$)";
  std::string result;
  for (char const c : text) {
    if (special.contains(c)) result += '\\';
    result += c;
  }
  return result;
}

std::set<std::string_view> distinct(std::vector<std::string_view> const& values) {
  return {values.begin(), values.end()};
}

/// Names without a common form: what all begin and end with, cut at the edge of a token, is constant.
class FreeNames {
public:
  explicit FreeNames(std::vector<std::string_view> const& names) : names_(names) {}

  std::vector<Piece> pieces() {
    auto const front = shared(false);
    auto const back = shared(true);
    std::vector<Piece> pieces;
    add_constant(pieces, [front](std::string_view name) { return name.substr(0, front); });
    Piece text{PieceForm::text, {}, ".+"};
    for (auto const name : names_)
      text.values.push_back(name.substr(front, name.size() - front - back));
    pieces.push_back(std::move(text));
    add_constant(pieces, [back](std::string_view name) { return name.substr(name.size() - back); });
    return pieces;
  }

private:
  /// Bytes that all have in common at one end, leaving each a character.
  std::size_t shared(bool from_behind) const {
    auto const first = names_.front();
    auto length = first.size();
    for (auto const name : names_) {
      auto const most = std::min({length, name.size() - std::min<std::size_t>(name.size(), 1), name.size()});
      std::size_t same = 0;
      while (same < most && (from_behind ? name[name.size() - 1 - same] == first[first.size() - 1 - same]
                                         : name[same] == first[same]))
        ++same;
      length = same;
    }
    return cut_at_mark(from_behind ? first.substr(first.size() - length) : first.substr(0, length),
                       from_behind);
  }

  /// A shared end counts up to its last mark: "notes_" of notes_a and notes_b, nothing of apple and apply.
  static std::size_t cut_at_mark(std::string_view shared, bool from_behind) {
    auto const tokens = tokens_of(shared);
    std::size_t kept = 0;
    std::size_t length = 0;
    auto const count = [&](PathToken const& token) {
      length += token.text.size();
      if (token.kind == TokenKind::mark) kept = length;
    };
    if (from_behind)
      std::for_each(tokens.rbegin(), tokens.rend(), count);
    else
      std::ranges::for_each(tokens, count);
    return kept;
  }

  template <class Cut>
  void add_constant(std::vector<Piece>& pieces, Cut const& cut) {
    if (cut(names_.front()).empty()) return;
    Piece piece{PieceForm::constant, {}, escaped(cut(names_.front()))};
    for (auto const name : names_)
      piece.values.push_back(cut(name));
    pieces.push_back(std::move(piece));
  }

  std::vector<std::string_view> const& names_;
};

/// Names that are made alike: token by token.
class FormedNames {
public:
  FormedNames(std::vector<std::string_view> const& names, Grain grain, PathColumn& column)
      : column_(column), grain_(grain) {
    for (auto const name : names)
      rows_.push_back(tokens_of(name, grain));
  }

  std::vector<Piece> pieces() {
    std::vector<Piece> pieces;
    auto const count = rows_.front().size();
    for (std::size_t at = 0; at < count;) {
      auto const span = form_at(rows_, at);
      auto piece = this->piece(at, span.tokens, span.form);
      if (!span.note.empty()) column_.notes.push_back(span.note);
      at += span.tokens;
      if (piece.form == PieceForm::constant && !pieces.empty() && pieces.back().form == PieceForm::constant)
        join(pieces.back(), piece);
      else
        pieces.push_back(std::move(piece));
    }
    return pieces;
  }

private:
  Piece piece(std::size_t at, std::size_t count, PieceForm form) const {
    Piece piece{form, {}, {}};
    for (auto const& row : rows_) {
      auto const* begin = row[at].text.data();
      auto const& last = row[at + count - 1].text;
      piece.values.emplace_back(begin, static_cast<std::size_t>(last.data() + last.size() - begin));
    }
    if (form == PieceForm::word || form == PieceForm::constant) piece.form = word_form(piece, at);
    if (form == PieceForm::number && stays(piece, at)) piece.form = PieceForm::constant;
    piece.expression = expression(piece, at + count);
    return piece;
  }

  PieceForm word_form(Piece const& piece, std::size_t at) const {
    auto const words = distinct(piece.values);
    if (words.size() == 1) {
      // key=value: what is written as a value is one.
      bool const value = at >= 2 && at + 1 == rows_.front().size() && rows_.front()[at - 1].text == "=";
      return value ? PieceForm::word : PieceForm::constant;
    }
    bool const few = words.size() <= most_choices && rows_.size() >= words.size() * each_choice_in;
    return few ? PieceForm::choice : PieceForm::word;
  }

  /// A number that is the same everywhere and part of a word: the 1 of T1w; or one that many paths share.
  bool stays(Piece const& piece, std::size_t at) const {
    if (distinct(piece.values).size() > 1) return false;
    auto const is_letter = [this](std::size_t token) { return rows_.front()[token].kind == TokenKind::word; };
    bool const glued = (at > 0 && is_letter(at - 1)) || (at + 1 < rows_.front().size() && is_letter(at + 1));
    bool const value = at > 0 && rows_.front()[at - 1].text == "=";
    return !value && (glued || rows_.size() >= few_paths);
  }

  std::string expression(Piece const& piece, std::size_t next) const {
    switch (piece.form) {
    case PieceForm::constant:
      return escaped(piece.values.front());
    case PieceForm::choice: {
      std::vector<std::string> words;
      for (auto const word : distinct(piece.values))
        words.push_back(escaped(word));
      return fmt::format("(?:{})", fmt::join(words, "|"));
    }
    case PieceForm::word: {
      auto const plain = grain_ == Grain::fine;
      if (next == rows_.front().size()) return plain ? R"(\D+)" : ".+";
      auto const& mark = rows_.front()[next];
      if (mark.kind != TokenKind::mark) return R"(\D+)";
      return "[^" + escaped_in_class(mark.text) + (plain ? R"(\d]+)" : "]+");
    }
    default:
      return expression_of(piece.form, piece.values);
    }
  }

  static std::string escaped_in_class(std::string_view mark) {
    return (mark == "-" || mark == "]" || mark == "^" || mark == "\\" || mark == "[" ? "\\" : "") +
           std::string(mark);
  }

  static void join(Piece& piece, Piece const& next) {
    for (std::size_t i = 0; i < piece.values.size(); ++i)
      piece.values[i] = {piece.values[i].data(), piece.values[i].size() + next.values[i].size()};
    piece.expression += next.expression;
  }

  PathColumn& column_;
  Grain grain_;
  std::vector<std::vector<PathToken>> rows_;
};

/// One that is a group already, of alternatives, only begins to count.
std::string as_group(std::string const& expression) {
  constexpr std::string_view uncounted = "(?:";
  auto const alternatives =
      expression.starts_with(uncounted) && expression.find(')') + 1 == expression.size();
  return alternatives ? "(" + expression.substr(uncounted.size()) : "(" + expression + ")";
}

std::string alternatives_of(std::set<std::string> const& globs) {
  if (globs.size() == 1) return *globs.begin();
  return fmt::format("{{{}}}", fmt::join(globs, ","));
}

std::string digits(std::size_t count) {
  std::string glob;
  for (std::size_t i = 0; i < count; ++i)
    glob += "[0-9]";
  return glob;
}

/// Digits where the values have digits, the rest as it is.
std::string glob_of_digits(std::string_view value) {
  std::string glob;
  for (char const c : value)
    glob += c >= '0' && c <= '9' ? "[0-9]" : literal_glob(std::string_view(&c, 1));
  return glob;
}

std::string glob_of(Piece const& piece, GlobDetail detail) {
  auto const words = distinct(piece.values);
  auto const longest = std::ranges::max(piece.values, {}, &std::string_view::size).size();
  auto const shortest = std::ranges::min(piece.values, {}, &std::string_view::size).size();
  std::set<std::string> globs;
  switch (piece.form) {
  case PieceForm::constant:
    return literal_glob(piece.values.front());
  case PieceForm::word:
  case PieceForm::text:
    if (detail == GlobDetail::usual || words.size() > most_listed) return "*";
    [[fallthrough]];
  case PieceForm::choice:
    for (auto const word : words)
      globs.insert(literal_glob(word));
    return alternatives_of(globs);
  case PieceForm::uuid:
    return std::string(8, '?') + "-\?\?\?\?-\?\?\?\?-\?\?\?\?-" + std::string(12, '?');
  case PieceForm::hash:
    return longest == shortest ? std::string(longest, '?') : "*";
  case PieceForm::version:
  case PieceForm::address:
    return "[0-9]*.[0-9]*";
  case PieceForm::number:
    if (longest == shortest) return digits(longest);
    if (detail == GlobDetail::usual) return digits(shortest) + "*";
    for (auto length = shortest; length <= longest; ++length)
      globs.insert(digits(length));
    return alternatives_of(globs);
  default:
    for (auto const word : words)
      globs.insert(glob_of_digits(word));
    return alternatives_of(globs);
  }
}

} // namespace

bool PathColumn::is_constant() const noexcept {
  return std::ranges::all_of(pieces, [](Piece const& piece) { return piece.form == PieceForm::constant; });
}

PathColumn column_of(std::vector<std::string_view> const& names, NameForm form, std::string_view extension) {
  PathColumn column;
  column.extension = extension;
  std::vector<std::string_view> stems;
  std::set<std::string> endings;
  for (auto const name : names) {
    stems.push_back(name.substr(0, name.size() - extension.size()));
    endings.emplace(name.substr(name.size() - extension.size()));
  }
  column.endings.assign(endings.begin(), endings.end());
  auto const grain = form == NameForm::fine ? Grain::fine : Grain::coarse;
  column.pieces =
      form == NameForm::free ? FreeNames(stems).pieces() : FormedNames(stems, grain, column).pieces();
  return column;
}

std::string glob_of(PathColumn const& column, GlobDetail detail) {
  std::string glob;
  for (auto const& piece : column.pieces) {
    auto const next = glob_of(piece, detail);
    // Two stars side by side would be a folder of any depth, or none at all.
    if (!(next.starts_with('*') && glob.ends_with('*')))
      glob += next;
    else
      glob += next.substr(1);
  }
  std::set<std::string> endings;
  for (auto const& ending : column.endings)
    endings.insert(literal_glob(ending));
  return glob + (column.extension.empty() ? "" : alternatives_of(endings));
}

std::string pattern_of(PathColumn const& column, std::size_t piece) {
  std::string pattern = "^";
  for (std::size_t i = 0; i < column.pieces.size(); ++i)
    pattern += i == piece ? as_group(column.pieces[i].expression) : column.pieces[i].expression;
  if (column.endings.size() == 1) return pattern + escaped(column.endings.front()) + "$";
  std::vector<std::string> endings;
  for (auto const& ending : column.endings)
    endings.push_back(escaped(ending));
  return pattern + fmt::format("(?:{})$", fmt::join(endings, "|"));
}

} // namespace artifactd::extraction
