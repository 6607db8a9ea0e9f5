// Second opinions on a text from nlohmann's parser and simdjson's, and the known reasons for differences from
// ours. Used by the differential test and by the fuzzer.
#pragma once

#include "state/json/scan.hpp"

#include <nlohmann/json.hpp>
#include <simdjson.h>
#include <string>
#include <string_view>

namespace artifactd::json {

/// Empty if everyone agrees or the difference is a known one; otherwise says who said what.
///
/// Known differences:
/// - nlohmann skips a byte order mark; so does simdjson from 3.1 on;
/// - nlohmann takes a NUL for the end of the text;
/// - nlohmann refuses numbers beyond double, simdjson also integers beyond 64 bits;
/// - neither stops at our depth, and simdjson stops at 1,024.
[[nodiscard]] inline std::string disagreement(std::string_view text) {
  auto const ours = scan(text);
  if (!ours && ours.error().breach == Breach::too_deep) return {};
  bool const mark = text.starts_with("\xEF\xBB\xBF");
  bool const at_nul = !ours && ours.error().byte < text.size() && text[ours.error().byte] == '\0';

  bool const nlohmann = nlohmann::json::accept(text);
  bool too_large = false;
  if (ours && !nlohmann) {
    try {
      auto const parsed = nlohmann::json::parse(text);
      static_cast<void>(parsed);
    } catch (nlohmann::json::out_of_range const&) {
      too_large = true;
    } catch (nlohmann::json::exception const&) {
    }
  }
  if (ours.has_value() != nlohmann && !too_large && !(nlohmann && (mark || at_nul)))
    return nlohmann ? "only nlohmann accepts it" : "only nlohmann refuses it";

  simdjson::dom::parser parser;
  auto const error = parser.parse(text.data(), text.size(), true).error();
  if (ours && error != simdjson::SUCCESS && error != simdjson::NUMBER_ERROR)
    return "only simdjson refuses it";
  if (!ours && error == simdjson::SUCCESS && !mark) return "only simdjson accepts it";
  return {};
}

} // namespace artifactd::json
