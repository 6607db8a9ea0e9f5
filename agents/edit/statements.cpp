#include "agents/edit/statements.hpp"

#include "state/json/json_text.hpp"
#include "state/json/scan.hpp"

#include <array>
#include <string_view>

namespace artifactd::editor {

namespace {

using Statements = std::set<std::string>;

constexpr auto listing = std::to_array<std::string_view>(
    {"Schema validation failed: ", "Execution output is not valid InstructionsArtifact: "});

/// {"transitions": {"0": {"id": {"_errors": ["Required"]}}}}: every level may have its own list.
void add_tree(Json const& level, std::string const& place, Statements& statements) {
  for (auto const& [key, value] : level.items())
    if (key == "_errors" && value.is_array())
      for (auto const& each : value)
        statements.insert(place + ": " + compact(each));
    else if (value.is_object())
      add_tree(value, place + "/" + key, statements);
}

/// False if it lists nothing.
bool add_listed(std::string_view error, Statements& statements) {
  for (auto const start : listing) {
    if (!error.starts_with(start)) continue;
    auto const text = error.substr(start.size());
    if (!json::scan(text, {.depth = 64})) return false;
    auto const issues = Json::parse(text, nullptr, false);
    auto const before = statements.size();
    if (issues.is_object()) add_tree(issues, std::string(start), statements);
    if (issues.is_array())
      for (auto const& each : issues)
        statements.insert(std::string(start) + compact(each));
    return statements.size() > before;
  }
  return false;
}

} // namespace

Statements statements_of(std::span<std::string const> errors) {
  Statements statements;
  for (auto const& error : errors)
    if (!add_listed(error, statements)) statements.insert(error);
  return statements;
}

} // namespace artifactd::editor
