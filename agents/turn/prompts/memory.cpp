#include "agents/turn/prompts/memory.hpp"

#include "agents/turn/folded_text.hpp"
#include "state/json/quoted.hpp"
#include "state/platform/digest.hpp"

#include <algorithm>
#include <cmath>

namespace artifactd::turn {

namespace {

constexpr double ms_per_minute = 60'000;

bool is_newer(Remembered const& left, Remembered const& right) {
  auto const& [l, r] = std::tie(left.observation, right.observation);
  return l.created_at != r.created_at ? l.created_at > r.created_at : l.id < r.id;
}

bool is_stronger(Remembered const& left, Remembered const& right) {
  return left.priority != right.priority ? left.priority > right.priority : is_newer(left, right);
}

template <class Before>
std::vector<Remembered> first_of(std::span<Observation const> of_character, Decay const& decay,
                                 Moment const& now, std::size_t most, Before before) {
  std::vector<Remembered> all;
  all.reserve(of_character.size());
  for (auto const& each : of_character)
    all.push_back(remembered(decay, each, now));
  auto const kept = std::min(most, all.size());
  std::ranges::partial_sort(all, all.begin() + static_cast<std::ptrdiff_t>(kept), before);
  all.resize(kept);
  return all;
}

std::string told_members(Remembered const& remembered) {
  constexpr double thousand = 1000;
  auto const& observation = remembered.observation;
  std::string json = R"({"id":)";
  append_quoted(json, observation.id);
  append_quoted(json.append(R"(,"content":)"), observation.content);
  json.append(R"(,"importance":)").append(std::to_string(observation.importance));
  return json.append(R"(,"priority":)")
      .append(compact(Json(std::round(remembered.priority * thousand) / thousand)));
}

} // namespace

double age_minutes(Decay const& decay, Observation const& observation, Moment const& now) noexcept {
  double const age =
      decay.clock == Decay::Clock::turns
          ? (static_cast<double>(now.scene_index) - static_cast<double>(observation.scene_index)) *
                decay.minutes_per_turn
          : (static_cast<double>(now.at) - static_cast<double>(observation.created_at)) / ms_per_minute;
  return std::max(age, 0.0);
}

double decay_weight(double lambda, double age) noexcept {
  return std::exp(-lambda * age);
}

double reinforcement_multiplier(std::int64_t count) noexcept {
  constexpr std::int64_t most_counted = 3;
  constexpr double per_count = 0.15;
  return 1 + static_cast<double>(std::clamp<std::int64_t>(count, 0, most_counted)) * per_count;
}

double priority(int importance, double weight, double multiplier) noexcept {
  return importance * weight * multiplier;
}

Remembered remembered(Decay const& decay, Observation observation, Moment const& now) {
  Remembered memory{std::move(observation)};
  memory.age_minutes = age_minutes(decay, memory.observation, now);
  memory.decay_weight = decay_weight(decay.lambda, memory.age_minutes);
  memory.reinforcement_multiplier = reinforcement_multiplier(memory.observation.reinforcement_count);
  memory.priority =
      priority(memory.observation.importance, memory.decay_weight, memory.reinforcement_multiplier);
  return memory;
}

std::vector<Remembered> newest(std::span<Observation const> of_character, Decay const& decay,
                               Moment const& now, std::size_t most) {
  return first_of(of_character, decay, now, most, is_newer);
}

std::vector<Remembered> strongest(std::span<Observation const> of_character, Decay const& decay,
                                  Moment const& now, std::size_t most) {
  return first_of(of_character, decay, now, most, is_stronger);
}

std::string told_memory(Remembered const& remembered) {
  auto json = told_members(remembered);
  return json.append("}");
}

std::string told_memory_of_character(Remembered const& remembered) {
  auto json = told_members(remembered);
  append_quoted(json.append(R"(,"character_id":)"), remembered.observation.character_id);
  return json.append("}");
}

std::string content_key(std::string_view content) {
  constexpr std::size_t length = 32;
  return hex(sha256(loosely(content))).substr(0, length);
}

} // namespace artifactd::turn
