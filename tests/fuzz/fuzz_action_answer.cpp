// Any bytes as the state an agent was shown, the current state and its answer, separated by zero bytes: an
// accepted answer only adds to the state, and changes nothing that only artifactd may write.
#include "agents/state/drive/action_result.hpp"
#include "state/json/parsed.hpp"
#include "state/tuning/judge.hpp"
#include "tests/fuzz/demand.hpp"

#include <algorithm>
#include <array>

namespace {

using namespace artifactd;
using fuzz::demand;

constexpr std::array actions = {"action-diagnose-memory", "action-propose-fixes", "action-generate-report"};
constexpr std::array ours = {"status",        "errors",         "completed_actions",
                             "applied_fixes", "action_history", "work_dir"};

std::string_view take_part(std::string_view& rest) {
  auto const end = std::min(rest.find('\0'), rest.size());
  auto const text = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return text;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string_view rest{reinterpret_cast<char const*>(data), size};
  std::string const base(take_part(rest));
  std::string const now(take_part(rest));
  auto const answer = Json::parse(take_part(rest), nullptr, false);
  auto const shown = Json::parse(base, nullptr, false);
  // A driver shows and changes only states with a valid structure.
  if (answer.is_discarded() || !shown.is_object() || !tuning::judge("state.json", now).state) return 0;
  auto const before = json::value_of(now);
  for (auto const* action : actions) {
    auto const taken = take_answer(action, base, now, answer);
    if (!taken || taken->text.empty()) continue;
    auto const after = json::value_of(taken->text);
    for (auto const* member : ours)
      demand(after[member] == before[member], "an agent writes nothing of artifactd's");
    demand(after["issues"].size() >= before["issues"].size(), "no issue is lost");
  }
  return 0;
}
