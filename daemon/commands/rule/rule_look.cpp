// `artifactctl rule explain` and `rule coverage`: what the rules of a directory make of paths.
#include "agents/rule/coverage.hpp"
#include "agents/rule/coverage_picture.hpp"
#include "agents/rule/draft/path_shape.hpp"
#include "agents/rule/extract.hpp"
#include "agents/rule/rule_files.hpp"
#include "agents/rule/winner.hpp"
#include "daemon/commands/commands.hpp"
#include "daemon/commands/new_file.hpp"
#include "daemon/commands/progress_line.hpp"
#include "daemon/commands/rule/gathered_paths.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>
#include <map>

namespace artifactd {

using extraction::Coverage;
using extraction::Extracted;
using extraction::Rule;
using extraction::SamplePath;

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_rules = 10'000;
constexpr std::size_t most_shown = 20;

struct RuleShelf {
  std::vector<Rule> rules;
  std::vector<std::string> files;   ///< one for each
  std::vector<std::string> skipped; ///< one sentence each
};

Result<RuleShelf> rules_in(std::string const& directory) {
  std::error_code error;
  std::vector<std::string> files;
  for (fs::directory_iterator at(directory, error); !error && at != fs::directory_iterator();
       at.increment(error))
    if (auto name = at->path().string(); extraction::form_of(name)) files.push_back(std::move(name));
  if (error) return fail(Fault::missing, fmt::format("{}: {}", printable(directory), error.message()));
  std::ranges::sort(files);
  if (files.size() > most_rules) files.resize(most_rules);
  RuleShelf shelf;
  for (auto const& file : files) {
    auto const text = read_named(file, extraction::longest_text);
    if (!text) {
      shelf.skipped.push_back(fmt::format("{}: {}", printable(file), text.error().message));
      continue;
    }
    auto const form = *extraction::form_of(file);
    auto judgement = form == extraction::Form::python
                         ? extraction::Judgement()
                         : extraction::judge_rule({file, *text}, form, extraction::no_samples("samples"));
    if (judgement.rule) {
      shelf.rules.push_back(*std::move(judgement.rule));
      shelf.files.push_back(file);
      continue;
    }
    auto const* why = first_error(judgement.findings);
    shelf.skipped.push_back(
        fmt::format("{}: {}", printable(file),
                    why == nullptr ? "an extractor, which has no glob" : extraction::short_message(*why)));
  }
  if (shelf.rules.empty())
    return fail(Fault::missing, fmt::format("{} holds no usable rule{}", printable(directory),
                                            shelf.skipped.empty() ? "" : ": " + shelf.skipped.front()));
  return shelf;
}

std::string_view outcome_word(extraction::Outcome outcome) {
  switch (outcome) {
  case extraction::Outcome::value:
    return "extracted";
  case extraction::Outcome::fallback:
    return "default";
  case extraction::Outcome::no_source:
    return "no such segment";
  case extraction::Outcome::no_match:
    return "the pattern does not match";
  case extraction::Outcome::not_typed:
    return "not of its type";
  }
  return "";
}

Json fields_json(Rule const& rule, std::vector<Extracted> const& extracted) {
  auto fields = Json::array();
  for (std::size_t i = 0; i < extracted.size(); ++i) {
    Json field{{"field", rule.fields[i].name}, {"outcome", outcome_word(extracted[i].outcome)}};
    if (extracted[i].outcome == extraction::Outcome::value) field["value"] = extracted[i].value;
    if (extracted[i].outcome == extraction::Outcome::fallback) field["value"] = *rule.fields[i].fallback;
    if (!extracted[i].text.empty()) field["text"] = extracted[i].text;
    fields.push_back(std::move(field));
  }
  return fields;
}

void print_fields(Json const& fields) {
  for (auto const& field : fields) {
    auto const value = field.find("value");
    fmt::print("    {}: {}", printable(field["field"].get<std::string>()),
               value == field.end() ? "-" : compact(*value));
    if (field["outcome"] != "extracted") fmt::print("  ({})", field["outcome"].get<std::string>());
    if (field.contains("text")) fmt::print("  of \"{}\"", printable(field["text"].get<std::string>()));
    fmt::print("\n");
  }
}

Result<Exit> explain(Cli const& cli, RuleLookOptions const& options) {
  auto const shelf = TRY(rules_in(options.rules));
  auto const path = extraction::sample_path(options.path, options.root);
  if (!path)
    return fail(Fault::invalid, fmt::format("{} is not a path{}", printable(options.path),
                                            options.root.empty() ? "" : " below " + printable(options.root)));
  std::vector<std::size_t> matching;
  for (std::size_t i = 0; i < shelf.rules.size(); ++i)
    if (shelf.rules[i].glob.matches(path->parts)) matching.push_back(i);
  std::ranges::sort(matching,
                    [&](auto a, auto b) { return extraction::outranks(shelf.rules[a], shelf.rules[b]); });
  auto rows = Json::array();
  for (auto const index : matching) {
    auto const& rule = shelf.rules[index];
    auto const extracted = extraction::extract(rule, *path);
    rows.push_back({{"rule", rule.name},
                    {"file", shelf.files[index]},
                    {"priority", rule.priority},
                    {"wins", index == matching.front()},
                    {"status", extraction::status_word(extraction::status_of(extracted))},
                    {"fields", fields_json(rule, extracted)}});
  }
  if (cli.output == Output::json) {
    print_json({{"version", 1}, {"path", options.path}, {"rules", rows}, {"skipped", shelf.skipped}});
    return matching.empty() ? Exit::judged_bad : Exit::ok;
  }
  for (auto const& row : rows) {
    fmt::print("{} {}  priority {}, {} ({})\n", row["wins"] == true ? "wins   " : "matches",
               row["rule"].get<std::string>(), row["priority"].get<std::int64_t>(),
               row["status"].get<std::string>(), printable(row["file"].get<std::string>()));
    print_fields(row["fields"]);
  }
  if (matching.empty()) fmt::print("none of {} rules matches\n", shelf.rules.size());
  if (matching.size() > 1) fmt::print("the highest priority wins, then the name that comes first\n");
  for (auto const& each : shelf.skipped)
    tell(cli, each);
  return matching.empty() ? Exit::judged_bad : Exit::ok;
}

struct Covered {
  RuleShelf shelf;
  std::vector<SamplePath> paths;
  std::vector<std::string> notes;
  Coverage coverage;
  std::vector<std::pair<std::string, std::size_t>> unmatched; ///< shapes, and how many paths each has
};

Result<Covered> cover(RuleLookOptions const& options) {
  Covered covered{
      .shelf = TRY(rules_in(options.rules)), .paths = {}, .notes = {}, .coverage = {}, .unmatched = {}};
  ProgressLine progress;
  auto const gathered =
      TRY(gather_paths({options.path}, {.files = options.max_files, .on_progress = [&](std::size_t found) {
                                          progress.show(fmt::format("{} files found", found));
                                        }}));
  covered.notes = notes_on(gathered);
  for (auto const& path : gathered.paths)
    if (auto sample = extraction::sample_path(path, gathered.root))
      covered.paths.push_back(*std::move(sample));
  if (covered.paths.empty()) return fail(Fault::missing, printable(options.path) + " holds no files");
  covered.coverage = extraction::coverage_of(covered.shelf.rules, covered.paths);
  std::vector<SamplePath> left;
  for (auto const path : covered.coverage.unmatched)
    left.push_back(covered.paths[path]);
  for (auto const& shape : extraction::shapes_of(left))
    covered.unmatched.emplace_back(extraction::in_words(shape, left), shape.members.size());
  return covered;
}

Json to_json(Covered const& covered) {
  auto const& [shelf, paths, notes, coverage, unmatched] = covered;
  Json json{{"version", 1},
            {"files", paths.size()},
            {"unmatched_files", coverage.unmatched.size()},
            {"notes", notes}};
  auto& rules = json["rules"] = Json::array();
  for (std::size_t i = 0; i < shelf.rules.size(); ++i)
    rules.push_back({{"rule", shelf.rules[i].name},
                     {"file", shelf.files[i]},
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

void print_text(Cli const& cli, Covered const& covered) {
  auto const& [shelf, paths, notes, coverage, unmatched] = covered;
  fmt::print("{} files, {} of them matched by no rule\n", paths.size(), coverage.unmatched.size());
  for (std::size_t i = 0; i < shelf.rules.size(); ++i) {
    auto const& share = coverage.shares[i];
    auto const* dead =
        share.matched == 0 ? "  dead: it matches nothing" : "  dead: others win all it matches";
    fmt::print("  {:<24} wins {} of {}{}\n", shelf.rules[i].name, share.won, share.matched,
               share.won == 0 ? dead : "");
  }
  auto const first = [](auto const& all) { return std::span(all).first(std::min(all.size(), most_shown)); };
  if (!coverage.overlaps.empty()) fmt::print("several rules match:\n");
  for (auto const& each : first(coverage.overlaps))
    fmt::print("  {} over {}: {} files, such as {}\n", shelf.rules[each.winner].name,
               shelf.rules[each.other].name, each.paths, printable(paths[each.example].given));
  if (!unmatched.empty()) fmt::print("no rule matches:\n");
  for (auto const& [form, count] : first(unmatched))
    fmt::print("  {:>6}  {}\n", count, printable(form));
  if (unmatched.size() > most_shown) fmt::print("  and {} more shapes\n", unmatched.size() - most_shown);
  for (auto const& note : notes)
    tell(cli, note);
  for (auto const& each : shelf.skipped)
    tell(cli, each);
}

Result<Exit> coverage(Cli const& cli, RuleLookOptions const& options) {
  auto const covered = TRY(cover(options));
  if (!options.svg.empty())
    TRY(write_new_file(options.svg,
                       extraction::coverage_picture(covered.shelf.rules, covered.paths, covered.coverage)));
  if (cli.output == Output::json)
    print_json(to_json(covered));
  else
    print_text(cli, covered);
  return covered.coverage.unmatched.empty() ? Exit::ok : Exit::judged_bad;
}

} // namespace

Exit rule_explain_command(Cli const& cli, RuleLookOptions const& options) {
  auto const exit = explain(cli, options);
  return exit ? *exit : complain(cli, exit.error());
}

Exit rule_coverage_command(Cli const& cli, RuleLookOptions const& options) {
  auto const exit = coverage(cli, options);
  return exit ? *exit : complain(cli, exit.error());
}

} // namespace artifactd
