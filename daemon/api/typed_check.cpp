#include "daemon/api/typed_check.hpp"

#include "agents/rule/rule_kind.hpp"
#include "agents/rule/vetting.hpp"
#include "agents/state/history.hpp"
#include "agents/state/state_kind.hpp"
#include "daemon/settling/policies.hpp"
#include "merge/kg/kg_kind.hpp"
#include "state/json/diagnose.hpp"
#include "state/session/session_layout.hpp"
#include "state/tuning/judge.hpp"

namespace artifactd {

namespace {

constexpr unsigned deepest = 64;

std::string name_of(PlacedFile const& file) {
  return file.path.substr(file.path.rfind('/') + 1);
}

Result<TypedCheck> check_artifacts(Case const& chosen, std::vector<PlacedFile> const& files,
                                   FormerFiles former, Programs programs) {
  TypedArtifacts typed{.files = {}, .alone = former == FormerFiles::remove};
  for (auto const& each : files)
    typed.files.emplace(name_of(each), each.bytes);
  TypedCheck check{.findings = TRY(validate_typed_kg(chosen.session(), chosen.signal.name, typed, programs,
                                                     kg_policy(chosen.config))),
                   .checked = {"syntax", "schema"}};
  if (programs == Programs::run) check.checked.emplace_back("semantic");
  return check;
}

bool is_python(extraction::RuleFiles const& files) {
  return files.form == extraction::Form::python ||
         (files.form == extraction::Form::text &&
          language_of(extraction::fenced_script(files.text)) == extraction::Language::python);
}

Result<TypedCheck> check_rule(Case const& chosen, std::vector<PlacedFile> const& files, Programs programs) {
  auto rule = TRY(extraction::read_rule_files(chosen.session(), chosen.signal.name));
  for (auto const& each : files) {
    auto const name = name_of(each);
    auto const form = extraction::form_of(name);
    if (name == layout::samples_of(chosen.signal.name)) {
      rule.samples = extraction::read_samples(each.path, each.bytes);
    } else if (form) {
      rule.form = *form;
      rule.path = each.path;
      rule.text = each.bytes;
      rule.findings.clear();
    }
  }
  // An extractor is a program: it shows nothing without being run.
  if (is_python(rule) && programs == Programs::left_out)
    return TypedCheck{.findings = rule.findings, .checked = {}};
  auto const policy = policies(chosen.config);
  return TypedCheck{.findings = TRY(extraction::vet(rule, policy.sandbox)).findings,
                    .checked = {"syntax", "schema", "semantic"}};
}

Result<TypedCheck> check_state(Case const& chosen, std::vector<PlacedFile> const& files) {
  auto const history = TRY(tuning::StateHistory::open(chosen.session()));
  auto const good = TRY(history.last_good());
  TypedCheck check{.findings = {}, .checked = {"syntax", "schema", "semantic"}};
  for (auto const& each : files)
    check.findings = tuning::judge(each.path, each.bytes, good ? &good->state : nullptr).findings;
  return check;
}

} // namespace

Result<TypedCheck> check_typed(Case const& chosen, std::vector<PlacedFile> const& files, FormerFiles former,
                               Programs programs) {
  auto const& kind = chosen.signal.kind;
  if (kind == kg_kind) return check_artifacts(chosen, files, former, programs);
  if (kind == rule_kind) return check_rule(chosen, files, programs);
  if (kind == state_kind) return check_state(chosen, files);
  TypedCheck check{.findings = {}, .checked = {"syntax"}};
  for (auto const& each : files)
    if (each.path.ends_with(".json"))
      std::ranges::move(json::syntax_findings(each.path, each.bytes, {.depth = deepest}),
                        std::back_inserter(check.findings));
  return check;
}

} // namespace artifactd
