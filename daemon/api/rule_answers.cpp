// Extraction rules of a session: which there are, what became of each, and which of them match a path.
#include "agents/rule/rule_files.hpp"
#include "agents/rule/rule_kind.hpp"
#include "agents/rule/rule_shelf.hpp"
#include "daemon/api/acting_case.hpp"
#include "daemon/api/page.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <set>

namespace artifactd {

namespace {

constexpr std::size_t most_rules = 10'000;
constexpr std::size_t longest_result = std::size_t{4} << 20;

/// The names of rules that have a file or a signal.
Result<std::vector<Name>> rules_of(Session const& session) {
  std::set<std::string> found;
  auto const directory = TRY(unless_missing(open_directory(session.directory(), layout::rules)));
  if (directory)
    for (auto const& file : TRY(list_directory(directory->get(), most_rules * 4)))
      if (extraction::form_of(file)) found.insert(file.substr(0, file.rfind('.')));
  std::vector<Name> names;
  for (auto const& each : found)
    if (auto name = Name::parse(each); name && names.size() < most_rules) names.push_back(*std::move(name));
  return names;
}

std::string_view state_of(Session const& session, SignalName const& signal) {
  auto const directory = session.directory();
  if (stamp_at(directory, layout::signal(signal))) return "pending";
  if (stamp_at(directory, layout::refused(signal))) return "refused";
  auto const result = layout::rules + "/" + layout::result_of(signal.name);
  return stamp_at(directory, result) ? "accepted" : "draft";
}

std::string_view form_word(extraction::Form form) noexcept {
  switch (form) {
  case extraction::Form::yaml:
    return "yaml";
  case extraction::Form::python:
    return "python";
  case extraction::Form::text:
    break;
  }
  return "text";
}

Json row_of(Session const& session, Name const& name) {
  SignalName const signal{name, rule_kind};
  Json row{{"rule", name.str()}, {"signal", signal_word(signal)}, {"state", state_of(session, signal)}};
  auto const files = extraction::read_rule_files(session, name);
  row["form"] = files ? form_word(files->form) : "";
  row["samples"] = files ? files->samples.paths.size() : 0;
  return row;
}

/// The rules that can be used, without running an extractor.
Result<extraction::RuleShelf> shelf_of(Session const& session) {
  extraction::RuleShelf shelf;
  for (auto const& name : TRY(rules_of(session))) {
    auto const files = extraction::read_rule_files(session, name);
    if (!files || files->form == extraction::Form::python || !files->findings.empty()) {
      shelf.skipped.push_back(name.str());
      continue;
    }
    auto judgement = extraction::judge_rule({files->path, files->text}, files->form, files->samples);
    if (judgement.rule)
      shelf.rules.push_back(*std::move(judgement.rule));
    else
      shelf.skipped.push_back(name.str());
  }
  return shelf;
}

} // namespace

Result<WebAnswer> answer_rules(WebContext const& context, WebQuestion const& question) {
  auto const page = TRY(page_of(question));
  auto const named = TRY(session_of(context, question));
  auto const names = TRY(rules_of(named.session));
  Json json{{"version", 1}, {"session", named.session.shown()}, {"rules", Json::array()}};
  for (auto i = page.begin(names.size()); i < page.end(names.size()); ++i)
    json["rules"].push_back(row_of(named.session, names[i]));
  page.close(json, names.size());
  return document(json);
}

Result<WebAnswer> answer_rule(WebContext const& context, WebQuestion const& question) {
  auto const name = TRY(agent_argument(segment(question, 5)));
  auto const named = TRY(session_of(context, question));
  auto const files = TRY(extraction::read_rule_files(named.session, name));
  if (files.path.empty()) return fail(Fault::missing, "there is no rule of that name");
  auto json = row_of(named.session, name);
  json["version"] = 1;
  json["session"] = named.session.shown();
  json["path"] = files.path;
  json["text"] = printable_lines(files.text);
  // What an extractor does is known only from its result: it is not run for showing it.
  if (files.form != extraction::Form::python && files.findings.empty()) {
    auto const judgement = extraction::judge_rule({files.path, files.text}, files.form, files.samples);
    json["findings"] = to_json(judgement.findings);
  } else {
    json["findings"] = to_json(files.findings);
  }
  auto const result = TRY(unless_missing(
      read_file(named.session.directory(), layout::rules + "/" + layout::result_of(name), longest_result)));
  auto const told =
      result && json::scan(*result, {.depth = 64}) ? Json::parse(*result, nullptr, false) : Json();
  json["result"] = told.is_discarded() ? Json() : told;
  return document(json);
}

Result<WebAnswer> answer_rule_match(WebContext const& context, WebQuestion const& question) {
  auto const path = extraction::sample_path(question.parameter("path"), question.parameter("root"));
  if (!path) return fail(Fault::invalid, R"("path" has to be a path, below "root" if that is given)");
  auto const named = TRY(session_of(context, question));
  auto const shelf = TRY(context.checks->one(question.by->name, [&] { return shelf_of(named.session); }));
  return document(to_json(explain_path(shelf, *path)));
}

} // namespace artifactd
