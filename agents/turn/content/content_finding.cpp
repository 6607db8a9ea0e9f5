#include "agents/turn/content/content_finding.hpp"

#include "agents/turn/content/content_codes.hpp"
#include "state/json/place.hpp"
#include "state/json/raw_text.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

constexpr std::size_t most_reported = 200;
constexpr std::size_t longest_shown = 60;     // bytes of a value in a message
constexpr std::size_t longest_pointer = 1024; // beyond that its keys are not useful names

} // namespace

Finding content_finding(std::string_view code, DocumentPlace const& place, Complaint complaint) {
  auto const* known = std::ranges::find(content_codes, code, &FindingCode::code);
  return {.code = std::string(code),
          .tier = known == content_codes.end() ? Tier::schema : known->tier,
          .file = place.file,
          .pointer = place.pointer.size() <= longest_pointer ? std::optional(place.pointer) : std::nullopt,
          .message = std::move(complaint.message),
          .expected = std::move(complaint.expected),
          .found = std::move(complaint.found),
          .hint = std::move(complaint.hint)};
}

Finding content_warning(std::string_view code, DocumentPlace const& place, Complaint complaint) {
  auto finding = content_finding(code, place, std::move(complaint));
  finding.severity = Severity::warning;
  return finding;
}

Finding file_finding(std::string_view code, std::string_view file, std::size_t byte, Complaint complaint) {
  auto finding = content_finding(code, {.file = std::string(file)}, std::move(complaint));
  finding.pointer.reset();
  finding.byte = byte;
  return finding;
}

void keep_first(std::vector<Finding>& findings, DocumentPlace const& place) {
  if (findings.size() <= most_reported) return;
  put_errors_first(findings);
  auto const untold = findings.size() - most_reported;
  findings.resize(most_reported);
  findings.push_back(content_warning("turn.document", place,
                                     {.message = fmt::format("{} more findings are not shown", untold),
                                      .expected = "a few",
                                      .found = fmt::format("{}", untold + most_reported),
                                      .hint = "Correct the first ones: others may disappear with them."}));
}

DocumentPlace within(DocumentPlace const& place, std::string_view key) {
  return {place.file, place.pointer + json::pointer_step(key)};
}

DocumentPlace within(DocumentPlace const& place, std::size_t index) {
  return {place.file, fmt::format("{}/{}", place.pointer, index)};
}

std::string shown_text(std::string_view text) {
  return fmt::format("\"{}\"", extraction::shortened(text, longest_shown));
}

std::string shown_value(Json const& value) {
  switch (value.type()) {
  case Json::value_t::object:
    return value.empty() ? "an empty object"
                         : fmt::format("an object with {}", shown_text(value.begin().key()));
  case Json::value_t::array:
    return value.empty() ? "an empty list" : fmt::format("a list of {}", value.size());
  case Json::value_t::string:
    return value.get_ref<std::string const&>().empty() ? "an empty text"
                                                       : shown_text(value.get_ref<std::string const&>());
  case Json::value_t::null:
    return "null";
  default:
    return compact(value);
  }
}

} // namespace artifactd::turn
