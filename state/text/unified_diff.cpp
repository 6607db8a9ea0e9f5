#include "state/text/unified_diff.hpp"

#include "state/text/matching_lines.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/core.h>
#include <optional>
#include <span>
#include <vector>

namespace artifactd {

namespace {

struct Line {
  std::string_view text;
  std::string_view end; ///< "\n", "\r\n" or, for the last line, empty

  [[nodiscard]] bool operator==(Line const&) const = default;
};

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  while (!text.empty()) {
    auto stop = text.find('\n');
    auto whole = stop == text.npos ? text : text.substr(0, stop + 1);
    auto end = std::string_view(stop == text.npos ? "" : "\n");
    if (whole.ends_with("\r\n")) end = "\r\n";
    lines.push_back({whole.substr(0, whole.size() - end.size()), end});
    text.remove_prefix(whole.size());
  }
  return lines;
}

enum class Ending : std::uint8_t { as_it_is, newline, none };

struct Hunk {
  std::size_t line = 0; ///< 1-based, the line where it claims to begin
  std::vector<std::string_view> old_lines = {};
  struct New {
    std::string_view text;
    std::optional<std::size_t> kept; ///< the index of the old line it keeps
  };
  std::vector<New> new_lines = {};
  Ending ending = Ending::as_it_is;
};

std::optional<std::size_t> hunk_line(std::string_view header) {
  auto minus = header.find('-');
  if (!header.starts_with("@@") || minus == header.npos) return std::nullopt;
  std::size_t line = 0;
  auto [end, error] = std::from_chars(header.data() + minus + 1, header.data() + header.size(), line);
  return error == std::errc() ? std::optional(line) : std::nullopt;
}

Result<std::vector<Hunk>> parse(std::string_view diff) {
  std::vector<Hunk> hunks;
  char sign = ' ';
  for (auto const& [text, end] : lines_of(diff)) {
    if (text.starts_with("@@")) {
      auto line = hunk_line(text);
      if (!line) return fail(Fault::invalid, fmt::format("\"{}\" is not a hunk header", text));
      hunks.push_back({.line = *line});
      continue;
    }
    if (text.starts_with("diff ") && !hunks.empty())
      return fail(Fault::invalid, "the diff covers more than one file");
    if (hunks.empty()) continue; // file names
    auto& hunk = hunks.back();
    if (text.starts_with('\\')) {
      hunk.ending = sign == '-' ? Ending::newline : Ending::none; // the new side counts if both say it
      continue;
    }
    sign = text.empty() ? ' ' : text.front();
    auto rest = text.empty() ? text : text.substr(1);
    if (sign != ' ' && sign != '-' && sign != '+')
      return fail(Fault::invalid, fmt::format("\"{}\" is not a line of a diff", text));
    if (sign != '-')
      hunk.new_lines.push_back({rest, sign == ' ' ? std::optional(hunk.old_lines.size()) : std::nullopt});
    if (sign != '+') hunk.old_lines.push_back(rest);
  }
  if (hunks.empty()) return fail(Fault::invalid, "there is no hunk (\"@@ -1 +1 @@\") in the diff");
  return hunks;
}

bool fits(std::vector<Line> const& lines, std::size_t at, Hunk const& hunk) {
  if (at + hunk.old_lines.size() > lines.size()) return false;
  return std::ranges::equal(hunk.old_lines, std::span(lines).subspan(at, hunk.old_lines.size()), {}, {},
                            &Line::text);
}

/// The index of the line where it applies, at or after `from`.
Result<std::size_t> place_of(Hunk const& hunk, std::vector<Line> const& lines, std::size_t from) {
  if (hunk.old_lines.empty()) { // pure insertion: after the line it names
    if (hunk.line >= from && hunk.line <= lines.size()) return hunk.line;
    return fail(Fault::changed, fmt::format("there is no line {} to insert after", hunk.line));
  }
  auto const stated = hunk.line > 0 ? hunk.line - 1 : 0;
  if (stated >= from && fits(lines, stated, hunk)) return stated;
  std::vector<std::size_t> places;
  for (auto at = from; at < lines.size(); ++at)
    if (fits(lines, at, hunk)) places.push_back(at);
  if (places.size() == 1) return places.front();
  return fail(Fault::changed,
              places.empty()
                  ? fmt::format("the lines of the hunk at line {} are not in the file", hunk.line)
                  : fmt::format("the lines of the hunk at line {} occur {} times", hunk.line, places.size()));
}

} // namespace

Result<void> check_diff(std::string_view diff) {
  TRY(parse(diff));
  return {};
}

Result<std::string> apply_diff(std::string_view text, std::string_view diff) {
  auto lines = lines_of(text);
  auto const hunks = TRY(parse(diff));
  auto const newline =
      lines.empty() || lines.front().end.empty() ? std::string_view("\n") : lines.front().end;
  std::string result;
  std::size_t done = 0;
  auto copy_until = [&](std::size_t stop) {
    for (; done < stop; ++done)
      result.append(lines[done].text).append(lines[done].end);
  };
  for (auto const& hunk : hunks) {
    auto const place = TRY(place_of(hunk, lines, done));
    copy_until(place);
    done += hunk.old_lines.size();
    auto ends_text = done == lines.size();
    auto ended = lines.empty() || !lines.back().end.empty();
    if (ends_text && !result.empty() && !result.ends_with('\n') && !hunk.new_lines.empty())
      result.append(newline);
    for (auto const& each : hunk.new_lines) {
      auto kept_end = each.kept ? lines[place + *each.kept].end : newline;
      result.append(each.text).append(kept_end.empty() ? newline : kept_end);
    }
    if (!ends_text || !result.ends_with(newline) || hunk.new_lines.empty()) continue;
    if (hunk.ending == Ending::none || (hunk.ending == Ending::as_it_is && !ended))
      result.resize(result.size() - newline.size());
  }
  copy_until(lines.size());
  return result;
}

namespace {

std::vector<LinePair> common_lines(std::vector<Line> const& a, std::vector<Line> const& b) {
  auto whole = [](std::vector<Line> const& lines) {
    std::vector<std::string_view> views;
    for (auto const& each : lines) // its line ending follows directly
      views.emplace_back(each.text.data(), each.text.size() + each.end.size());
    return views;
  };
  return matching_lines(whole(a), whole(b));
}

struct Mark {
  char sign;
  Line line;
  std::size_t old_line; ///< 0-based: its own, or that of the line that follows it
  std::size_t new_line;
};

std::vector<Mark> marks_of(std::vector<Line> const& a, std::vector<Line> const& b) {
  std::vector<Mark> marks;
  std::size_t i = 0;
  std::size_t j = 0;
  auto up_to = [&](std::size_t stop_a, std::size_t stop_b) {
    for (; i < stop_a; ++i)
      marks.push_back({'-', a[i], i, j});
    for (; j < stop_b; ++j)
      marks.push_back({'+', b[j], i, j});
  };
  for (auto const& [in_a, in_b] : common_lines(a, b)) {
    up_to(in_a, in_b);
    marks.push_back({' ', a[i], i, j});
    ++i;
    ++j;
  }
  up_to(a.size(), b.size());
  return marks;
}

std::string hunk_text(std::span<Mark const> marks) {
  auto lines = [&](char other) {
    return std::ranges::count_if(marks, [&](Mark const& each) { return each.sign != other; });
  };
  auto first = [](std::size_t line, std::ptrdiff_t count) { return count == 0 ? line : line + 1; };
  auto olds = lines('+');
  auto news = lines('-');
  auto text = fmt::format("@@ -{},{} +{},{} @@\n", first(marks.front().old_line, olds), olds,
                          first(marks.front().new_line, news), news);
  for (auto const& mark : marks) {
    auto shown = mark.line.end == "\r\n" ? "\r" : "";
    text += fmt::format("{}{}{}\n", mark.sign, mark.line.text, shown);
    if (mark.line.end.empty()) text += "\\ No newline at end of file\n";
  }
  return text;
}

} // namespace

std::string make_diff(std::string_view path, std::string_view const* before, std::string_view const* after) {
  constexpr std::size_t context = 3;
  auto name = [&](char const* side, std::string_view const* text) {
    if (text == nullptr) return std::string("/dev/null");
    auto const ends_at_tab = path.contains(' '); // otherwise patch takes the first word for the name
    return fmt::format("{}/{}{}", side, printable(path), ends_at_tab ? "\t" : "");
  };
  auto marks = marks_of(lines_of(before == nullptr ? "" : *before), lines_of(after == nullptr ? "" : *after));
  std::string diff;
  for (std::size_t at = 0; at < marks.size();) {
    auto changed = std::ranges::find_if(marks.begin() + static_cast<std::ptrdiff_t>(at), marks.end(),
                                        [](Mark const& each) { return each.sign != ' '; });
    if (changed == marks.end()) break;
    auto begin = static_cast<std::size_t>(changed - marks.begin());
    auto end = begin + 1; // after the last change within twice the context
    for (auto i = end; i < marks.size() && i <= end + 2 * context; ++i)
      if (marks[i].sign != ' ') end = i + 1;
    auto from = std::max(at, begin > context ? begin - context : 0);
    auto to = std::min(marks.size(), end + context);
    diff += hunk_text(std::span(marks).subspan(from, to - from));
    at = to;
  }
  if (diff.empty() && (before == nullptr) == (after == nullptr)) return "";
  return fmt::format("--- {}\n+++ {}\n", name("a", before), name("b", after)) + diff;
}

} // namespace artifactd
