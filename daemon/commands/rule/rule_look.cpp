// `artifactctl rule explain` and `rule coverage`: what the rules of a directory make of paths.
#include "agents/rule/coverage_picture.hpp"
#include "agents/rule/rule_files.hpp"
#include "agents/rule/rule_shelf.hpp"
#include "daemon/commands/commands.hpp"
#include "daemon/commands/new_file.hpp"
#include "daemon/commands/rule/gathered_paths.hpp"
#include "daemon/terminal/display_text.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>

namespace artifactd {

using extraction::PathExplanation;
using extraction::RuleShelf;
using extraction::ShelfCoverage;

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_rules = 10'000;
constexpr std::size_t most_shown = 20;

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

void print_fields(PathExplanation::Row const& row) {
  for (std::size_t i = 0; i < row.fields.size(); ++i) {
    auto const& [outcome, value, text] = row.fields[i];
    fmt::print("    {}: {}", printable(row.rule->fields[i].name),
               has_value(row.fields[i]) ? compact(value) : "-");
    if (outcome != extraction::Outcome::value) fmt::print("  ({})", outcome_word(outcome));
    if (!text.empty()) fmt::print("  of \"{}\"", printable(text));
    fmt::print("\n");
  }
}

void print_text(Cli const& cli, PathExplanation const& explanation, std::size_t rules) {
  for (auto const& row : explanation.rows) {
    fmt::print("{} {}  priority {}, {} ({})\n", &row == &explanation.rows.front() ? "wins   " : "matches",
               row.rule->name, row.rule->priority, status_word(status_of(row.fields)),
               printable(row.rule->file));
    print_fields(row);
  }
  if (explanation.rows.empty())
    fmt::print("{}\n",
               rules == 1 ? "the rule does not match" : fmt::format("none of {} rules matches", rules));
  if (explanation.rows.size() > 1) fmt::print("the highest priority wins, then the name that comes first\n");
  for (auto const& each : explanation.skipped)
    tell(cli, each);
}

Result<Exit> explain(Cli const& cli, RuleLookOptions const& options) {
  auto const shelf = TRY(rules_in(options.rules));
  auto const path = extraction::sample_path(options.path, options.root);
  if (!path)
    return fail(Fault::invalid, fmt::format("{} is not a path{}", printable(options.path),
                                            options.root.empty() ? "" : " below " + printable(options.root)));
  auto const explanation = explain_path(shelf, *path);
  if (cli.output == Output::json)
    print_json(to_json(explanation));
  else
    print_text(cli, explanation, shelf.rules.size());
  return explanation.rows.empty() ? Exit::judged_bad : Exit::ok;
}

Result<ShelfCoverage> covered_by(Cli const& cli, RuleLookOptions const& options) {
  ProgressPrinter progress(cli.progress, cli.talk_colour);
  auto shelf = TRY(rules_in(options.rules));
  auto gathered = TRY(gather_paths({options.path}, options.max_files, progress.listener()));
  if (gathered.paths.empty()) return fail(Fault::missing, printable(options.path) + " holds no files");
  return extraction::cover(std::move(shelf), std::move(gathered.paths), std::move(gathered.notes));
}

void print_text(Cli const& cli, ShelfCoverage const& covered) {
  auto const& [shelf, paths, notes, coverage, unmatched] = covered;
  fmt::print("{} files, {} of them matched by no rule\n", paths.size(), coverage.unmatched.size());
  for (std::size_t i = 0; i < shelf.rules.size(); ++i) {
    auto const& share = coverage.shares[i];
    auto const* dead =
        share.matched == 0 ? "  dead: it matches nothing" : "  dead: others win all it matches";
    fmt::print("  {} wins {} of {}{}\n", padded(shelf.rules[i].name, 24), share.won, share.matched,
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
  auto const covered = TRY(covered_by(cli, options));
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
  return ended(cli, explain(cli, options));
}

Exit rule_coverage_command(Cli const& cli, RuleLookOptions const& options) {
  return ended(cli, coverage(cli, options));
}

} // namespace artifactd
