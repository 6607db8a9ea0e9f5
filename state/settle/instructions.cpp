#include "state/settle/instructions.hpp"

#include "state/json/json_text.hpp"
#include "state/json/scan.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/told_findings.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <ranges>

namespace artifactd {

namespace {

constexpr std::size_t longest_instructions = 4u << 20;
constexpr std::size_t listed_errors = 1000; // more only in hostile input
constexpr std::size_t listed_before = 10;   // for each former attempt: enough to see what was tried

std::string about_warning(ToldFindings const& all, Finding const& warning) {
  auto const more = all.more_like(warning);
  auto text = "Warning (blocks nothing, needs no repair): " + to_instruction(warning);
  return more == 0 ? text : fmt::format("{} ({} more like it.)", text, more);
}

std::vector<std::string> affected_files(std::vector<Finding> const& findings) {
  std::vector<std::string> files;
  for (auto const& finding : findings)
    if (!finding.file.empty() && std::ranges::find(files, finding.file) == files.end())
      files.push_back(finding.file);
  return files;
}

/// Whether the last attempt submitted the same inputs as the one before. What could not be read, or is not
/// there, is no part of their digest, but then something else was found.
bool nothing_changed(AttemptLog const& log) {
  auto const count = log.attempts.size();
  if (count < 2) return false;
  auto const& last = log.attempts[count - 1];
  auto const& before = log.attempts[count - 2];
  auto const same = [](Finding const& a, Finding const& b) { return a.code == b.code && a.file == b.file; };
  auto const compared = std::min({last.findings.size(), before.findings.size(), listed_errors});
  return last.inputs == before.inputs &&
         std::ranges::equal(last.findings | std::views::take(compared),
                            before.findings | std::views::take(compared), same);
}

std::string summary(Refusal const& refusal, std::size_t errors) {
  auto problems =
      fmt::format("refused ({}): {} problem{} to repair.", refusal.error, errors, errors == 1 ? "" : "s");
  if (!refusal.signal.kind.is_document())
    return fmt::format("{} submitted work that was {} None of it was accepted.", refusal.signal.name.str(),
                       problems);
  auto document = layout::signal(refusal.signal);
  if (refusal.left == Left::in_place)
    return fmt::format("{} was {} It is still in place.", document, problems);
  return fmt::format("{} was {} It is now {}, and the last accepted version is back in its place.", document,
                     problems, layout::refused(refusal.signal));
}

std::string what_to_change(Refusal const& refusal) {
  if (!blames_inputs(refusal.signal, refusal.findings))
    return fmt::format("Nothing has to be changed in {}.", refusal.location);
  return fmt::format(fmt::runtime(refusal.signal.kind.traits().to_do), refusal.location);
}

std::vector<std::string> to_do(Refusal const& refusal) {
  if (refusal.next == Next::edit) return {std::string(left_to_the_editor)};
  if (has_reserved_name(refusal.signal))
    return {what_to_do_with_reserved_name(refusal.signal, refusal.location)};
  std::vector<std::string> lines;
  auto const document = refusal.signal.kind.is_document();
  if (!document) lines.push_back(what_to_change(refusal));
  for (auto const& hint : refusal.log.hints)
    lines.push_back("A person adds: " + hint.text);
  std::string const spent =
      refusal.budget.spent() ? "No attempt is left: a person decides (artifactctl inbox). " : "";
  if (document) {
    lines.push_back(spent + what_to_do_with_document(refusal.signal, refusal.left));
    return lines;
  }
  auto const lock = layout::signal(refusal.signal);
  lines.push_back(
      fmt::format("{}: rename {} to {} (or create {} again).",
                  spent.empty() ? "Then submit them again" : spent + "Repaired files can still be submitted",
                  layout::refused(refusal.signal), lock, lock));
  return lines;
}

Json sentences(Refusal const& refusal, ToldFindings const& all) {
  auto lines = Json::array();
  lines.push_back(summary(refusal, all.errors.size()));
  if (nothing_changed(refusal.log) && blames_inputs(refusal.signal, refusal.findings))
    lines.push_back("The files are exactly those of the previous attempt: nothing was repaired.");
  if (!refusal.unasked.empty())
    lines.push_back(fmt::format("The editor could not ask a model: {}. An operator has to fix that; "
                                "when you submit again, it asks again.",
                                printable(refusal.unasked)));
  std::size_t number = 0;
  for (auto const& error : all.errors | std::views::take(listed_errors))
    lines.push_back(fmt::format("{}. {}", ++number, to_instruction(error)));
  if (number < all.errors.size())
    lines.push_back(fmt::format("({} more are not listed.)", all.errors.size() - number));
  for (auto& line : to_do(refusal))
    lines.push_back(std::move(line));
  for (auto const& warning : all.warnings | std::views::take(ToldFindings::listed_warnings))
    lines.push_back(about_warning(all, warning));
  return lines;
}

Json list(std::vector<Finding> const& errors) {
  auto rows = Json::array();
  for (auto const& error : errors | std::views::take(listed_errors))
    rows.push_back(artifactd::to_json(error));
  return rows;
}

Json history(AttemptLog const& log) {
  auto past = Json::array();
  for (std::size_t i = 0; i + 1 < log.attempts.size(); ++i) {
    auto const& attempt = log.attempts[i];
    auto findings = Json::array();
    for (auto const& finding : attempt.findings)
      if (finding.severity == Severity::error && findings.size() < listed_before)
        findings.push_back(to_json(finding));
    past.push_back(Json{{"attempt", attempt.number},
                        {"at", attempt.at},
                        {"tier", tier_word(attempt.tier)},
                        {"findings", findings}});
  }
  return past;
}

Json hints(AttemptLog const& log) {
  auto all = Json::array();
  for (auto const& hint : log.hints)
    all.push_back(Json{{"at", hint.at}, {"text", hint.text}});
  return all;
}

Json to_json(Budget const& budget) {
  Json tiers;
  for (auto tier : {Tier::syntax, Tier::schema, Tier::semantic})
    tiers[std::string(tier_word(tier))] = budget.left(tier);
  return Json{{"attempts", budget.total()},
              {"used", std::min(budget.used(), budget.total())},
              {"left", budget.left()},
              {"left_by_tier", tiers}};
}

} // namespace

std::string place_to_repair(std::vector<std::string> const& files, std::string const& location) {
  auto const inside = [&](std::string const& file) { return file.starts_with(location); };
  return std::ranges::all_of(files, inside) ? location : fmt::format("{}", fmt::join(files, ", "));
}

bool blames_inputs(SignalName const& signal, std::vector<Finding> const& findings) {
  auto const inputs = layout::inputs_of(signal);
  return !signal.kind.traits().asks || std::ranges::any_of(findings, [&](Finding const& each) {
    return each.severity == Severity::error && each.file == inputs;
  });
}

std::string what_to_do_with_reserved_name(SignalName const& signal, std::string const& location) {
  return fmt::format(
      "Move the files of {} to the directory of the other name, create that name's signal, and "
      "delete {}.",
      location, layout::refused(signal));
}

std::string what_to_do_with_document(SignalName const& document, Left left) {
  auto name = layout::signal(document);
  if (left == Left::in_place)
    return fmt::format("Repair {} and write it as a whole: under another name, then renamed to this one.",
                       name);
  return fmt::format("Make your change to {} as it is now, or repair {} and rename it to {}.", name,
                     layout::refused(document), name);
}

std::string_view next_word(Next next) noexcept {
  constexpr std::array<std::string_view, 3> words = {"person", "reinvoke", "edit"};
  return words[static_cast<std::size_t>(next)];
}

std::string render_instructions(Refusal const& refusal) {
  auto const& attempt = refusal.log.attempts.back();
  ToldFindings const all(refusal.findings);
  Json document;
  document["version"] = 1;
  document["agent"] = refusal.signal.name.str();
  document["kind"] = refusal.signal.kind.word();
  document["error"] = refusal.error;
  document["timestamp"] = attempt.at;
  document["instructions"] = sentences(refusal, all);
  document["artifact_location"] = refusal.location;
  document["lock_file_renamed_to"] =
      refusal.left == Left::aside ? Json(layout::refused(refusal.signal)) : Json();
  document["attempt"] = attempt.number;
  document["budget"] = to_json(refusal.budget);
  document["unchanged"] = nothing_changed(refusal.log);
  document["next"] = next_word(refusal.next);
  if (!refusal.unasked.empty()) document["unasked"] = printable(refusal.unasked);
  document["affected_files"] = affected_files(all.errors);
  document["findings"] = list(all.errors);
  document["findings_total"] = all.errors.size();
  document["warnings"] = told_warnings(all);
  document["history"] = history(refusal.log);
  document["hints"] = hints(refusal.log);
  document["requirements"] = refusal.requirements;
  return pretty(document) + "\n";
}

Result<void> write_instructions(Session const& session, Refusal const& refusal) {
  return replace_file(session, layout::instructions(refusal.signal), render_instructions(refusal));
}

bool about_document_in_place(Json const& instructions) {
  auto const renamed = instructions.find("lock_file_renamed_to");
  return renamed != instructions.end() && renamed->is_null();
}

Result<Json> read_instructions(int session, SignalName const& signal) {
  auto name = layout::instructions(signal);
  auto text = TRY(read_file(session, name, longest_instructions));
  // The parser recurses per bracket: a deeply nested hostile file must not reach it.
  if (!json::scan(text, {.depth = 32})) return fail(Fault::invalid, name + " is not valid JSON");
  auto document = Json::parse(text, nullptr, false);
  if (!document.is_object()) return fail(Fault::invalid, name + " does not hold an object");
  return document;
}

} // namespace artifactd
