// Any name and bytes as a file of `.artifactd`, all of which an agent may write. Every reader returns, what
// it accepts is within its bounds, what is written next to it can be read again, and the graph stays
// unchanged.
#include "agents/edit/run_record.hpp"
#include "agents/state/history.hpp"
#include "merge/kg/log_position.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/attempts.hpp"
#include "state/settle/change_set.hpp"
#include "state/settle/generations.hpp"
#include "state/settle/in_flight.hpp"
#include "state/settle/leftovers.hpp"
#include "state/settle/settled.hpp"
#include "state/settle/values.hpp"
#include "tests/fuzz/demand.hpp"
#include "tests/support/session_dir.hpp"

#include <algorithm>
#include <array>

namespace {

using namespace artifactd;
using fuzz::demand;
using test::SessionDir;

/// A file with a name and content chosen by an agent.
struct Planted {
  std::string name;
  std::string bytes;
};

void check_attempts(SessionDir const& dir, Planted const& file) {
  auto const signal = test::kg("a");
  dir.write(layout::attempts_of(signal), file.bytes);
  auto const log = load_attempts(dir.session(), signal);
  if (!log) return;
  auto const more = with_attempt(*log, dir.drop("a"), "digest", Tier::schema, {});
  demand(!more.attempts.empty() && more.attempts.back().number > 0, "an attempt has a number");
  demand(save_attempts(dir.session(), signal, more).has_value(), "attempts are written");
  auto const again = load_attempts(dir.session(), signal);
  demand(again && again->attempts.size() == more.attempts.size(), "attempts are read as they were written");
}

void check_values(SessionDir const& dir, Planted const& file) {
  auto const agent = test::name("a");
  dir.write(layout::values_of(agent), file.bytes);
  auto const kept = list_values(dir.session(), agent);
  if (kept)
    for (auto const& value : *kept)
      static_cast<void>(read_value(dir.session(), agent, value, 1 << 16));
  if (!keep_value(dir.session(), agent, 7, "\"new\"", 8)) return;
  auto const more = list_values(dir.session(), agent);
  demand(more && !more->empty(), "a kept value is listed");
  auto const newest = read_value(dir.session(), agent, more->back(), 1 << 16);
  demand(newest && *newest == "\"new\"", "the newest value is the one that was kept");
}

void check_log_positions(SessionDir const& dir, Planted const& file) {
  auto const agent = test::name("a");
  dir.write(layout::log_positions_of(agent), file.bytes);
  ArtifactSet set;
  set.files.push_back({.name = "x.ndjson", .path = "artifacts/a/x.ndjson", .bytes = "{}\n{}\n"});
  if (!resume_logs(dir.session(), agent, set)) return;
  demand(set.files[0].settled <= set.files[0].bytes.size(), "no more is settled than there is");
}

void check_generations(SessionDir const& dir, Planted const& file) {
  dir.write(layout::generations + "/" + file.name, file.bytes);
  auto history = Generations::open(dir.session());
  if (!history) return;
  dir.write(layout::work + "/old", "{}");
  auto const work = dir.open(layout::work);
  auto const before = history->all();
  auto const number = history->archive(work.get(), "old", Origin::own);
  if (number)
    for (auto const& each : before)
      demand(each.number < *number, "a generation is younger than those before it");
  static_cast<void>(history->late_writes());
  static_cast<void>(history->prune({.generations = 2}));
}

void check_states(SessionDir const& dir, Planted const& file) {
  dir.write(layout::states + "/" + file.name, file.bytes);
  auto history = tuning::StateHistory::open(dir.session());
  if (!history) return;
  static_cast<void>(history->last_good());
  if (!history->keep("{}", tuning::Standing::refused)) return;
  demand(history->newest()->standing == tuning::Standing::refused, "the newest is the one that was kept");
  demand(history->prune(tuning::state_bounds).has_value(), "states are pruned");
}

void check_runs(SessionDir const& dir, Planted const& file) {
  for (auto const* each : {"verdict.json", "order.json", "judgements.json", "plan-0.json"}) {
    dir.write(layout::runs + "/1-a-0123456789abcdef/" + each, file.bytes);
    static_cast<void>(editor::read_run_json(dir.session(), "1-a-0123456789abcdef", each));
  }
  dir.write(layout::runs + "/" + file.name + "/order.json", file.bytes);
  auto const runs = editor::list_runs(dir.session());
  if (runs)
    for (auto const& run : *runs)
      static_cast<void>(editor::read_judgements(dir.session(), run));
  static_cast<void>(editor::read_judgements(dir.session(), "1-a-0123456789abcdef"));
  static_cast<void>(editor::prune_runs(dir.session(), 0));
}

void check_work(SessionDir const& dir, Planted const& file) {
  dir.write(layout::work + "/" + file.name, file.bytes);
  demand(has_leftovers(dir.session()).value_or(true), "a name in flight is a leftover");
  auto directory = dir.open(".");
  static_cast<void>(clear_leftovers(dir.claim(), dir.session(),
                                    {std::move(directory), layout::graph, layout::graph, "graph"}));
}

void check_change_set(SessionDir const& dir, Planted const& file) {
  dir.write("inside/" + layout::change_room + "/intent.json", file.bytes);
  dir.write("inside/" + layout::change_room + "/0", "other");
  dir.write("inside/a", "a");
  dir.write("outside", "precious");
  auto const root = dir.open("inside");
  auto found = ChangeSet::find(root.get());
  if (found && *found) static_cast<void>((*found)->undo());
  demand(dir.read("outside") == "precious", "nothing outside the root is touched");
}

void check_settled(SessionDir const& dir, Planted const& file) {
  dir.write(layout::settled, file.bytes);
  auto const drop = dir.drop("a");
  auto const listed = settled_on_record(dir.session());
  demand(!listed || !listed->hold(drop), "nobody guesses the drop and its check");
  SettledSignals settled;
  settled.add(drop, "0123456789abcdef");
  if (!record_settled(dir.session(), settled)) return;
  auto const more = settled_on_record(dir.session());
  demand(more && more->hold(drop), "what is recorded is on record");
  demand(SettledSignals::parse(settled.to_attribute()).hold(drop), "what is listed is read again");
  static_cast<void>(SettledSignals::parse(file.bytes).to_attribute());
  if (auto const in_flight = parse_in_flight(file.name))
    demand(parse_in_flight(to_name(*in_flight)).has_value(), "a name in flight is read again");
}

constexpr std::array checks = {check_attempts,    check_values,     check_log_positions,
                               check_generations, check_states,     check_runs,
                               check_work,        check_change_set, check_settled};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  if (size < 2) return 0;
  std::string_view const text(reinterpret_cast<char const*>(data) + 1, size - 1);
  auto const end = std::min(text.find('\n'), text.size());
  Planted file{std::string(text.substr(0, std::min<std::size_t>(end, 200))),
               std::string(text.substr(std::min(end + 1, text.size())))};
  std::erase_if(file.name, [](char c) { return c == '/' || c == '\0'; });
  if (file.name.empty() || file.name == "." || file.name == "..") file.name = "x";
  SessionDir const dir;
  auto const graph = dir.write(layout::graph, R"({"kept": true})");
  checks[data[0] % checks.size()](dir, file);
  demand(dir.read(layout::graph) == R"({"kept": true})", "the graph stays as it is");
  return 0;
}
