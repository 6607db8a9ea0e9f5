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

bool ends_clause(std::string_view before) {
  return before.empty() || before.ends_with(". ") || before.ends_with(": ") || before.ends_with("; ");
}

bool begins_after_clause(std::string_view after) {
  return after.empty() || after.starts_with('.') || after.starts_with(':') || after.starts_with(';');
}

} // namespace

Statements statements_of(std::span<std::string const> errors) {
  Statements statements;
  for (auto const& error : errors)
    if (!add_listed(error, statements)) statements.insert(error);
  return statements;
}

bool is_said_in(std::string_view error, std::string_view found) {
  while (error.ends_with('.'))
    error.remove_suffix(1);
  if (error.empty()) return false;
  for (auto at = found.find(error); at != found.npos; at = found.find(error, at + 1))
    if (ends_clause(found.substr(0, at)) && begins_after_clause(found.substr(at + error.size()))) return true;
  return false;
}

} // namespace artifactd::editor
