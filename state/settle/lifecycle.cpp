#include "state/settle/lifecycle.hpp"

#include <array>

namespace artifactd {

namespace {

using enum Station;
using enum Happening;

enum class Guard : std::uint8_t { none, agent, editor, text, text_and_agent };

bool holds(Guard guard, Circumstances const& now) noexcept {
  switch (guard) {
  case Guard::none:
    return true;
  case Guard::agent:
    return now.agent;
  case Guard::editor:
    return now.editor;
  case Guard::text:
    return now.text;
  case Guard::text_and_agent:
    return now.text && now.agent;
  }
  return false;
}

struct Transition {
  Station from;
  Happening happening;
  Station to;
  Guard guard = Guard::none;
};

/// If several match, the first whose guard holds applies.
constexpr auto table = std::to_array<Transition>({
    {analyzing, dropped, analyzing},
    {analyzing, accepted, result},
    {analyzing, refused, regenerating, Guard::agent},
    {analyzing, refused, analysis_error},
    {analyzing, escape, closed},

    {regenerating, dropped, analyzing},
    {regenerating, refused, regenerating, Guard::agent},
    {regenerating, refused, analysis_error},
    {regenerating, hint, hint_input},
    {regenerating, edit, editing, Guard::editor},
    {regenerating, fresh, analyzing},
    {regenerating, abandon, canceled},
    {regenerating, cancel, regenerating},
    {regenerating, escape, closed},

    {analysis_error, dropped, analyzing},
    {analysis_error, hint, hint_input},
    {analysis_error, edit, editing, Guard::editor},
    {analysis_error, fresh, analyzing},
    {analysis_error, abandon, canceled},
    {analysis_error, escape, closed},

    {hint_input, dropped, analyzing},
    {hint_input, enter, regenerating, Guard::text_and_agent},
    {hint_input, enter, analysis_error, Guard::text},
    {hint_input, escape, regenerating, Guard::agent},
    {hint_input, escape, analysis_error},

    {editing, dropped, analyzing},
    {editing, saved, validating},
    {editing, failed, regenerating, Guard::agent},
    {editing, failed, analysis_error},

    {validating, dropped, analyzing},
    {validating, accepted, analyzing},
    {validating, refused, validation_error},

    {validation_error, dropped, analyzing},
    {validation_error, edit, editing, Guard::editor},
    {validation_error, fresh, analyzing},
    {validation_error, abandon, canceled},
    {validation_error, escape, regenerating, Guard::agent},
    {validation_error, escape, analysis_error},

    {result, dropped, analyzing},
    {result, escape, closed},

    {canceled, dropped, analyzing},
    {canceled, escape, closed},
});

} // namespace

std::optional<Station> next(Station station, Happening happening,
                            Circumstances const& circumstances) noexcept {
  for (auto const& each : table)
    if (each.from == station && each.happening == happening && holds(each.guard, circumstances))
      return each.to;
  return std::nullopt;
}

Station refused_station(Circumstances const& circumstances) noexcept {
  return next(analyzing, refused, circumstances).value_or(analysis_error);
}

std::vector<Happening> offered(Station station, Circumstances const& circumstances) {
  std::vector<Happening> possible;
  for (auto wish : {hint, edit, fresh, abandon, cancel, enter, escape})
    if (next(station, wish, circumstances)) possible.push_back(wish);
  return possible;
}

std::string_view station_word(Station station) noexcept {
  constexpr std::array<std::string_view, stations> words{
      "ANALYZING",  "REGENERATING",     "ANALYSIS_ERROR", "HINT_INPUT", "EDITING",
      "VALIDATING", "VALIDATION_ERROR", "RESULT",         "CANCELED",   "CLOSED"};
  return words[static_cast<std::size_t>(station)];
}

std::string_view station_phrase(Station station) noexcept {
  constexpr std::array<std::string_view, stations> phrases{
      "is being judged",      "waits for its agent", "waits for a person", "waits for a hint",
      "is open in an editor", "is being judged",     "is still faulty",    "is accepted",
      "is given up",          "is not looked at"};
  return phrases[static_cast<std::size_t>(station)];
}

} // namespace artifactd
