#include "agents/report/triage.hpp"

#include "agents/report/explanation.hpp"
#include "agents/report/message_words.hpp"
#include "merge/game/checks/phase_graph.hpp"
#include "state/json/json_text.hpp"
#include "state/vocabulary/word_table.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd::report {

namespace {

using play::FaultType;
using play::Value;

constexpr std::array<std::string_view, 4> category_words = {"EXPLANATION", "STATE_CORRECTION", "ARTIFACT_BUG",
                                                            "DESIGN_CHANGE"};
constexpr std::array<std::string_view, 4> decided_words = {"facts", "words", "model", "nobody"};

std::string artifact_of(std::string const& fragment, FaultType type) {
  for (std::string_view const name : {"schema", "transitions", "instructions"})
    if (fragment.starts_with(name)) return std::string(name);
  return type == FaultType::illegal_state ? "instructions" : "transitions";
}

/// For a fault without a likely cause of its own: the transition to the end, which is never taken.
std::string way_to_the_end(game::Game const& game) {
  for (auto const& each : game.transitions())
    if (each.to == game::last_phase) return "transitions." + each.id;
  return {};
}

/// How a player is told about a fault of the game: without field names and values.
std::string told(FaultType type, std::string const& phase) {
  switch (type) {
  case FaultType::deadlock:
    return fmt::format(
        "The game has halted in phase '{}': no player is asked to act, and nothing can happen by "
        "itself.",
        phase);
  case FaultType::dead_wait:
    return fmt::format("In phase '{}' a player is asked to act, but the rules allow no action.", phase);
  case FaultType::stuck_phase:
  case FaultType::auto_loop:
    return fmt::format("The game cannot leave phase '{}', whatever the players do.", phase);
  case FaultType::no_end:
  case FaultType::unreachable_end:
    return "From here the game can never end.";
  case FaultType::unexpected_end:
    return fmt::format("The game ended too early, in phase '{}'.", phase);
  case FaultType::invalid_rng:
  case FaultType::degenerate_rng:
    return "Something that should be random always has the same result.";
  default:
    return fmt::format("In phase '{}' the game does something that its own rules do not allow.", phase);
  }
}

class Sorting {
public:
  Sorting(game::Game const& game, play::Record const& record, play::PlayAudit const& audit,
          Complaint const& complaint, Seat const& seat)
      : game_(game), record_(record), audit_(audit), complaint_(complaint), seat_(seat),
        words_(words_of(complaint.message)) {}

  Triage result() {
    if (!audit_.broken.empty())
      nothing_can_be_known();
    else if (!correction(audit_.touched) && !bug_of_rules() && !correction(audit_.strayed) && !other_bug())
      by_words();
    return std::move(triage_);
  }

private:
  void tell(std::string_view text) {
    if (!triage_.text.empty()) triage_.text += ' ';
    triage_.text += text;
  }

  /// The log contradicts itself: nothing that it says is repeated or concluded from. A wish needs no log.
  void nothing_can_be_known() {
    if (is_a_wish()) wish();
    triage_.decided = DecidedBy::facts;
    tell(fmt::format("The record of this play was modified ({}), so what really happened is unknown. "
                     "Ask the operator of the game.",
                     audit_.broken));
    triage_.evidence.push_back({.quote = audit_.broken});
  }

  bool correction(std::optional<play::StateRepair> const& repair) {
    if (!repair) return false;
    triage_.evidence.push_back({.step = repair->step == 0 ? record_.last_step() : repair->step,
                                .quote = repair->what,
                                .for_operator = true});
    triage_.category = Category::state_correction;
    triage_.decided = DecidedBy::facts;
    triage_.repair = repair;
    tell(repair->step == 0 ? "The state of this play does not match its log."
                           : fmt::format("Step {} did not do what the rules say.", repair->step));
    for (auto const& op : repair->ops)
      triage_.evidence.push_back({.path = op["path"].get<std::string>(), .quote = compact(op)});
    describe(*repair);
    return true;
  }

  void describe(play::StateRepair const& repair) {
    std::vector<std::string> seen;
    std::size_t others = 0;
    for (auto const& op : repair.ops) {
      auto const path = op["path"].get<std::string>();
      if (!seat_.sees(path))
        ++others;
      else if (op["op"] == "set")
        seen.push_back(fmt::format("set {} to {}", path, compact(op["value"])));
      else
        seen.push_back(fmt::format("remove {}", path));
    }
    if (!seen.empty()) tell(fmt::format("Proposed: {}.", fmt::join(seen, "; ")));
    if (others > 0) tell(fmt::format("{} fields of other players would be corrected as well.", others));
    if (repair.restart > 0) tell(fmt::format("Proposed: continue from before step {}.", repair.restart));
    tell("Nothing changes until an authorised person confirms it.");
  }

  /// Faults that follow from the rules themselves.
  bool bug_of_rules() {
    for (auto const& issue : audit_.issues)
      if (issue.certain) return bug(issue.type, issue.phase, issue.message, issue.fragment, issue.step);
    if (audit_.touched || audit_.strayed) return false;
    if (!audit_.ahead.empty()) {
      auto const& fault = audit_.ahead.front();
      return bug(fault.type, fault.phase, fault.message, fault.fragment, record_.last_step());
    }
    for (auto const& fault : play::chance_faults(game_))
      if (auto const step = step_of(fault.fragment); step > 0)
        return bug(fault.type, fault.phase, fault.message, fault.fragment, step);
    return false;
  }

  /// Any other fault that was detected, but not what a host did.
  bool other_bug() {
    auto const issue = std::ranges::find(audit_.issues, false, &play::DetectedIssue::departed);
    return issue != audit_.issues.end() &&
           bug(issue->type, issue->phase, issue->message, issue->fragment, issue->step);
  }

  bool bug(FaultType type, std::string const& phase, std::string const& message, std::string fragment,
           std::uint64_t step) {
    if (fragment.empty()) fragment = way_to_the_end(game_);
    triage_.category = Category::artifact_bug;
    triage_.decided = DecidedBy::facts;
    tell(told(type, phase));
    tell("This is a fault of the game, not of its players.");
    triage_.evidence.push_back({.step = step, .quote = told(type, phase)});
    triage_.evidence.push_back({.step = step, .fragment = fragment, .quote = message, .for_operator = true});
    triage_.diagnostic =
        Diagnostic{.symptom = told(type, phase),
                   .evidence = {fmt::format("play {}, step {}: {}", record_.meta.id, step, message)},
                   .artifact = artifact_of(fragment, type),
                   .fragment = std::move(fragment),
                   .errors = {message}};
    return true;
  }

  /// The last step that ran this instruction; 0: none did.
  std::uint64_t step_of(std::string const& fragment) const {
    auto const* line = record_.last_line([&](play::RecordLine const& each) {
      return !each.taken.id.empty() && fragment.ends_with("." + each.taken.id);
    });
    return line == nullptr ? 0 : line->step;
  }

  [[nodiscard]] bool is_a_wish() const { return words_.wishes && !words_.asks && !words_.claims; }

  void wish() {
    triage_.category = Category::design_change;
    tell("That would change the rules. The wish is kept for the game's designer.");
  }

  void by_words() {
    if (is_a_wish()) return wish();
    auto explained = explain(game_, record_, audit_, complaint_, seat_);
    tell(explained.text);
    triage_.evidence = std::move(explained.evidence);
    triage_.may_be_wish = words_.wishes;
    if (words_.wishes) tell("If you would like the rules to be different, say so, and the wish is kept.");
    if (!words_.accuses && !words_.claims) return;
    triage_.decided = DecidedBy::nobody;
    auto const rule =
        std::ranges::find_if(triage_.evidence, [](auto const& each) { return !each.fragment.empty(); });
    if (words_.accuses && rule != triage_.evidence.end()) triage_.doubted = rule->fragment;
    tell(audit_.departed == 0
             ? std::string("Every step followed the written rules.")
             : fmt::format("Step {} did not do what the rules say, but that makes no difference any more.",
                           audit_.departed));
    tell("Is that how the game is meant to be?");
  }

  game::Game const& game_;
  play::Record const& record_;
  play::PlayAudit const& audit_;
  Complaint const& complaint_;
  Seat const& seat_;
  MessageWords words_;
  Triage triage_;
};

} // namespace

std::string_view word_of(Category category) noexcept {
  return category_words[static_cast<std::size_t>(category)];
}

std::optional<Category> category_from(std::string_view word) noexcept {
  return by_word<Category>(category_words, word);
}

std::string_view word_of(DecidedBy decided) noexcept {
  return decided_words[static_cast<std::size_t>(decided)];
}

Triage triage(game::Game const& game, play::Record const& record, play::PlayAudit const& audit,
              Complaint const& complaint, Seat const& seat) {
  return Sorting(game, record, audit, complaint, seat).result();
}

Value to_json(Evidence const& evidence) {
  auto json = Value::object();
  if (evidence.step > 0) json["step"] = evidence.step;
  if (!evidence.fragment.empty()) json["fragmentAddress"] = evidence.fragment;
  if (!evidence.path.empty()) json["path"] = evidence.path;
  json["quote"] = evidence.quote;
  return json;
}

Value to_json(Diagnostic const& diagnostic) {
  Value json{{"category", "artifact_bug"},
             {"symptom", diagnostic.symptom},
             {"evidence", diagnostic.evidence},
             {"suspectedArtifact", diagnostic.artifact}};
  if (!diagnostic.fragment.empty()) json["suspectedFragment"] = diagnostic.fragment;
  json["syntheticErrors"] = diagnostic.errors;
  return json;
}

} // namespace artifactd::report
