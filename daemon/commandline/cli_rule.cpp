#include "daemon/commandline/cli_subjects.hpp"

namespace artifactd {

namespace {

constexpr std::size_t most_files = 100'000'000; // each takes some 0.7 KB

void add_judging(Group<RuleOptions> const& group, char const* name, char const* says,
                 RuleOptions::What what) {
  auto& sub = group.add(name, says, what);
  sub.add_option("file", group.options.files, "rules and extractors: .yaml, .py or .txt")
      ->type_name("FILE")
      ->required();
  sub.add_option("--samples", group.options.samples,
                 "the paths to try them on: {\"root\": …, \"paths\": […]} (default: RULE.samples.json)")
      ->type_name("FILE");
}

void add_draft(CLI::App& rule, Chosen& chosen, RuleDraftOptions& options) {
  auto& sub = command(chosen, rule, "draft", "make rules from paths, with or without a model", options,
                      rule_draft_command);
  sub.add_option("path", options.paths, "files, directories, globs, or paths of another machine")
      ->type_name("PATH");
  sub.add_option("--samples", options.samples, "paths in a file: {\"root\": …, \"paths\": […]}")
      ->type_name("FILE");
  sub.add_option("--name", options.name, "the rule's name (default: words of the paths)")->type_name("NAME");
  sub.add_option("--shape", options.shape, "only for the N-th shape of paths (default: all)")->type_name("N");
  auto* model =
      sub.add_option("--model", options.model, "ask this model to improve the draft")->type_name("KEY");
  sub.add_option("--command", options.command, "ask a program: the prompt on stdin, the rule on stdout")
      ->type_name("LINE")
      ->excludes(model);
  flag(sub, "--python", options.python, "have the model write an extractor in Python");
  sub.add_option("--hint", options.hint, "what the model should know")->type_name("TEXT");
  flag(sub, "--redact", options.redact, "send the model neither constant words nor digits of the paths");
  sub.add_option("--into", options.into, "write what is accepted to rules/ of this session")
      ->type_name("SESSION");
  flag(sub, "--drop", options.drop, "and drop its signal");
  flag(sub, "--replace", options.replace, "overwrite a rule of the same name");
  sub.add_option("--max-files", options.max_files, "look at no more files than this (100000)")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, most_files));
}

void add_looks(CLI::App& rule, Chosen& chosen, RuleLookOptions& options) {
  auto& explain =
      command(chosen, rule, "explain", "say which rules match a path, which wins, and what it extracts",
              options, rule_explain_command);
  explain.add_option("path", options.path, "the path; it need not exist")->type_name("PATH")->required();
  explain.add_option("--rules", options.rules, "the directory with the rules")->type_name("DIR")->required();
  explain.add_option("--root", options.root, "the directory that rel_path is relative to")->type_name("DIR");
  auto& coverage = command(chosen, rule, "coverage",
                           "say which files of a directory no rule matches, and which several do", options,
                           rule_coverage_command);
  coverage.add_option("directory", options.path, "the directory to look through")
      ->type_name("DIR")
      ->required();
  coverage.add_option("--rules", options.rules, "the directory with the rules")->type_name("DIR")->required();
  coverage.add_option("--svg", options.svg, "draw the tree by winning rule into this file")
      ->type_name("FILE");
  coverage.add_option("--max-files", options.max_files, "look at no more files than this (100000)")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, most_files));
}

} // namespace

void add_rule(CLI::App& rule, Chosen& chosen, RuleWords& words) {
  using What = RuleOptions::What;
  add_draft(rule, chosen, words.draft);
  add_looks(rule, chosen, words.look);
  Group const group{rule, chosen, words.judged, rule_command};
  add_judging(group, "test", "judge rules with their samples", What::test);
  add_judging(group, "preview", "judge rules and show what they extract", What::preview);
  add_judging(group, "winner", "say which rule wins each sample", What::winner);
}

} // namespace artifactd
