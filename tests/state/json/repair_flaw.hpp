// What must hold of every result of repair(), whatever the text was.
#pragma once

#include "state/json/diagnose.hpp"
#include "state/json/duplicate_keys.hpp"
#include "state/json/repair.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace artifactd::json {

/// Whether the bytes that a repair replaces, and their replacement, fit its kind.
[[nodiscard]] inline bool of_its_kind(TextRepair const& repair, std::string_view gone) {
  using enum TextRepair::What;
  std::string_view const put = repair.put;
  switch (repair.what) {
  case byte_order_mark:
    return repair.byte == 0 && gone == "\xEF\xBB\xBF" && put.empty();
  case fence:
    return (gone.starts_with("```") || gone.starts_with("~~~")) && put.empty();
  case prose:
    return gone.find_first_of("{}[]\"") == gone.npos && put.empty();
  case trailing_comma:
    return gone == "," && put.empty() && (repair.found == "}" || repair.found == "]");
  case comment:
    return (gone.starts_with("//") || (gone.starts_with("/*") && gone.ends_with("*/"))) &&
           (put.empty() || put == " ");
  case control_character:
    return gone.size() == 1 && gone.front() > 0 && gone.front() < 0x20 && put.starts_with('\\') &&
           put.size() <= 6;
  case python_constant:
    return (gone == "None" && put == "null") || (gone == "True" && put == "true") ||
           (gone == "False" && put == "false");
  }
  return false;
}

/// The first thing wrong with the result for `text`; empty if nothing is.
[[nodiscard]] inline std::string flaw(std::string_view text, Repaired const& repaired, Limits limits = {}) {
  if (!scan(repaired.text, limits)) return "it is not strict";
  if (!duplicate_keys(repaired.text).empty()) return "it has a key twice";
  if (repaired.repairs.empty() != (repaired.text == text))
    return "it changed without a repair, or not with one";
  std::string again;
  std::size_t done = 0;
  for (auto const& each : repaired.repairs) {
    if (each.byte < done || each.size == 0 || each.size > text.size() - each.byte) return "repairs overlap";
    again.append(text.substr(done, each.byte - done)).append(each.put);
    done = each.byte + each.size;
    if (!of_its_kind(each, text.substr(each.byte, each.size))) return "no safe repair: " + sentence(each);
    if (std::ranges::any_of(sentence(each), [](char c) { return static_cast<unsigned char>(c) < 0x20; }))
      return "a sentence is not printable";
    // Only the first 100: each count starts at the first byte.
    if (&each >= repaired.repairs.data() + 100) continue;
    auto const position = position_of(text, each.byte);
    if (position.line != each.line || position.column != each.column) return "misplaced: " + sentence(each);
  }
  again.append(text.substr(done));
  if (again != repaired.text) return "a byte outside the repairs changed";
  auto const twice = repair(repaired.text, limits);
  if (!twice || !twice->repairs.empty() || twice->text != repaired.text) return "it is repaired again";
  return {};
}

} // namespace artifactd::json
