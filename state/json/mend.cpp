#include "state/json/mend.hpp"

#include "state/json/diagnose.hpp"
#include "state/json/duplicate_keys.hpp"
#include "state/json/edit.hpp"
#include "state/json/encoding.hpp"
#include "state/json/mistake.hpp"
#include "state/json/scalar.hpp"
#include "state/json/slips.hpp"
#include "state/json/surroundings.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <simdjson.h>

namespace artifactd::json {

namespace {

using What = Mending::What;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

void take_away(What what, Range range, std::vector<Mending>& found) {
  found.push_back({.what = what,
                   .byte = range.begin,
                   .size = range.end - range.begin,
                   .put = {},
                   .found = {},
                   .line = 0,
                   .column = 0});
}

/// Removes the whole range except its leading blanks; does nothing if it is blank.
void take_prose_away(std::string_view text, Range range, std::vector<Mending>& found) {
  auto const begin = text.find_first_not_of(" \t\r\n", range.begin);
  if (begin < range.end) take_away(What::prose, {begin, range.end}, found);
}

void find_in_fence(std::string_view text, std::size_t begin, Fence const& fence,
                   std::vector<Mending>& found) {
  take_prose_away(text, {begin, fence.opening.begin}, found);
  take_away(What::fence, fence.opening, found);
  SlipWalk walk(text.substr(0, fence.closing.begin), found);
  if (auto const end = walk.value(fence.opening.end)) static_cast<void>(walk.gap(*end));
  take_away(What::fence, fence.closing, found);
  take_prose_away(text, {fence.closing.end, trimmed_end(text, text.size())}, found);
}

void find_unfenced(std::string_view text, std::size_t begin, std::vector<Mending>& found) {
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
std::vector<Mending> found_in(std::string_view text) {
  std::vector<Mending> found;
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
  std::ranges::sort(found, {}, &Mending::byte); // an extra comma is only recognised at the bracket
  return found;
}

std::string applied(std::string_view text, std::vector<Mending> const& mendings) {
  std::vector<Splice> splices;
  splices.reserve(mendings.size());
  for (auto const& each : mendings)
    splices.push_back({each.byte, each.byte + each.size, each.put});
  return spliced(text, std::move(splices));
}

/// The position in the original text of a byte of the repaired text.
std::size_t written_at(std::size_t byte, std::vector<Mending> const& mendings) {
  for (auto const& each : mendings) { // `byte` is the position after undoing the mendings so far
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
void show(std::string_view text, std::vector<Mending>& mendings) {
  std::size_t done = 0;
  Position position;
  for (auto& each : mendings) {
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

std::string change(Mending const& mending) {
  switch (mending.what) {
  case What::byte_order_mark:
    return "the byte order mark is removed";
  case What::fence:
    return fmt::format("the code fence {} is removed", mending.found);
  case What::prose:
    return fmt::format("the text '{}', which is not JSON, is removed", mending.found);
  case What::trailing_comma:
    return fmt::format("the trailing comma before '{}' is removed", mending.found);
  case What::comment:
    return fmt::format("the comment '{}' is removed", mending.found);
  case What::control_character:
    return fmt::format("the raw {} in a string is written {}", mending.found, mending.put);
  case What::python_constant:
    return fmt::format("{} is written {}", mending.found, mending.put);
  }
  return {};
}

} // namespace

Result<Mended> mend(std::string_view text, Limits limits) {
  if (text.size() > longest_mendable)
    return fail(Fault::too_large, fmt::format("the text is longer than {} bytes", longest_mendable));
  if (!simdjson::validate_utf8(text.data(), text.size()))
    return obstacle(text, std::min(first_malformed(text), text.size()), "the text is not UTF-8");

  Mended mended{std::string(text), {}};
  auto document = scan(mended.text, limits);
  if (!document) {
    mended.mendings = found_in(text);
    if (mended.mendings.size() > most_mendings)
      return fail(Fault::too_large, fmt::format("more than {} changes would be needed", most_mendings));
    mended.text = applied(text, mended.mendings);
    document = scan(mended.text, limits);
  }
  if (!document) {
    auto const finding = describe("", mended.text, document.error(), limits);
    return obstacle(text, written_at(*finding.byte, mended.mendings),
                    fmt::format("expected {}, found {}", finding.expected, finding.found));
  }
  if (auto const duplicates = duplicate_keys(mended.text); !duplicates.empty()) {
    auto const& first = duplicates.front();
    return obstacle(text, written_at(first.again, mended.mendings),
                    fmt::format("the object has the key {} twice", shown_key(first.key)));
  }
  show(text, mended.mendings);
  return mended;
}

std::string sentence(Mending const& mending) {
  return fmt::format("line {}, column {}: {}", mending.line, mending.column, change(mending));
}

} // namespace artifactd::json
