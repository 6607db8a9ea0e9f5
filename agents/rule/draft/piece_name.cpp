#include "agents/rule/draft/piece_name.hpp"

#include "agents/rule/coercion.hpp"
#include "agents/rule/draft/path_token.hpp"
#include "agents/rule/known_words.hpp"
#include "state/json/scalar.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace artifactd::extraction {

namespace {

/// What values are known for.
constexpr std::array<KnownWords, 10> known_values = {{
    {"level", " debug info notice warn warning error critical fatal trace "},
    {"split", " train val valid validation test "},
    {"stage", " raw processed interim clean cleaned final staging curated bronze silver gold "},
    {"environment", " prod production stage staging dev development test qa "},
    {"side", " left right l r "},
    {"weekday", " mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday "},
    {"month", " jan feb mar apr may jun jul aug sep oct nov dec january february march april june july "
              "august september october november december "},
    {"datatype", " anat func dwi fmap perf eeg meg ieeg beh pet "},
    {"suffix", " bold t1w t2w epi events physio sbref dwi "},
    {"language", " en de fr es it nl pt pl sv ja zh ko ru "},
}};

/// The meaning of short words in front of a number.
constexpr std::array<KnownWords, 8> known_prefixes = {{
    {"quarter", " q "},
    {"version", " v ver rev "},
    {"week", " w wk cw kw "},
    {"season", " s "},
    {"episode", " e ep "},
    {"chapter", " ch chap "},
    {"page", " p pg "},
    {"part", " pt "},
}};

bool is_word_of(KnownWords const& known, std::string_view word) {
  return has_word(known, normalised(word, Normalisation::lowercase));
}

std::string singular(std::string const& word) {
  auto const cut = [&word](std::size_t count) { return word.substr(0, word.size() - count); };
  if (word.size() < 4 || !word.ends_with('s')) return word;
  if (word.ends_with("ies")) return cut(3) + "y";
  if (word.ends_with("sses") || word.ends_with("shes") || word.ends_with("ches") || word.ends_with("xes"))
    return cut(2);
  if (word.ends_with("ss") || word.ends_with("us") || word.ends_with("is")) return word;
  return cut(1);
}

/// The last word of a constant: "task" of "_task-".
std::optional<std::string_view> last_word(Piece const& piece) {
  auto const tokens = tokens_of(piece.values.front());
  auto const found = std::find_if(tokens.rbegin(), tokens.rend(),
                                  [](PathToken const& token) { return token.kind == TokenKind::word; });
  // If there is a number in between, the word belongs to that one.
  if (found == tokens.rend() || std::any_of(tokens.rbegin(), found, [](PathToken const& token) {
        return token.kind != TokenKind::mark;
      }))
    return std::nullopt;
  return found->text;
}

std::string text_of(PathColumn const& column) {
  std::string text;
  for (auto const& piece : column.pieces)
    text += piece.values.front();
  return text;
}

class Naming {
public:
  Naming(std::span<PathColumn const> columns, std::size_t column, std::size_t piece)
      : columns_(columns), column_(column), piece_(piece) {}

  std::string name() const {
    auto const before = word_before();
    if (before && is_key()) return *before;
    if (auto name = by_form(); !name.empty()) return name;
    if (before && is_about_a_number()) return *before;
    if (before && (piece().form == PieceForm::uuid || piece().form == PieceForm::hash))
      return *before + "_id";
    if (auto name = by_values(); !name.empty()) return name;
    if (before) return *before;
    if (auto name = by_folder(); !name.empty()) return name;
    return by_default();
  }

private:
  Piece const& piece() const { return columns_[column_].pieces[piece_]; }
  bool is_file() const { return column_ + 1 == columns_.size(); }

  std::optional<std::string> word_before() const {
    if (piece_ == 0) return std::nullopt;
    auto const& before = columns_[column_].pieces[piece_ - 1];
    auto const word = before.form == PieceForm::constant ? last_word(before) : std::nullopt;
    auto name = word ? as_name(*word) : std::string();
    if (name.empty()) return std::nullopt;
    for (auto const& known : known_prefixes)
      if (piece().form == PieceForm::number && is_word_of(known, name)) return std::string(known.name);
    return name;
  }

  bool is_key() const { return columns_[column_].pieces[piece_ - 1].values.front().ends_with('='); }
  bool is_about_a_number() const { return piece().form == PieceForm::number; }

  std::string by_form() const {
    switch (piece().form) {
    case PieceForm::date:
    case PieceForm::date_text:
      return "date";
    case PieceForm::time:
      return "time";
    case PieceForm::timestamp:
      return "timestamp";
    case PieceForm::year:
      return "year";
    case PieceForm::month:
    case PieceForm::month_of_year:
      return "month";
    case PieceForm::day:
      return "day";
    case PieceForm::version:
      return "version";
    case PieceForm::address:
      return "ip";
    default:
      return {};
    }
  }

  std::string by_values() const {
    if (piece().form != PieceForm::choice && piece().form != PieceForm::word) return {};
    for (auto const& known : known_values)
      if (std::ranges::all_of(piece().values, [&](auto word) { return is_word_of(known, word); }))
        return std::string(known.name);
    return {};
  }

  /// clients/acme, invoices/0001.pdf: the folder's name in the singular.
  std::string by_folder() const {
    if (column_ == 0 || columns_[column_].pieces.size() > 1) return {};
    auto const& parent = columns_[column_ - 1];
    if (!parent.is_constant()) return {};
    auto const text = text_of(parent);
    auto const words = tokens_of(text);
    if (words.size() != 1 || words.front().kind != TokenKind::word) return {};
    auto const word = as_name(words.front().text);
    auto const one = singular(word);
    // A folder named in the singular does not describe its files, but may describe its folders.
    return one != word || !is_file() ? one : std::string();
  }

  std::string by_default() const {
    switch (piece().form) {
    case PieceForm::number:
      return "number";
    case PieceForm::uuid:
      return "id";
    case PieceForm::hash:
      return "hash";
    default:
      return is_file() ? "name" : "folder";
    }
  }

  std::span<PathColumn const> columns_;
  std::size_t column_;
  std::size_t piece_;
};

} // namespace

std::string as_name(std::string_view text) {
  std::string name;
  for (char const c : normalised(text, Normalisation::lowercase)) {
    bool const plain = (c >= 'a' && c <= 'z') || json::is_digit(c);
    if (plain)
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  while (name.ends_with('_'))
    name.pop_back();
  auto const letter = std::ranges::find_if(name, [](char c) { return c >= 'a' && c <= 'z'; });
  return {letter, name.end()};
}

std::string name_of(std::span<PathColumn const> columns, std::size_t column, std::size_t piece) {
  return Naming(columns, column, piece).name();
}

std::string rule_name_of(std::span<PathColumn const> columns) {
  std::vector<std::string> words;
  auto const add = [&words](std::string_view text) {
    auto name = as_name(text);
    if (name.size() > 1 && std::ranges::find(words, name) == words.end()) words.push_back(std::move(name));
  };
  std::size_t first = 0;
  while (first + 1 < columns.size() && columns[first].is_constant())
    ++first;
  if (first > 0) add(text_of(columns[first - 1]));
  for (auto const& column : columns.subspan(first))
    for (auto const& piece : column.pieces)
      if (piece.form == PieceForm::constant) add(piece.values.front());
  if (words.size() > 3) words.resize(3);
  if (words.size() < 2) add(columns.back().extension);
  std::string name;
  for (auto const& word : words)
    name += (name.empty() ? "" : "_") + word;
  return name.empty() ? "files" : name;
}

} // namespace artifactd::extraction
