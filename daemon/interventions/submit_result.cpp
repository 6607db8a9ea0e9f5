#include "daemon/interventions/submit_result.hpp"

#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"
#include "state/session/session_layout.hpp"

#include <array>
#include <fmt/core.h>

namespace artifactd {

namespace {

using Outcome = SubmitResult::Outcome;

std::string_view outcome_word(Outcome outcome) noexcept {
  constexpr std::array<std::string_view, 5> words = {"merged", "refused", "pending", "unattended", "removed"};
  return words[static_cast<std::size_t>(outcome)];
}

std::string merged_text(SubmitResult const& result) {
  auto text = signal_word(result.signal) + ": merged";
  if (result.generation) text += fmt::format(", in place of generation {}", *result.generation);
  return result.reason.empty() ? text : fmt::format("{} ({})", text, result.reason);
}

} // namespace

bool SubmitResult::goes_on() const {
  if (outcome != Outcome::refused) return false;
  auto const next = text_member(instructions, "next");
  return next == next_word(Next::reinvoke) || next == next_word(Next::edit);
}

bool SubmitResult::for_person() const {
  if (outcome != Outcome::refused || goes_on()) return false;
  auto const left = instructions.value(Json::json_pointer("/budget/left"), Json());
  return left.is_number_integer() && left <= 0;
}

Exit exit_of(SubmitResult const& result) {
  switch (result.outcome) {
  case Outcome::merged:
    return Exit::ok;
  case Outcome::refused:
    return result.for_person() ? Exit::person : Exit::judged_bad;
  case Outcome::unattended:
    return Exit::unreachable;
  case Outcome::removed:
    return Exit::not_found;
  case Outcome::pending:
    break;
  }
  return Exit::conflict;
}

std::vector<std::string> warnings_of(SubmitResult const& result) {
  std::vector<std::string> told;
  for (auto const& each : result.warnings) {
    auto const finding = finding_from_json(each);
    if (!finding) continue;
    auto const more = each.value("occurrences", 1) - 1;
    told.push_back(to_instruction(*finding) + (more > 0 ? fmt::format(" ({} more like it.)", more) : ""));
  }
  return told;
}

std::string to_text(SubmitResult const& result, Submitting how) {
  auto const word = signal_word(result.signal);
  switch (result.outcome) {
  case Outcome::merged:
    return merged_text(result);
  case Outcome::refused:
    if (result.goes_on()) how = Submitting::by_run;
    return std::string(trimmed(printable_lines(to_prompt(result.signal, result.instructions, how))));
  case Outcome::removed:
    return fmt::format("{}: no verdict: {}", word, printable(result.reason));
  case Outcome::unattended:
    return fmt::format("{}: still pending in {}: {}", word, printable(result.session),
                       printable(result.reason));
  case Outcome::pending:
    break;
  }
  return fmt::format("{}: still pending: {}", word, printable(result.reason));
}

Json to_json(SubmitResult const& result) {
  Json json{{"version", 1},
            {"session", result.session},
            {"signal", layout::signal(result.signal)},
            {"outcome", outcome_word(result.outcome)}};
  if (!result.reason.empty()) json["reason"] = result.reason;
  if (result.generation) json["generation"] = *result.generation;
  if (!result.warnings.empty()) json["warnings"] = result.warnings;
  if (!result.former.empty()) json["former_files"] = result.former;
  if (result.outcome == Outcome::refused) {
    json["next"] = result.goes_on() ? text_member(result.instructions, "next") : "person";
    json["instructions"] = result.instructions;
  }
  return json;
}

} // namespace artifactd
