#include "agents/model/strict_json.hpp"

#include "state/json/diagnose.hpp"
#include "state/json/encoding.hpp"

#include <fmt/core.h>
#include <string>

namespace artifactd::model {

namespace {

std::vector<Finding> one_fault(std::string_view code, std::string message) {
  Finding finding;
  finding.code = code;
  finding.message = std::move(message);
  return {std::move(finding)};
}

/// Lets no object have more members than allowed; remembers that one wanted to.
class MemberCount {
public:
  explicit MemberCount(JsonBounds const& bounds) : most_(bounds.members), counts_(bounds.depth + 2) {}

  bool operator()(int depth, nlohmann::ordered_json::parse_event_t event) {
    using Event = nlohmann::ordered_json::parse_event_t;
    auto const level = static_cast<std::size_t>(depth);
    if (event == Event::object_start) counts_.at(level + 1) = 0;
    if (event != Event::key) return true;
    if (++counts_.at(level) <= most_) return true;
    exceeded_ = true;
    return false;
  }

  [[nodiscard]] bool exceeded() const noexcept { return exceeded_; }

private:
  unsigned most_;
  std::vector<unsigned> counts_; ///< of the objects that are open, by depth
  bool exceeded_ = false;
};

} // namespace

std::expected<nlohmann::ordered_json, std::vector<Finding>> read_json(std::string_view text,
                                                                      JsonBounds const& bounds) {
  if (text.size() > bounds.bytes)
    return std::unexpected(
        one_fault("file.too_large", fmt::format("the text is longer than {} bytes", bounds.bytes)));
  if (auto findings = json::syntax_findings("", text, {.depth = bounds.depth}); !findings.empty())
    return std::unexpected(std::move(findings));
  MemberCount count(bounds);
  auto value = nlohmann::ordered_json::parse(
      text, [&](int depth, auto event, auto const&) { return count(depth, event); }, false);
  if (count.exceeded())
    return std::unexpected(
        one_fault("file.too_large", fmt::format("an object has more than {} members", bounds.members)));
  if (value.is_discarded())
    return std::unexpected(one_fault("json.number", "a number is larger than any double"));
  return value;
}

bool is_utf8(std::string_view text) {
  // The end of a text counts as what a sequence may go on behind; a line end does not.
  return json::first_malformed(std::string(text) + '\n') == std::string_view::npos;
}

} // namespace artifactd::model
