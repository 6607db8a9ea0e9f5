#include "agents/rule/vetting.hpp"
#include "agents/rule/winner.hpp"
#include "daemon/commands/commands.hpp"
#include "daemon/settling/policies.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <map>

namespace artifactd {

namespace {

using extraction::Judgement;

Result<extraction::Samples> named_samples(std::string const& path) {
  if (path.empty()) return extraction::no_samples("--samples");
  return extraction::read_samples(path, TRY(read_named(path, extraction::SampleLimits{}.bytes)));
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

/// The rules that passed, each with its file.
struct Contest {
  std::vector<extraction::Rule> rules;
  std::vector<std::string> files;
};

Contest contest_of(std::vector<Judgement>& all) {
  Contest contest;
  for (auto& each : all) {
    if (!each.rule) continue;
    contest.rules.push_back(*std::move(each.rule));
    contest.files.push_back(each.file);
  }
  return contest;
}

/// The files of each name shared by several rules: it is undefined which of them wins.
std::map<std::string, std::vector<std::string>> shared_names(Contest const& contest) {
  std::map<std::string, std::vector<std::string>> by_name;
  for (std::size_t i = 0; i < contest.rules.size(); ++i)
    by_name[contest.rules[i].name].push_back(contest.files[i]);
  std::erase_if(by_name, [](auto const& each) { return each.second.size() < 2; });
  return by_name;
}

/// Which of the rules that passed applies to each sample.
void print_winners(Cli const& cli, Contest const& contest, extraction::Samples const& samples) {
  auto rows = Json::array();
  for (auto const& path : samples.paths) {
    auto const* rule = extraction::winner(contest.rules, path);
    if (cli.output == Output::text) {
      fmt::print("{}  {}\n", printable(path.given), rule == nullptr ? "(none)" : rule->name);
      continue;
    }
    auto& row = rows.emplace_back(Json{{"path", path.given}, {"rule", nullptr}});
    if (rule == nullptr) continue;
    row["rule"] = rule->name;
    row["file"] = contest.files[static_cast<std::size_t>(rule - contest.rules.data())];
  }
  if (cli.output == Output::json)
    print_json({{"version", 1}, {"winners", rows}, {"shared_names", shared_names(contest)}});
}

Exit find_winners(Cli const& cli, std::vector<Judgement> all, extraction::Samples const& samples) {
  // A rule that matches no sample still takes part; an invalid one does not.
  auto broken = false;
  for (auto const& each : all) {
    if (each.rule) continue;
    broken = true;
    tell_all(cli, each.findings);
  }
  auto const contest = contest_of(all);
  auto const shared = shared_names(contest);
  for (auto const& [name, files] : shared)
    tell(cli, fmt::format("several rules are named {}: {}; give each a name of its own", name,
                          printable(fmt::format("{}", fmt::join(files, ", ")))));
  print_winners(cli, contest, samples);
  return broken || !shared.empty() ? Exit::judged_bad : Exit::ok;
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
    auto vetted = vet_file(file, *samples, sandbox);
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
