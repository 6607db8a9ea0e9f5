#include "daemon/commands/edit/told_edit.hpp"

#include "daemon/commands/history/event_text.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <span>

namespace artifactd {

namespace {

constexpr std::uint64_t most_counted = 1'000'000'000'000;
constexpr std::size_t most_attempts_told = 10;
constexpr std::size_t most_patterns_shown = 6;

std::optional<std::uint64_t> count_member(Json const& json, char const* name) {
  if (!json.is_object()) return std::nullopt;
  auto const found = json.find(name);
  if (found == json.end() || !found->is_number_unsigned()) return std::nullopt;
  return std::min(found->get<std::uint64_t>(), most_counted);
}

std::vector<ToldEdit::Attempt> attempts_of(Json const& detail) {
  std::vector<ToldEdit::Attempt> attempts;
  auto const list = detail.find("attempts");
  if (list == detail.end() || !list->is_array()) return attempts;
  for (auto const& each : *list) {
    if (attempts.size() == most_attempts_told) break;
    attempts.push_back({texts_of(each, "mended"), texts_of(each, "open"), count_member(each, "errors_left")});
  }
  return attempts;
}

std::optional<ToldEdit::Spent> spent_of(Json const& detail) {
  auto const calls = count_member(detail, "calls");
  if (!calls) return std::nullopt;
  auto const tokens = detail.value("tokens", Json());
  return ToldEdit::Spent{.calls = *calls,
                         .input = count_member(tokens, "input").value_or(0),
                         .cached = count_member(tokens, "cached").value_or(0),
                         .output = count_member(tokens, "output").value_or(0),
                         .cost = model::parse_dollars(text_member(detail, "cost"))};
}

std::string counted_noun(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// "P1 P7 repaired"
std::string patterns_text(std::span<std::string const> patterns, std::string_view what) {
  std::string text;
  for (auto const& each : patterns.first(std::min(patterns.size(), most_patterns_shown)))
    text += printable(each) + " ";
  if (patterns.size() > most_patterns_shown)
    text += fmt::format("and {} more ", patterns.size() - most_patterns_shown);
  return text + std::string(what);
}

void add_attempts(std::vector<std::string>& parts, std::vector<ToldEdit::Attempt> const& attempts) {
  if (attempts.empty()) return;
  std::vector<std::string> mended;
  for (auto const& attempt : attempts)
    for (auto const& each : attempt.mended)
      if (std::ranges::find(mended, each) == mended.end()) mended.push_back(each);
  if (!mended.empty()) parts.push_back(patterns_text(mended, "repaired"));
  if (auto const& open = attempts.back().open; !open.empty()) parts.push_back(patterns_text(open, "open"));
  parts.push_back(counted_noun(attempts.size(), "attempt"));
}

void add_spent(std::vector<std::string>& parts, ToldEdit::Spent const& spent) {
  parts.push_back(counted_noun(spent.calls, "call"));
  if (spent.calls == 0) return;
  parts.push_back(fmt::format("{} + {} tokens", spent.input, spent.output));
  parts.push_back(spent.cost ? model::dollars(*spent.cost) : "cost not known");
}

} // namespace

ToldEdit told_edit(Event const& event) {
  auto const detail = detail_of(event);
  auto engine = text_member(detail, "engine");
  auto const wall_us = count_member(detail, "wall_us");
  return {.run = text_member(detail, "run"),
          .reason = text_member(detail, "reason"),
          .end = event.outcome,
          .engine = engine == "off" ? "mend" : std::move(engine),
          .errors_before = count_member(detail, "errors_before"),
          .errors_after = count_member(detail, "errors_after"),
          .mended_places = count_member(detail, "mended_places").value_or(0),
          .attempts = attempts_of(detail),
          .spent = spent_of(detail),
          .wall = wall_us ? std::optional<Duration>(std::chrono::microseconds(*wall_us)) : std::nullopt};
}

std::string edit_phrase(ToldEdit const& edit) {
  std::vector<std::string> parts;
  if (edit.mended_places > 0) parts.push_back(counted_noun(edit.mended_places, "place") + " made valid JSON");
  auto const only_mended = edit.mended_places > 0 && edit.errors_before == 0U && edit.errors_after == 0U;
  if (edit.errors_before && edit.errors_after && !only_mended)
    parts.push_back(fmt::format("{} → {}", counted_noun(*edit.errors_before, "error"), *edit.errors_after));
  if (edit.end == "changed")
    parts.emplace_back("but somebody wrote the files meanwhile: nothing was changed");
  else
    add_attempts(parts, edit.attempts);
  if (!edit.reason.empty()) parts.push_back(printable(edit.reason));
  if (edit.wall) parts.push_back(short_duration(*edit.wall));
  if (edit.spent) add_spent(parts, *edit.spent);
  if (!edit.run.empty()) parts.push_back("run " + printable(edit.run));
  auto const text = fmt::format("{}", fmt::join(parts, ", "));
  if (edit.engine.empty()) return text;
  return fmt::format("by {}{}{}", printable(edit.engine), text.empty() ? "" : ": ", text);
}

} // namespace artifactd
