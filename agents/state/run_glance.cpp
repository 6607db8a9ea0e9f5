#include "agents/state/run_glance.hpp"

#include "state/json/mistake.hpp"
#include "state/platform/clock.hpp"
#include "state/tuning/actions.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/ranges.h>

namespace artifactd {

namespace {

constexpr std::size_t scores_on_board = 8;

struct Phase {
  std::string_view action;
  std::string_view word;
};
constexpr std::array phases = {Phase{tuning::action::init, "setup"},
                               Phase{tuning::action::report, "report"},
                               Phase{tuning::action::propose, "proposal"},
                               Phase{tuning::action::apply, "fixing"},
                               Phase{tuning::action::verify, "verification"},
                               Phase{tuning::action::complete, "end"},
                               Phase{tuning::action::abort, "end"}};

std::int64_t seconds_of(RunStory::Action const& action) {
  auto const from = tuning::parse_time(action.from);
  auto const until = tuning::parse_time(action.until);
  return from && until ? std::max<std::int64_t>((*until - *from) / 1'000'000'000, 0) : 0;
}

void count(RunGlance::Fixes& fixes, RunStory::Fix const& fix) {
  if (fix.verdict == "pass")
    ++fixes.passed;
  else if (fix.verdict == "fail")
    ++fixes.failed;
  else if (fix.verdict == "rolled_back")
    ++fixes.rolled_back;
  else
    ++fixes.waiting;
}

std::string scores_text(std::vector<double> const& scores) {
  if (scores.empty()) return "none yet";
  auto const shown = std::min(scores.size(), scores_on_board);
  return fmt::format("{}{}", shown < scores.size() ? "… " : "",
                     fmt::join(scores.end() - static_cast<std::ptrdiff_t>(shown), scores.end(), " → "));
}

} // namespace

std::string_view phase_of(std::string_view action) noexcept {
  if (tuning::action::diagnosed_area(action)) return "diagnosis";
  auto const known = std::ranges::find(phases, action, &Phase::action);
  return known == phases.end() ? std::string_view() : known->word;
}

RunGlance glance_of(RunStory const& story) {
  RunGlance glance{.skill = json::shortened(story.skill),
                   .status = story.status,
                   .action = json::shortened(story.now),
                   .iteration = story.iteration,
                   .max_iterations = story.max_iterations,
                   .scores = {},
                   .current = story.current,
                   .fixes = {}};
  for (auto const& point : story.points)
    glance.scores.push_back(point.score);
  for (auto const& fix : story.fixes)
    count(glance.fixes, fix);
  for (auto const& action : story.actions) {
    if (action.until.empty()) continue;
    ++glance.actions;
    glance.seconds += seconds_of(action);
  }
  glance.errors = story.errors.size();
  return glance;
}

std::vector<std::string> board_lines(RunGlance const& glance) {
  auto const phase = phase_of(glance.action);
  auto const where = glance.action.empty()
                         ? glance.status
                         : fmt::format("{}{}{}", phase, phase.empty() ? "" : ": ", glance.action);
  auto const& [critical, high, medium, low] = glance.current.issues;
  auto const& fixes = glance.fixes;
  return {fmt::format("run      iteration {} of {}, {}", glance.iteration, glance.max_iterations, where),
          fmt::format("scores   {}, gate {}", scores_text(glance.scores), glance.current.gate),
          fmt::format("issues   {} critical, {} high, {} medium, {} low", critical, high, medium, low),
          fmt::format("fixes    {} passed, {} failed, {} rolled back, {} waiting", fixes.passed, fixes.failed,
                      fixes.rolled_back, fixes.waiting),
          fmt::format("cost     {} in {}, {}", how_many(glance.actions, "action"),
                      short_duration(std::chrono::seconds(glance.seconds)),
                      how_many(glance.errors, "error"))};
}

nlohmann::ordered_json to_json(RunGlance const& glance) {
  auto const& fixes = glance.fixes;
  return {{"skill", glance.skill},
          {"status", glance.status},
          {"phase", phase_of(glance.action)},
          {"action", glance.action},
          {"iteration", glance.iteration},
          {"max_iterations", glance.max_iterations},
          {"scores", glance.scores},
          {"gate", glance.current.gate},
          {"issues", to_json(tuning::Counts{glance.current.issues})},
          {"fixes",
           {{"passed", fixes.passed},
            {"failed", fixes.failed},
            {"rolled_back", fixes.rolled_back},
            {"waiting", fixes.waiting}}},
          {"actions", glance.actions},
          {"seconds", glance.seconds},
          {"errors", glance.errors}};
}

} // namespace artifactd
