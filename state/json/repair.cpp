#include "state/json/repair.hpp"

#include "state/json/diagnose.hpp"
#include "state/json/duplicate_keys.hpp"
#include "state/json/edit.hpp"
#include "state/json/mistake.hpp"
#include "state/json/scalar.hpp"
#include "state/json/slips.hpp"
#include "state/json/surroundings.hpp"
#include "state/vocabulary/names.hpp"
#include "state/vocabulary/utf8.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::json {

namespace {

using What = TextRepair::What;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

void take_away(What what, Range range, std::vector<TextRepair>& found) {
  found.push_back({.what = what,
                   .byte = range.begin,
                   .size = range.end - range.begin,
                   .put = {},
                   .found = {},
                   .line = 0,
                   .column = 0});
}

/// Removes the whole range except its leading blanks; does nothing if it is blank.
void take_prose_away(std::string_view text, Range range, std::vector<TextRepair>& found) {
  auto const begin = text.find_first_not_of(" \t\r\n", range.begin);
  if (begin < range.end) take_away(What::prose, {begin, range.end}, found);
}

void find_in_fence(std::string_view text, std::size_t begin, Fence const& fence,
                   std::vector<TextRepair>& found) {
  take_prose_away(text, {begin, fence.opening.begin}, found);
  take_away(What::fence, fence.opening, found);
  SlipWalk walk(text.substr(0, fence.closing.begin), found);
  if (auto const end = walk.value(fence.opening.end)) static_cast<void>(walk.gap(*end));
  take_away(What::fence, fence.closing, found);
  take_prose_away(text, {fence.closing.end, trimmed_end(text, text.size())}, found);
}

void find_unfenced(std::string_view text, std::size_t begin, std::vector<TextRepair>& found) {
  auto const outside = found.size();
  SlipWalk walk(text, found);
  auto at = walk.gap(begin);
  if (at < text.size() && text[at] != '{' && text[at] != '[') {
    if (auto const value = value_behind_prose(text, begin)) {
      at = *value;
      found.resize(outside); // a comment before prose is part of it
      take_prose_away(text, {begin, at}, found);
    }
  }
  auto const end = walk.value(at);
  if (!end) return;
  auto const inside = found.size();
  if (walk.gap(*end) == text.size() || !prose_follows(text, *end)) return;
  found.resize(inside);
  take_prose_away(text, {*end, trimmed_end(text, text.size())}, found);
}

/// All safe changes, whether or not they make the text valid.
std::vector<TextRepair> found_in(std::string_view text) {
  std::vector<TextRepair> found;
  std::size_t begin = 0;
  if (text.starts_with(byte_order_mark)) {
    begin = byte_order_mark.size();
    take_away(What::byte_order_mark, {0, begin}, found);
  }
  if (auto const fence = fence_around(text, begin)) {
    find_in_fence(text, begin, *fence, found);
  } else {
    find_unfenced(text, begin, found);
  }
  std::ranges::sort(found, {}, &TextRepair::byte); // an extra comma is only recognised at the bracket
  return found;
}

std::string applied(std::string_view text, std::vector<TextRepair> const& repairs) {
  std::vector<Splice> splices;
  splices.reserve(repairs.size());
  for (auto const& each : repairs)
    splices.push_back({each.byte, each.byte + each.size, each.put});
  return spliced(text, std::move(splices));
}

/// The position in the original text of a byte of the repaired text.
std::size_t written_at(std::size_t byte, std::vector<TextRepair> const& repairs) {
  for (auto const& each : repairs) { // `byte` is the position after undoing the repairs so far
    if (byte < each.byte) break;
    byte = byte < each.byte + each.put.size() ? each.byte : byte - each.put.size() + each.size;
  }
  return byte;
}

std::unexpected<Error> obstacle(std::string_view text, std::size_t byte, std::string_view what) {
  auto const position = position_of(text, byte);
  return fail(Fault::invalid, fmt::format("line {}, column {}: {}", position.line, position.column, what));
}

std::string shown_part(What what, std::string_view part) {
  if (what != What::control_character) return shortened(trimmed(part));
  switch (part.front()) {
  case '\n':
    return "line break";
  case '\r':
    return "carriage return";
  case '\t':
    return "tab";
  default:
    return fmt::format("control character 0x{:02X}", static_cast<unsigned char>(part.front()));
  }
}

/// Fills in what people are shown of the repairs. Reads no byte twice.
void show(std::string_view text, std::vector<TextRepair>& repairs) {
  std::size_t done = 0;
  Position position;
  for (auto& each : repairs) {
    auto const further = position_of(text.substr(done), each.byte - done);
    position.column = further.column + (further.line == 1 ? position.column - 1 : 0);
    position.line += further.line - 1;
    each.line = position.line;
    each.column = position.column;
    if (each.what != What::trailing_comma)
      each.found = shown_part(each.what, text.substr(each.byte, each.size));
    done = each.byte;
  }
}

std::string change(TextRepair const& repair) {
  switch (repair.what) {
  case What::byte_order_mark:
    return "the byte order mark is removed";
  case What::fence:
    return fmt::format("the code fence {} is removed", repair.found);
  case What::prose:
    return fmt::format("the text '{}', which is not JSON, is removed", repair.found);
  case What::trailing_comma:
    return fmt::format("the trailing comma before '{}' is removed", repair.found);
  case What::comment:
    return fmt::format("the comment '{}' is removed", repair.found);
  case What::control_character:
    return fmt::format("the raw {} in a string is written {}", repair.found, repair.put);
  case What::python_constant:
    return fmt::format("{} is written {}", repair.found, repair.put);
  }
  return {};
}

} // namespace

Result<Repaired> repair(std::string_view text, Limits limits) {
  if (text.size() > longest_repairable)
    return fail(Fault::too_large, fmt::format("the text is longer than {} bytes", longest_repairable));
  if (!is_utf8(text))
    return obstacle(text, std::min(first_malformed(text), text.size()), "the text is not UTF-8");

  Repaired repaired{std::string(text), {}};
  auto document = scan(repaired.text, limits);
  if (!document) {
    repaired.repairs = found_in(text);
    if (repaired.repairs.size() > most_repairs)
      return fail(Fault::too_large, fmt::format("more than {} changes would be needed", most_repairs));
    repaired.text = applied(text, repaired.repairs);
    document = scan(repaired.text, limits);
  }
  if (!document) {
    auto const finding = describe("", repaired.text, document.error(), limits);
    return obstacle(text, written_at(*finding.byte, repaired.repairs),
                    fmt::format("expected {}, found {}", finding.expected, finding.found));
  }
  if (auto const duplicates = duplicate_keys(repaired.text); !duplicates.empty()) {
    auto const& first = duplicates.front();
    return obstacle(text, written_at(first.again, repaired.repairs),
                    fmt::format("the object has the key {} twice", shown_key(first.key)));
  }
  show(text, repaired.repairs);
  return repaired;
}

std::string sentence(TextRepair const& repair) {
  return fmt::format("line {}, column {}: {}", repair.line, repair.column, change(repair));
}

} // namespace artifactd::json
