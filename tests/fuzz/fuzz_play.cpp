// Any bytes as the files of a game and the log of a play of it, separated by zero bytes: searching the game
// twice gives the same result, a reported fault can be played, and any log is judged.
#include "merge/play/record/record_check.hpp"
#include "merge/play/runtime/replay.hpp"
#include "merge/play/search/fault_search.hpp"
#include "tests/fuzz/demand.hpp"

#include <algorithm>
#include <array>

namespace {

using namespace artifactd;
using fuzz::demand;

constexpr std::array names = {"schema.json", "transitions.json", "instructions.json"};
play::SearchLimits const few{.states = 200, .combinations = 64};

std::string_view take_part(std::string_view& rest) {
  auto const end = std::min(rest.find('\0'), rest.size());
  auto const text = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return text;
}

std::string told(play::SearchOutcome const& outcome) {
  auto text = std::to_string(outcome.states);
  for (auto const& fault : outcome.faults)
    text += to_json(fault).dump(-1, ' ', false, game::Value::error_handler_t::replace);
  return text;
}

void check_log(game::Game const& game, std::string_view log) {
  play::Record record;
  record.meta.players = {"ada", "ben"};
  while (!log.empty()) {
    auto const end = std::min(log.find('\n'), log.size());
    auto const json = game::Value::parse(log.substr(0, end), nullptr, false);
    log.remove_prefix(std::min(end + 1, log.size()));
    auto line =
        json.is_discarded() ? std::unexpected(std::string("is not JSON")) : play::record_line_from(json);
    if (line)
      record.lines.push_back(*std::move(line));
    else
      demand(!line.error().empty(), "a refusal says why");
  }
  auto const check = play::check_record(game, record);
  demand(check.steps == record.lines.size(), "every line is looked at");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<char const*>(data), size);
  std::vector<game::GameFile> files;
  for (auto const* name : names)
    files.push_back({name, name, std::string(take_part(rest))});
  game::Game const game(std::move(files));
  auto const outcome = play::search_faults(game, {"ada", "ben"}, few);
  demand(told(outcome) == told(play::search_faults(game, {"ada", "ben"}, few)),
         "a search gives the same twice");
  for (auto const& fault : outcome.faults) {
    play::Runtime runtime(game, {"ada", "ben"});
    demand(fault.steps.empty() ||
               shows(fault.type, runtime, replay(runtime, fault.steps), fault.steps.size()),
           "a fault that is told can be played");
  }
  check_log(game, rest);
  return 0;
}
