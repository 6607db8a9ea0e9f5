#include "agents/rule/rule_shelf.hpp"

#include "agents/rule/draft/path_shape.hpp"
#include "agents/rule/winner.hpp"
#include "state/json/json_text.hpp"

namespace artifactd::extraction {

namespace {

Json fields_json(PathExplanation::Row const& row) {
  auto fields = Json::array();
  for (std::size_t i = 0; i < row.fields.size(); ++i) {
    auto const& extracted = row.fields[i];
    auto& field = fields.emplace_back(
        Json{{"field", row.rule->fields[i].name}, {"outcome", outcome_word(extracted.outcome)}});
    if (has_value(extracted)) field["value"] = extracted.value;
    if (!extracted.text.empty()) field["text"] = extracted.text;
  }
  return fields;
}

} // namespace

Winners winners_of(std::span<Rule const> rules, std::span<SamplePath const> paths) {
  Winners winners;
  for (auto const& path : paths) {
    auto const* rule = winner(rules, path);
    winners.rows.push_back(
        {path.given, rule == nullptr ? "" : rule->name, rule == nullptr ? "" : rule->file});
  }
  for (auto const& rule : rules)
    winners.shared_names[rule.name].push_back(rule.file);
  std::erase_if(winners.shared_names, [](auto const& each) { return each.second.size() < 2; });
  return winners;
}

PathExplanation explain_path(RuleShelf const& shelf, SamplePath const& path) {
  PathExplanation explanation{.path = path.given, .rows = {}, .skipped = shelf.skipped};
  for (auto const index : matching_rules(shelf.rules, path))
    explanation.rows.push_back({&shelf.rules[index], extract(shelf.rules[index], path)});
  return explanation;
}

ShelfCoverage cover(RuleShelf shelf, std::vector<SamplePath> paths, std::vector<std::string> notes) {
  ShelfCoverage covered{.shelf = std::move(shelf), .paths = std::move(paths), .notes = std::move(notes)};
  covered.coverage = coverage_of(covered.shelf.rules, covered.paths);
  std::vector<SamplePath> left;
  for (auto const path : covered.coverage.unmatched)
    left.push_back(covered.paths[path]);
  for (auto const& shape : shapes_of(left))
    covered.unmatched.emplace_back(in_words(shape, left), shape.members.size());
  return covered;
}

Json to_json(Winners const& winners) {
  auto rows = Json::array();
  for (auto const& each : winners.rows) {
    auto& row = rows.emplace_back(Json{{"path", each.path}, {"rule", nullptr}});
    if (each.rule.empty()) continue;
    row["rule"] = each.rule;
    row["file"] = each.file;
  }
  return {{"version", 1}, {"winners", std::move(rows)}, {"shared_names", winners.shared_names}};
}

Json to_json(PathExplanation const& explanation) {
  auto rows = Json::array();
  for (auto const& row : explanation.rows)
    rows.push_back({{"rule", row.rule->name},
                    {"file", row.rule->file},
                    {"priority", row.rule->priority},
                    {"wins", rows.empty()},
                    {"status", status_word(status_of(row.fields))},
                    {"fields", fields_json(row)}});
  return {{"version", 1},
          {"path", explanation.path},
          {"rules", std::move(rows)},
          {"skipped", explanation.skipped}};
}

Json to_json(ShelfCoverage const& covered) {
  auto const& [shelf, paths, notes, coverage, unmatched] = covered;
  Json json{{"version", 1},
            {"files", paths.size()},
            {"unmatched_files", coverage.unmatched.size()},
            {"notes", notes}};
  auto& rules = json["rules"] = Json::array();
  for (std::size_t i = 0; i < shelf.rules.size(); ++i)
    rules.push_back({{"rule", shelf.rules[i].name},
                     {"file", shelf.rules[i].file},
                     {"matched", coverage.shares[i].matched},
                     {"won", coverage.shares[i].won},
                     {"dead", coverage.shares[i].won == 0}});
  auto& overlaps = json["overlaps"] = Json::array();
  for (auto const& each : coverage.overlaps)
    overlaps.push_back({{"winner", shelf.rules[each.winner].name},
                        {"other", shelf.rules[each.other].name},
                        {"files", each.paths},
                        {"example", paths[each.example].given}});
  auto& shapes = json["unmatched"] = Json::array();
  for (auto const& [form, count] : unmatched)
    shapes.push_back({{"form", form}, {"files", count}});
  json["skipped"] = shelf.skipped;
  return json;
}

} // namespace artifactd::extraction
