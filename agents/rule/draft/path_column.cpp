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
constexpr std::size_t each_choice_in = 4; ///< a word is a choice if each one occurs this often on average
constexpr std::size_t few_paths = 5;      ///< with fewer, a number that does not vary need not be constant

using Names = std::vector<std::string_view>;

/// A shared end counts up to its last mark: "notes_" of notes_a and notes_b, nothing of apple and apply.
std::size_t cut_at_mark(std::string_view shared, bool from_behind) {
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

/// Bytes that all names without their first `skipped` bytes share at one end, leaving at least one byte of
/// each.
std::size_t shared_bytes(Names const& names, std::size_t skipped, bool from_behind) {
  auto const first = names.front().substr(skipped);
  auto length = first.size();
  for (auto const whole : names) {
    auto const name = whole.substr(skipped);
    auto const most = std::min(length, name.empty() ? 0 : name.size() - 1);
    std::size_t same = 0;
    while (same < most && (from_behind ? name[name.size() - 1 - same] == first[first.size() - 1 - same]
                                       : name[same] == first[same]))
      ++same;
    length = same;
  }
  return cut_at_mark(from_behind ? first.substr(first.size() - length) : first.substr(0, length),
                     from_behind);
}

/// Names without a common form: what all of them begin and end with, cut at the edge of a token, is constant.
std::vector<Piece> free_pieces(Names const& names) {
  auto const front = shared_bytes(names, 0, false);
  auto const back = shared_bytes(names, front, true); // the two may not overlap: a-b beside a-c-b
  Piece before{PieceForm::constant, {}, literal_expression(names.front().substr(0, front))};
  Piece text{PieceForm::text, {}, ".+"};
  Piece after{PieceForm::constant, {}, literal_expression(names.front().substr(names.front().size() - back))};
  for (auto const name : names) {
    before.values.push_back(name.substr(0, front));
    text.values.push_back(name.substr(front, name.size() - front - back));
    after.values.push_back(name.substr(name.size() - back));
  }
  std::vector<Piece> pieces;
  if (front > 0) pieces.push_back(std::move(before));
  pieces.push_back(std::move(text));
  if (back > 0) pieces.push_back(std::move(after));
  return pieces;
}

/// Names with the same form: compared token by token.
class FormedNames {
public:
  FormedNames(Names const& names, Grain grain, PathColumn& column) : column_(column), grain_(grain) {
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
    auto const words = piece.distinct();
    if (words.size() == 1) {
      // key=value: the part after the = is always a value.
      bool const value = at >= 2 && at + 1 == rows_.front().size() && rows_.front()[at - 1].text == "=";
      return value ? PieceForm::word : PieceForm::constant;
    }
    bool const few = words.size() <= most_choices && rows_.size() >= words.size() * each_choice_in;
    return few ? PieceForm::choice : PieceForm::word;
  }

  /// A constant number that is part of a word, such as the 1 of T1w, or that many paths share.
  bool stays(Piece const& piece, std::size_t at) const {
    if (piece.distinct().size() > 1) return false;
    auto const is_letter = [this](std::size_t token) { return rows_.front()[token].kind == TokenKind::word; };
    bool const glued = (at > 0 && is_letter(at - 1)) || (at + 1 < rows_.front().size() && is_letter(at + 1));
    bool const value = at > 0 && rows_.front()[at - 1].text == "=";
    return !value && (glued || rows_.size() >= few_paths);
  }

  std::string expression(Piece const& piece, std::size_t next) const {
    switch (piece.form) {
    case PieceForm::constant:
      return literal_expression(piece.values.front());
    case PieceForm::choice: {
      std::vector<std::string> words;
      for (auto const word : piece.distinct())
        words.push_back(literal_expression(word));
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

} // namespace

std::string literal_expression(std::string_view text) {
  constexpr std::string_view special = R"(\.+*?()|[]{}^$)";
  std::string result;
  for (char const c : text) {
    if (special.contains(c)) result += '\\';
    result += c;
  }
  return result;
}

bool PathColumn::is_constant() const noexcept {
  return std::ranges::all_of(pieces, [](Piece const& piece) { return piece.form == PieceForm::constant; });
}

PathColumn column_of(std::vector<std::string_view> const& names, NameForm form, std::string_view extension) {
  PathColumn column;
  column.extension = extension;
  Names stems;
  std::set<std::string> endings;
  for (auto const name : names) {
    stems.push_back(name.substr(0, name.size() - extension.size()));
    endings.emplace(name.substr(name.size() - extension.size()));
  }
  column.endings.assign(endings.begin(), endings.end());
  auto const grain = form == NameForm::fine ? Grain::fine : Grain::coarse;
  column.pieces = form == NameForm::free ? free_pieces(stems) : FormedNames(stems, grain, column).pieces();
  return column;
}

} // namespace artifactd::extraction
