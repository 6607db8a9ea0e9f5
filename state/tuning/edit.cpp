#include "state/tuning/edit.hpp"

#include "state/json/diagnose.hpp"
#include "state/json/edit.hpp"
#include "state/json/tree.hpp"
#include "state/tuning/structure.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <vector>

namespace artifactd::tuning {

namespace {

Result<void> check_json(std::string_view what, std::string_view text) {
  auto findings = json::syntax_findings("", text, {.depth = deepest});
  if (findings.empty()) return {};
  return fail(Fault::invalid, fmt::format("{} is not a JSON value: {}", what, findings.front().message));
}

/// The steps of a pointer, or of dotted names.
Result<std::vector<std::string>> steps_of(std::string_view path) {
  if (path.starts_with('/')) return json::pointer_steps(path);
  if (path.contains('/'))
    return fail(Fault::invalid,
                fmt::format("a path with a slash in it begins with one: /{}", printable(path)));
  std::vector<std::string> steps;
  for (;;) {
    auto end = path.find('.');
    steps.emplace_back(path.substr(0, end));
    if (end == path.npos) return steps;
    path.remove_prefix(end + 1);
  }
}

Result<void> collect(std::string_view text, JsonNode const& base, JsonNode const& update,
                     std::vector<json::Splice>& splices) {
  for (auto const& member : update.children()) {
    auto const& key = member.key();
    if (auto dot = key.find('.'); dot != key.npos)
      return fail(
          Fault::invalid,
          fmt::format(
              "\"{}\" is a path written as a name; write {{\"{}\": {{\"{}\": …}}}}: the other members "
              "stay",
              printable(key), printable(key.substr(0, dot)), printable(key.substr(dot + 1))));
    auto const* there = base.find(key);
    if (there == nullptr)
      splices.push_back(json::added_member(text, base, key, member.text()));
    else if (there->type() == json::Type::object && member.type() == json::Type::object)
      TRY(collect(text, *there, member, splices));
    else
      splices.push_back(json::replacement(text, *there, member.text()));
  }
  return {};
}

} // namespace

Result<void> check_path(std::string_view path) {
  TRY(steps_of(path));
  return {};
}

Result<std::string> set_member(std::string_view text, std::string_view path, std::string_view value) {
  TRY(check_json("the value for " + printable(path), value));
  auto changed = json::with_value(text, TRY(steps_of(path)), value);
  if (!changed) return fail(std::move(changed).error().within(printable(path)));
  return changed;
}

Result<void> check_update(std::string_view update) {
  TRY(check_json("the update", update));
  if (JsonNode(update).type() == json::Type::object) return {};
  return fail(Fault::invalid, "the update is not a JSON object");
}

Result<std::string> merge_update(std::string_view text, std::string_view update) {
  TRY(check_update(update));
  JsonNode const root(text);
  JsonNode const changes(update);
  std::vector<json::Splice> splices;
  TRY(collect(text, root, changes, splices));
  return json::spliced(text, std::move(splices));
}

} // namespace artifactd::tuning
