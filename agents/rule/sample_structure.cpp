#include "agents/rule/sample_structure.hpp"

#include "agents/rule/coercion.hpp"
#include "agents/rule/glob.hpp"
#include "state/json/scalar.hpp"

#include <algorithm>
#include <vector>

namespace artifactd::extraction {

namespace {

using Column = std::vector<std::string_view>; ///< one component of every path, or all of one

bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

/// The common start and end of all texts, cut between characters, not overlapping in the shortest text.
struct Ends {
  std::string_view front;
  std::string_view back;
};

Ends shared_ends(Column const& column) {
  auto const first = column.front();
  std::size_t shortest = first.size();
  std::size_t front = first.size();
  std::size_t back = first.size();
  for (auto const text : column) {
    shortest = std::min(shortest, text.size());
    front = std::min(front, static_cast<std::size_t>(std::ranges::mismatch(first, text).in1 - first.begin()));
    auto const ends = std::mismatch(first.rbegin(), first.rend(), text.rbegin(), text.rend());
    back = std::min(back, static_cast<std::size_t>(ends.first - first.rbegin()));
  }
  while (front > 0 && front < first.size() && continues(first[front]))
    --front;
  back = std::min(back, shortest - front);
  while (back > 0 && continues(first[first.size() - back]))
    --back;
  return {first.substr(0, front), first.substr(first.size() - back)};
}

bool is_date(std::string_view text) {
  return text.size() == 10 && coerced(text, FieldType::date).has_value();
}

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, json::is_digit);
}

SampleStructure varying(Column const& column) {
  auto [front, back] = shared_ends(column);
  while (!front.empty() && is_number(front.substr(front.size() - 1))) // 042 and 043 differ as numbers
    front.remove_suffix(1);
  while (!back.empty() && is_number(back.substr(0, 1)))
    back.remove_prefix(1);
  bool const numbers = std::ranges::all_of(column, [&](std::string_view text) {
    return is_number(text.substr(front.size(), text.size() - front.size() - back.size()));
  });
  return {std::string(front) + (numbers ? "{number}" : "{text}") + std::string(back),
          literal_glob(front) + "*" + literal_glob(back)};
}

SampleStructure folder(Column const& column) {
  if (std::ranges::all_of(column, is_date)) return {"{date}", "\?\?\?\?-\?\?-\?\?"};
  bool const same = std::ranges::all_of(column, [&](auto text) { return text == column.front(); });
  return same ? SampleStructure{std::string(column.front()), literal_glob(column.front())} : varying(column);
}

/// File names are grouped by what follows the first dot they share from the end; without one, all alike.
SampleStructure file_name(Column const& column) {
  auto const back = shared_ends(column).back;
  auto const dot = column.size() == 1 ? column.front().rfind('.') : back.rfind('.');
  auto const whole = column.size() == 1 ? column.front() : back;
  if (dot == std::string_view::npos) return {"*", "*"};
  return {"*" + std::string(whole.substr(dot)), "*" + literal_glob(whole.substr(dot))};
}

void append(SampleStructure& whole, SampleStructure const& part) {
  whole.shape += part.shape + "/";
  whole.glob += part.glob + "/";
}

} // namespace

SampleStructure structure_of(std::span<SamplePath const> paths) {
  std::vector<Column> rows;
  for (auto const& path : paths)
    rows.push_back(components_of(path.parts));
  std::size_t const shortest = std::ranges::min(rows, {}, &Column::size).size();
  bool const alike = std::ranges::all_of(rows, [&](Column const& row) { return row.size() == shortest; });
  SampleStructure whole;
  if (paths.front().full.starts_with('/')) whole.shape = whole.glob = "/";
  Column column(rows.size());
  for (std::size_t i = 0; i + 1 < shortest; ++i) {
    std::ranges::transform(rows, column.begin(), [i](Column const& row) { return row[i]; });
    bool const same = std::ranges::all_of(column, [&](auto text) { return text == column.front(); });
    if (!alike && !same) break;
    append(whole, folder(column));
  }
  if (!alike || shortest == 1) append(whole, {"**", "**"});
  std::ranges::transform(rows, column.begin(), [](Column const& row) { return row.back(); });
  auto const name = file_name(column);
  return {whole.shape + name.shape, whole.glob + name.glob};
}

} // namespace artifactd::extraction
