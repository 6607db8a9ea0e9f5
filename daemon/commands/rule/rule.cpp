#include "agents/rule/rule_shelf.hpp"
#include "agents/rule/vetting.hpp"
#include "daemon/commands/commands.hpp"
#include "daemon/settling/policies.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <optional>

namespace artifactd {

namespace {

using extraction::Judgement;

Result<extraction::Samples> named_samples(std::string const& path) {
  if (path.empty()) return extraction::no_samples("--samples");
  return extraction::read_samples(path, TRY(read_named(path, extraction::SampleLimits{}.bytes)));
}

/// `RULE.samples.json`, which a session has beside the rule; std::nullopt if it is not there.
Result<std::optional<extraction::Samples>> samples_beside(std::string const& rule) {
  auto const path = std::filesystem::path(rule).replace_extension(".samples.json").string();
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown)) return std::nullopt;
  return TRY(named_samples(path));
}

Result<Judgement> vet_file(std::string const& path, extraction::Samples const& samples,
                           SandboxSettings const& sandbox) {
  auto const form = extraction::form_of(path);
  if (!form) return fail(Fault::invalid, path + ": the name of a rule ends in .yaml, .py or .txt");
  auto text = TRY(read_named(path, extraction::longest_text));
  return extraction::vet({.form = *form, .path = path, .text = std::move(text), .samples = samples}, sandbox);
}

void tell_all(Cli const& cli, std::vector<Finding> const& findings) {
  for (auto const& finding : findings)
    tell(cli, to_terminal(finding, cli.talk_colour));
}

void print_text(Cli const& cli, Judgement const& judgement, RuleOptions::What what) {
  fmt::print("{}: {}", printable(judgement.file), judgement.refused() ? "refused" : "accepted");
  if (judgement.refused()) fmt::print(" by {}", tier_word(judgement.tier));
  if (!judgement.interpreter.empty()) fmt::print(" ({})", judgement.interpreter);
  fmt::print("\n");
  if (what == RuleOptions::What::preview && !judgement.refused())
    for (auto const& each : judgement.trial.preview)
      fmt::print("  {}  {}\n", printable(each.path), each.extracted.dump());
  tell_all(cli, judgement.findings);
}

Exit find_winners(Cli const& cli, std::vector<Judgement> all, extraction::Samples const& samples) {
  // A rule that matches no sample still takes part; an invalid one does not.
  std::vector<extraction::Rule> rules;
  for (auto& each : all)
    if (each.rule)
      rules.push_back(*std::move(each.rule));
    else
      tell_all(cli, each.findings);
  auto const winners = extraction::winners_of(rules, samples.paths);
  for (auto const& [name, files] : winners.shared_names)
    tell(cli, fmt::format("several rules are named {}: {}; give each a name of its own", name,
                          printable(fmt::format("{}", fmt::join(files, ", ")))));
  if (cli.output == Output::json)
    print_json(to_json(winners));
  else
    for (auto const& each : winners.rows)
      fmt::print("{}  {}\n", printable(each.path), each.rule.empty() ? "(none)" : each.rule);
  return rules.size() < all.size() || !winners.shared_names.empty() ? Exit::judged_bad : Exit::ok;
}

} // namespace

Exit rule_command(Cli const& cli, RuleOptions const& options) {
  auto config = configuration(cli);
  if (!config) return config.error();
  auto samples = named_samples(options.samples);
  if (!samples) return complain(cli, samples.error());
  auto sandbox = policies(*config).sandbox;
  std::vector<Judgement> all;
  for (auto const& file : options.files) {
    auto const beside =
        options.samples.empty() ? samples_beside(file) : Result<std::optional<extraction::Samples>>();
    if (!beside) return complain(cli, beside.error());
    auto vetted = vet_file(file, beside->value_or(*samples), sandbox);
    if (!vetted) return complain(cli, vetted.error());
    all.push_back(*std::move(vetted));
  }
  if (options.what == RuleOptions::What::winner) return find_winners(cli, std::move(all), *samples);
  auto bad = std::ranges::any_of(all, [](Judgement const& each) { return each.refused(); });
  if (cli.output == Output::json) {
    auto rows = Json::array();
    for (auto const& each : all)
      rows.push_back(to_json(each));
    print_json({{"version", 1}, {"rules", std::move(rows)}});
  } else {
    for (auto const& each : all)
      print_text(cli, each, options.what);
  }
  return bad ? Exit::judged_bad : Exit::ok;
}

} // namespace artifactd
