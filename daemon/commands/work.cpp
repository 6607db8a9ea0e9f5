#include "daemon/commands/work.hpp"

#include "agents/edit/edit_request.hpp"
#include "agents/rule/vetting.hpp"
#include "agents/state/state_settler.hpp"
#include "daemon/policies.hpp"
#include "merge/kg/kg_refusal.hpp"
#include "state/session_layout.hpp"

#include <algorithm>

namespace artifactd {

namespace {

bool is_one_file(Kind kind) noexcept {
  return is_document(kind) || kind == Kind::edit;
}

/// Every file of the work as it stands.
Result<std::vector<std::string>> files_of(Config const& config, Session const& session,
                                          SignalName const& signal) {
  std::vector<std::string> files;
  if (is_one_file(signal.kind)) return std::vector{work_location(signal)};
  if (signal.kind == Kind::rule) {
    auto rule = TRY(extraction::read_rule_files(session, signal.name));
    if (!rule.path.empty()) files.push_back(rule.path);
    return files;
  }
  auto set = TRY(read_artifacts(session, signal.name, kg_policy(config).artifacts));
  for (auto const& each : set.listed)
    files.push_back(work_location(signal) + each.name);
  return files;
}

std::string first_file(SignalName const& signal) {
  if (is_one_file(signal.kind)) return work_location(signal);
  auto const* suffix = signal.kind == Kind::rule ? ".yaml" : ".json";
  return work_location(signal) + signal.name.str() + suffix;
}

} // namespace

Result<std::vector<Finding>> judge_work(Config const& config, Session const& session,
                                        SignalName const& signal) {
  switch (signal.kind) {
  case Kind::kg:
    return validate_kg(session, signal.name, kg_policy(config));
  case Kind::state:
    return judge_refused_state(session);
  case Kind::edit:
    return TRY(editor::read_edit_request(session, signal.name)).findings;
  case Kind::rule:
    auto files = TRY(extraction::read_rule_files(session, signal.name));
    return TRY(extraction::vet(files, policies(config).sandbox)).findings;
  }
  return fail(Fault::unsupported, "nobody judges this kind of work here");
}

std::string work_location(SignalName const& signal) {
  switch (signal.kind) {
  case Kind::kg:
    return layout::artifacts_of(signal.name) + "/";
  case Kind::rule:
    return layout::rules + "/";
  case Kind::edit:
    return layout::request_of(signal.name);
  case Kind::state:
    return layout::refused(signal);
  }
  return "";
}

Result<std::vector<std::string>> work_requirements(Config const& config, SignalName const& signal) {
  if (signal.kind == Kind::rule) return extraction::rule_requirements();
  if (is_document(signal.kind)) return state_requirements();
  if (signal.kind == Kind::edit) return editor::edit_requirements();
  auto policy = kg_policy(config);
  return requirements(signal.name, TRY(rules_for(signal.name, policy)), policy);
}

Result<std::vector<EditPlace>> places_to_edit(Config const& config, Session const& session,
                                              SignalName const& signal,
                                              std::vector<Finding> const& findings) {
  std::vector<EditPlace> places;
  for (auto const& finding : findings) {
    auto names_file =
        !finding.file.empty() && !finding.file.ends_with('/') && !finding.code.starts_with("dir.");
    if (finding.severity != Severity::error || !names_file) continue;
    if (std::ranges::find(places, finding.file, &EditPlace::file) == places.end())
      places.push_back({finding.file, finding.line.value_or(1), finding.column.value_or(1)});
  }
  if (!places.empty()) return places;
  for (auto& file : TRY(files_of(config, session, signal)))
    places.push_back({.file = std::move(file)});
  if (places.empty()) places.push_back({.file = first_file(signal)});
  return places;
}

} // namespace artifactd
