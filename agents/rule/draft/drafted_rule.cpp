#include "agents/rule/draft/drafted_rule.hpp"

#include "agents/rule/coercion.hpp"
#include "agents/rule/draft/path_column.hpp"
#include "agents/rule/draft/path_token.hpp"
#include "agents/rule/draft/piece_forms.hpp"
#include "agents/rule/draft/piece_name.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <map>
#include <set>

namespace artifactd::extraction {

namespace {

constexpr std::size_t longest_integer = 18; // digits

using Columns = std::vector<PathColumn>;

Columns columns_of(std::span<SamplePath const> paths, PathShape const& shape) {
  std::vector<std::vector<std::string_view>> names(shape.depth);
  for (auto const member : shape.members) {
    auto const components = components_of(paths[member].parts);
    for (std::size_t i = 0; i < shape.depth; ++i)
      names[i].push_back(components[i]);
  }
  Columns columns;
  for (std::size_t i = 0; i < shape.depth; ++i) {
    auto const is_file = i + 1 == shape.depth;
    columns.push_back(column_of(names[i], shape.forms[i], is_file ? shape.extension : ""));
  }
  return columns;
}

/// Folders such as 2024/01/15: a year, a month and a day, each in its own folder.
bool are_dates(Columns const& columns, std::size_t at) {
  if (at + 2 >= columns.size()) return false;
  for (auto i = at; i < at + 3; ++i)
    if (columns[i].pieces.size() != 1 || !columns[i].extension.empty()) return false;
  auto const& years = columns[at].pieces[0].values;
  for (std::size_t i = 0; i < years.size(); ++i) {
    auto const month = columns[at + 1].pieces[0].values[i];
    auto const day = columns[at + 2].pieces[0].values[i];
    if (!is_year(years[i]) || month.size() != 2 || day.size() != 2 ||
        !coerced(fmt::format("{}/{}/{}", years[i], month, day), FieldType::date))
      return false;
  }
  return true;
}

/// A number in the folder below a year is a month, and one below a month is a day.
void tell_months(Columns& columns) {
  auto const is_alone = [&columns](std::size_t at, PieceForm form) {
    return columns[at].pieces.size() == 1 && columns[at].pieces[0].form == form;
  };
  auto const turn = [&](std::size_t at, PieceForm before, auto const& is, PieceForm into) {
    auto& piece = columns[at].pieces[0];
    if (is_alone(at - 1, before) && is_alone(at, PieceForm::number) &&
        std::ranges::all_of(piece.values, is)) {
      piece.form = into;
      piece.expression = expression_of(into, piece.values);
    }
  };
  for (std::size_t i = 1; i < columns.size(); ++i) {
    turn(i, PieceForm::year, is_month, PieceForm::month);
    turn(i, PieceForm::month, is_day, PieceForm::day);
  }
}

bool is_integer(Piece const& piece) {
  switch (piece.form) {
  case PieceForm::number:
  case PieceForm::year:
  case PieceForm::month:
  case PieceForm::day:
  case PieceForm::timestamp:
    return std::ranges::all_of(piece.values, [](auto text) { return text.size() <= longest_integer; });
  default:
    return false;
  }
}

FieldType type_of(Piece const& piece) {
  if (is_integer(piece)) return FieldType::integer;
  if (piece.form == PieceForm::date) return FieldType::date;
  return piece.form == PieceForm::uuid ? FieldType::uuid : FieldType::string;
}

/// How many of the constant folders the glob names.
enum class Anchor : std::uint8_t {
  last, ///< "**/" and the last constant folder
  all,
};

std::string glob_of(Columns const& columns, Anchor anchor, GlobDetail detail) {
  std::size_t first = 0;
  while (first + 1 < columns.size() && columns[first].is_constant())
    ++first;
  auto const from = anchor == Anchor::all || first == 0 ? 0 : first - 1;
  std::string glob = anchor == Anchor::all ? "" : "**/";
  for (std::size_t i = from; i < columns.size(); ++i)
    glob += glob_of(columns[i], detail) + (i + 1 < columns.size() ? "/" : "");
  return glob;
}

class Drafting {
public:
  Drafting(std::span<SamplePath const> paths, PathShape const& shape)
      : paths_(paths), members_(shape.members), is_member_(paths.size(), false),
        columns_(columns_of(paths, shape)) {
    for (auto const member : members_)
      is_member_[member] = true;
    tell_months(columns_);
  }

  DraftedRule draft(std::string const& name) {
    draft_.name = name.empty() ? rule_name_of(columns_) : name;
    choose_glob();
    add_fields();
    for (auto const& column : columns_)
      std::ranges::copy(column.notes, std::back_inserter(draft_.notes));
    note_what_is_free();
    return std::move(draft_);
  }

private:
  /// Takes the first glob that excludes all other paths; else the one that matches fewest of them.
  void choose_glob() {
    std::set<std::string> tried;
    for (auto const anchor : {Anchor::last, Anchor::all})
      for (auto const detail : {GlobDetail::usual, GlobDetail::exact}) {
        auto text = glob_of(columns_, anchor, detail);
        auto const glob = tried.insert(text).second ? Glob::compile(text) : std::unexpected(GlobFault{});
        if (!glob || !matches_members(*glob)) continue;
        auto strangers = this->strangers(*glob);
        if (!draft_.glob.empty() && strangers.size() >= draft_.strangers.size()) continue;
        draft_.glob = std::move(text);
        draft_.strangers = std::move(strangers);
        if (draft_.strangers.empty()) return;
      }
    if (!draft_.glob.empty()) return;
    draft_.glob =
        columns_.back().extension.empty() ? "**" : "**/*" + literal_glob(columns_.back().endings[0]);
    draft_.notes.emplace_back(
        "no glob of the usual length matches these paths: the glob only requires their ending");
  }

  bool matches_members(Glob const& glob) const {
    return std::ranges::all_of(members_, [&](std::size_t i) { return glob.matches(paths_[i].parts); });
  }

  std::vector<std::size_t> strangers(Glob const& glob) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < paths_.size(); ++i)
      if (!is_member_[i] && glob.matches(paths_[i].parts)) found.push_back(i);
    return found;
  }

  void add_fields() {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (are_dates(columns_, i)) {
        add_date_of_folders(i);
        i += 2;
        continue;
      }
      for (std::size_t piece = 0; piece < columns_[i].pieces.size(); ++piece)
        if (columns_[i].pieces[piece].form != PieceForm::constant) add_field(i, piece);
    }
  }

  void add_field(std::size_t at, std::size_t index) {
    auto const& column = columns_[at];
    auto const& piece = column.pieces[index];
    // The file's name repeats what the folders already say.
    if (!said_.insert(piece.values).second) return;
    auto const is_file = at + 1 == columns_.size();
    auto const is_whole = column.pieces.size() == 1 && column.extension.empty();
    auto const type = type_of(piece);
    auto const zeros =
        std::ranges::any_of(piece.values, [](auto text) { return text.size() > 1 && text.starts_with('0'); });
    draft_.fields.push_back({.name = unique(name_of(columns_, at, index)),
                             .from = is_file ? "filename" : segment(at),
                             .pattern = is_whole ? "" : pattern_of(column, index),
                             .type = type,
                             .has_leading_zeros = type == FieldType::integer && zeros});
  }

  void add_date_of_folders(std::size_t at) {
    auto const behind = columns_.size() - at - 3;
    draft_.fields.push_back(
        {.name = unique("date"),
         .from = "full_path",
         .pattern = fmt::format(R"(([0-9]{{4}}/[0-9]{{2}}/[0-9]{{2}})(?:/[^/]+){{{}}}$)", behind),
         .type = FieldType::date});
  }

  std::string segment(std::size_t at) const { return fmt::format("segment(-{})", columns_.size() - at); }

  std::string unique(std::string const& name) {
    auto const count = ++names_[name];
    return count == 1 ? name : fmt::format("{}_{}", name, count);
  }

  void note_what_is_free() {
    for (std::size_t i = 0; i < columns_.size(); ++i)
      for (auto const& piece : columns_[i].pieces)
        if (piece.form == PieceForm::text)
          draft_.notes.push_back(
              i + 1 == columns_.size()
                  ? std::string("the file names have no common form")
                  : fmt::format("folder {} from the end has no common form", columns_.size() - 1 - i));
    if (!draft_.strangers.empty())
      draft_.notes.push_back(fmt::format("the glob also matches {} path{} of another shape",
                                         draft_.strangers.size(), draft_.strangers.size() == 1 ? "" : "s"));
  }

  std::span<SamplePath const> paths_;
  std::span<std::size_t const> members_;
  std::vector<bool> is_member_;
  Columns columns_;
  DraftedRule draft_;
  std::map<std::string, std::size_t> names_;
  std::set<std::vector<std::string_view>> said_;
};

/// How many bytes at the start of a UTF-8 text are a character that YAML accepts only escaped: controls, line
/// ends and the byte order mark (YAML 1.1, 5.1). 0 if YAML accepts the first character unescaped.
std::size_t escaped_bytes(std::string_view text) {
  auto const first = static_cast<unsigned char>(text.front());
  if (first < 0x20 || first == 0x7F) return 1;
  if (first == 0xC2 && text.size() > 1 && static_cast<unsigned char>(text[1]) < 0xA0) return 2;
  for (std::string_view const other : {"\u2028", "\u2029", "\uFEFF", "\uFFFE", "\uFFFF"})
    if (text.starts_with(other)) return other.size();
  return 0;
}

/// A character of at most three bytes.
unsigned character_of(std::string_view bytes) {
  auto value = static_cast<unsigned>(static_cast<unsigned char>(bytes.front()));
  if (bytes.size() > 1) value &= bytes.size() == 2 ? 0x1FU : 0x0FU;
  for (char const next : bytes.substr(1))
    value = value << 6U | (static_cast<unsigned char>(next) & 0x3FU);
  return value;
}

/// Single quotes keep everything literally, except what needs an escape.
std::string yaml_text(std::string_view text) {
  std::string single;
  std::string escaped;
  bool needs_escapes = false;
  while (!text.empty()) {
    auto const escape = escaped_bytes(text);
    auto const next = text.substr(0, std::max<std::size_t>(escape, 1));
    text.remove_prefix(next.size());
    single += next == "'" ? "''" : next;
    if (next == "\"" || next == "\\") escaped += '\\';
    needs_escapes = needs_escapes || escape > 0;
    escaped += escape > 0 ? fmt::format("\\u{:04x}", character_of(next)) : std::string(next);
  }
  return needs_escapes ? '"' + escaped + '"' : "'" + single + "'";
}

} // namespace

DraftedRule draft_of(std::span<SamplePath const> paths, PathShape const& shape, std::string const& name) {
  return Drafting(paths, shape).draft(name);
}

std::string to_yaml(DraftedRule const& draft) {
  // A short name may be a YAML word: on, null.
  auto const name = draft.name.size() <= 5 ? yaml_text(draft.name) : draft.name;
  auto text = fmt::format("name: {}\nglob: {}\n", name, yaml_text(draft.glob));
  if (!draft.fields.empty()) text += "extract:\n";
  for (auto const& field : draft.fields) {
    text += fmt::format("  {}:\n    from: {}\n", field.name, field.from);
    if (!field.pattern.empty()) text += fmt::format("    pattern: {}\n", yaml_text(field.pattern));
    if (field.has_leading_zeros) text += "    normalize: strip_leading_zeros\n";
    if (field.type != FieldType::string) text += fmt::format("    type: {}\n", type_word(field.type));
  }
  return text + fmt::format("tag: {}\n", name);
}

} // namespace artifactd::extraction
