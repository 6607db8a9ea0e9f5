#include "daemon/queries/told_edit.hpp"

#include "daemon/queries/event_json.hpp"
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
    attempts.push_back(
        {texts_of(each, "repaired"), texts_of(each, "open"), count_member(each, "errors_left")});
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

} // namespace

ToldEdit told_edit(Event const& event) {
  auto const detail = detail_of(event);
  auto engine = text_member(detail, "engine");
  auto const wall_us = count_member(detail, "wall_us");
  return {.run = text_member(detail, "run"),
          .reason = text_member(detail, "reason"),
          .end = event.outcome,
          .engine = engine == "off" ? "json" : std::move(engine),
          .errors_before = count_member(detail, "errors_before"),
          .errors_after = count_member(detail, "errors_after"),
          .repaired_places = count_member(detail, "repaired_places").value_or(0),
          .attempts = attempts_of(detail),
          .spent = spent_of(detail),
          .wall = wall_us ? std::optional<Duration>(std::chrono::microseconds(*wall_us)) : std::nullopt};
}

} // namespace artifactd
