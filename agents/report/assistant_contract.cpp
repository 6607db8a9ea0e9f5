#include "agents/report/assistant_contract.hpp"

#include "merge/play/record/correction.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::report {

namespace {

using model::Contract;
using Faults = std::vector<std::string>;

constexpr double sure_enough = 0.6;
/// A stretch of the report this long counts as a quotation.
constexpr std::size_t longest_stretch = 24;

constexpr auto* reply_schema = R"({
  "type": "object",
  "required": ["category", "text", "evidence", "confidence"],
  "additionalProperties": false,
  "properties": {
    "category": {"enum": ["EXPLANATION", "STATE_CORRECTION", "ARTIFACT_BUG", "DESIGN_CHANGE"]},
    "text": {"type": "string", "minLength": 1, "maxLength": 1500},
    "evidence": {
      "type": "array", "maxItems": 10,
      "items": {
        "type": "object", "required": ["quote"], "additionalProperties": false,
        "properties": {
          "step": {"type": ["integer", "null"], "minimum": 1},
          "fragmentAddress": {"type": ["string", "null"], "maxLength": 512},
          "path": {"type": ["string", "null"], "maxLength": 512},
          "quote": {"type": "string", "minLength": 1, "maxLength": 400}
        }
      }
    },
    "ops": {"type": ["array", "null"], "maxItems": 20, "items": {"type": "object"}},
    "diagnostic": {
      "type": ["object", "null"],
      "required": ["symptom", "evidence", "suspectedArtifact", "suspectedFragment", "syntheticErrors"],
      "additionalProperties": false,
      "properties": {
        "symptom": {"type": "string", "minLength": 1, "maxLength": 500},
        "evidence": {"type": "array", "maxItems": 10, "items": {"type": "string", "maxLength": 400}},
        "suspectedArtifact": {"enum": ["schema", "transitions", "instructions"]},
        "suspectedFragment": {"type": "string", "minLength": 1, "maxLength": 512},
        "syntheticErrors": {
          "type": "array", "minItems": 1, "maxItems": 5, "items": {"type": "string", "minLength": 1, "maxLength": 400}
        }
      }
    },
    "confidence": {"type": "number", "minimum": 0, "maximum": 1}
  }
})";

/// White space and letter case are ignored in a quotation.
std::string squeezed(std::string_view text) {
  std::string plain;
  for (auto const each : text)
    if (!std::isspace(static_cast<unsigned char>(each)))
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(each)));
  return plain;
}

bool holds(std::string_view text, std::string_view quote) {
  auto const plain = squeezed(quote);
  return !plain.empty() && squeezed(text).contains(plain);
}

bool has(Json const& object, char const* member) {
  auto const found = object.find(member);
  return found != object.end() && !found->is_null();
}

/// 0, which is no step, for one that no log has: the shape of a reply limits it to whole numbers only.
std::uint64_t step_of(Json const& evidence) {
  constexpr double most = 9007199254740992; // 2^53
  auto const& step = evidence["step"];
  if (!step.is_number_float()) return step.get<std::uint64_t>();
  auto const number = step.get<double>();
  return number < most ? static_cast<std::uint64_t>(number) : 0;
}

class Judging {
public:
  explicit Judging(AssistantQuestion const& question) : question_(question) {}

  Faults faults(Json const& reply) {
    auto const category = category_from(text_member(reply, "category")).value_or(Category::explanation);
    auto const& evidence = reply["evidence"];
    auto const acts = category == Category::state_correction || category == Category::artifact_bug;
    if (acts && evidence.empty()) fault("/evidence: a correction or a bug needs at least one quotation");
    for (std::size_t i = 0; i < evidence.size(); ++i)
      judge_evidence(evidence[i], fmt::format("/evidence/{}", i));
    if (has(reply, "ops") != (category == Category::state_correction))
      fault("/ops: exactly a STATE_CORRECTION has operations");
    else if (has(reply, "ops"))
      judge_operations(reply["ops"]);
    if (has(reply, "diagnostic") != (category == Category::artifact_bug))
      fault("/diagnostic: exactly an ARTIFACT_BUG has a diagnostic");
    else if (has(reply, "diagnostic"))
      judge_diagnostic(reply["diagnostic"]);
    return std::move(faults_);
  }

private:
  void fault(std::string text) { faults_.push_back(std::move(text)); }

  void judge_evidence(Json const& each, std::string const& where) {
    auto const quote = text_member(each, "quote");
    if (has(each, "step")) {
      auto const found = question_.shown.steps.find(step_of(each));
      if (found == question_.shown.steps.end())
        fault(where + "/step: there is no such step among those shown");
      else if (!holds(found->second, quote))
        fault(where + "/quote: that step does not say so");
    } else if (has(each, "fragmentAddress")) {
      auto const* text = question_.shown.fragment(text_member(each, "fragmentAddress"));
      if (text == nullptr)
        fault(where + "/fragmentAddress: no such part of the rules was shown");
      else if (!holds(*text, quote))
        fault(where + "/quote: that part of the rules does not say so");
    } else if (has(each, "path")) {
      auto const* value = play::value_at(question_.shown.state, text_member(each, "path"));
      if (value == nullptr)
        fault(where + "/path: there is no such field in the state shown");
      else if (!holds(compact(*value), quote))
        fault(where + "/quote: that field does not hold this");
    } else {
      fault(where + ": evidence names a step, a fragmentAddress or a path");
    }
  }

  void judge_operations(Json const& ops) {
    if (ops.empty()) return fault("/ops: the list is empty");
    for (auto const& op : ops) {
      auto const word = text_member(op, "op");
      auto const path = text_member(op, "path");
      if ((word != "set" && word != "delete") || path.empty())
        return fault("/ops: each is a set or a delete, with the path of a field");
      if (!question_.seat.sees(path)) return fault("/ops: only fields that were shown can be corrected");
    }
    play::Runtime runtime(question_.game, question_.players);
    if (auto const made = play::corrected(runtime, question_.audit.state, ops); !made)
      fault("/ops: " + made.error());
  }

  void judge_diagnostic(Json const& diagnostic) {
    auto const fragment = text_member(diagnostic, "suspectedFragment");
    if (question_.shown.fragment(fragment) == nullptr)
      fault("/diagnostic/suspectedFragment: only a part of the rules that was shown can be suspected");
    else if (!fragment.starts_with(text_member(diagnostic, "suspectedArtifact")))
      fault("/diagnostic/suspectedArtifact: the suspected fragment is not in it");
    auto const& errors = diagnostic["syntheticErrors"];
    for (std::size_t i = 0; i < errors.size(); ++i)
      if (quotes_the_report(errors[i].get<std::string>()))
        fault(fmt::format(
            "/diagnostic/syntheticErrors/{}: it repeats the report; say what is wrong with the rules", i));
  }

  /// The editor never receives a player's words.
  bool quotes_the_report(std::string_view error) const {
    auto const said = squeezed(question_.complaint.message);
    auto const text = squeezed(error);
    auto const rules = squeezed(told(question_.shown));
    for (std::size_t at = 0; at + longest_stretch <= text.size(); ++at) {
      auto const stretch = std::string_view(text).substr(at, longest_stretch);
      if (said.contains(stretch) && !rules.contains(stretch)) return true;
    }
    return false;
  }

  AssistantQuestion const& question_;
  Faults faults_;
};

std::vector<Evidence> evidence_in(Json const& reply) {
  std::vector<Evidence> evidence;
  for (auto const& each : reply["evidence"])
    evidence.push_back({.step = has(each, "step") ? step_of(each) : 0,
                        .fragment = text_member(each, "fragmentAddress"),
                        .path = text_member(each, "path"),
                        .quote = text_member(each, "quote")});
  return evidence;
}

std::vector<std::string> texts_in(Json const& list) {
  return list.get<std::vector<std::string>>();
}

} // namespace

Contract assistant_contract(AssistantQuestion const& question) {
  return {.shape = {"report_answer", Json::parse(reply_schema)},
          .check = [&question](Json const& reply) { return Judging(question).faults(reply); }};
}

Triage triage_from(Json const& reply, AssistantQuestion const& question, std::uint64_t last_step) {
  Triage triage{.category = category_from(text_member(reply, "category")).value_or(Category::explanation),
                .decided = DecidedBy::model,
                .text = text_member(reply, "text"),
                .evidence = evidence_in(reply)};
  if (triage.category == Category::state_correction) {
    triage.repair =
        play::StateRepair{.step = last_step, .what = "the assistant proposes it", .ops = reply["ops"]};
    if (!triage.text.ends_with('.') && !triage.text.ends_with('!') && !triage.text.ends_with('?'))
      triage.text += '.';
    triage.text += " Nothing changes until an authorised person confirms it.";
  }
  if (triage.category != Category::artifact_bug) return triage;
  if (reply["confidence"].get<double>() < sure_enough) {
    triage.category = Category::explanation;
    triage.text = question.shown.facts + " Is that how the game is meant to be?";
    triage.doubted = text_member(reply["diagnostic"], "suspectedFragment");
    return triage;
  }
  auto const& found = reply["diagnostic"];
  triage.diagnostic = Diagnostic{.symptom = text_member(found, "symptom"),
                                 .evidence = texts_in(found["evidence"]),
                                 .artifact = text_member(found, "suspectedArtifact"),
                                 .fragment = text_member(found, "suspectedFragment"),
                                 .errors = texts_in(found["syntheticErrors"])};
  return triage;
}

} // namespace artifactd::report
