#include "daemon/commandline/cli_rule.hpp"

namespace artifactd {

namespace {

constexpr std::size_t most_files = 100'000'000; // each takes some 0.7 KB

} // namespace

void RuleWords::add_to(CLI::App& app, Chosen& chosen) {
  auto& rule =
      *app.add_subcommand("rule", "extraction rules and extractors")->require_subcommand(1)->fallthrough();
  add_draft(rule, chosen);
  add_looks(rule, chosen);
  add_judging(rule, chosen, "test", "judge them with their samples", RuleOptions::What::test);
  add_judging(rule, chosen, "preview", "judge them and show what they extract", RuleOptions::What::preview);
  add_judging(rule, chosen, "winner", "say which of them wins each sample", RuleOptions::What::winner);
}

void RuleWords::add_judging(CLI::App& rule, Chosen& chosen, char const* name, char const* says,
                            RuleOptions::What what) {
  auto& sub = command(chosen, rule, name, says, judged_, rule_command);
  sub.add_option("file", judged_.files, "rules and extractors: .yaml, .py or .txt")
      ->type_name("FILE")
      ->required();
  sub.add_option("--samples", judged_.samples, "the paths to try them on: {\"root\": …, \"paths\": […]}")
      ->type_name("FILE");
  sub.parse_complete_callback([this, what] { judged_.what = what; });
}

void RuleWords::add_draft(CLI::App& rule, Chosen& chosen) {
  auto& sub = command(chosen, rule, "draft", "make rules from paths, with or without a model", draft_,
                      rule_draft_command);
  sub.add_option("path", draft_.paths, "files, directories, globs, or paths of another machine")
      ->type_name("PATH");
  sub.add_option("--samples", draft_.samples, "paths in a file: {\"root\": …, \"paths\": […]}")
      ->type_name("FILE");
  sub.add_option("--name", draft_.name, "the rule's name (default: words of the paths)")->type_name("NAME");
  sub.add_option("--shape", draft_.shape, "only for the N-th shape of paths (default: all)")->type_name("N");
  auto* model =
      sub.add_option("--model", draft_.model, "ask this model to improve the draft")->type_name("KEY");
  sub.add_option("--command", draft_.command, "ask a program: the prompt on stdin, the rule on stdout")
      ->type_name("LINE")
      ->excludes(model);
  flag(sub, "--python", draft_.python, "have the model write an extractor in Python");
  sub.add_option("--hint", draft_.hint, "what the model should know")->type_name("TEXT");
  flag(sub, "--redact", draft_.redact, "send the model neither constant words nor digits of the paths");
  sub.add_option("--into", draft_.into, "write what is accepted to rules/ of this session")
      ->type_name("SESSION");
  flag(sub, "--drop", draft_.drop, "and drop its signal");
  flag(sub, "--replace", draft_.replace, "overwrite a rule of the same name");
  sub.add_option("--max-files", draft_.max_files, "look at no more files than this (100000)")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, most_files));
}

void RuleWords::add_looks(CLI::App& rule, Chosen& chosen) {
  auto& explain =
      command(chosen, rule, "explain", "say which rules match a path, which wins, and what it extracts",
              look_, rule_explain_command);
  explain.add_option("path", look_.path, "the path; it need not exist")->type_name("PATH")->required();
  explain.add_option("--rules", look_.rules, "the directory with the rules")->type_name("DIR")->required();
  explain.add_option("--root", look_.root, "the directory that rel_path is relative to")->type_name("DIR");
  auto& coverage = command(chosen, rule, "coverage",
                           "say which files of a directory no rule matches, and which several do", look_,
                           rule_coverage_command);
  coverage.add_option("directory", look_.path, "the directory to look through")->type_name("DIR")->required();
  coverage.add_option("--rules", look_.rules, "the directory with the rules")->type_name("DIR")->required();
  coverage.add_option("--svg", look_.svg, "draw the tree by winning rule into this file")->type_name("FILE");
  coverage.add_option("--max-files", look_.max_files, "look at no more files than this (100000)")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, most_files));
}

} // namespace artifactd
