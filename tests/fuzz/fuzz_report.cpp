// Any bytes as the files of a game, a log of a play of it, the message of a report and an assistant's reply,
// separated by zero bytes: a log that arrives in two parts is examined like one that arrives at once, a
// report is triaged the same way twice, and only a reply that keeps its contract becomes an answer.
#include "agents/report/assistant_contract.hpp"
#include "merge/play/record/examination.hpp"
#include "tests/fuzz/demand.hpp"

#include <algorithm>
#include <array>
#include <sys/mman.h>
#include <unistd.h>

namespace {

using namespace artifactd;
using fuzz::demand;

constexpr std::array names = {"schema.json", "transitions.json", "instructions.json"};
std::vector<std::string> const players = {"ada", "ben"};

std::string_view take_part(std::string_view& rest) {
  auto const end = std::min(rest.find('\0'), rest.size());
  auto const text = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return text;
}

UniqueFd log_of(std::string_view text) {
  UniqueFd file(::memfd_create("log", MFD_CLOEXEC));
  demand(::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()),
         "room for a log");
  return file;
}

std::string found(play::Examination& examination) {
  std::string text;
  for (auto const& issue : examination.take_issues())
    text += key_of(issue) + "\n";
  return text;
}

/// Examines the log, first with only its first bytes.
std::string examined(std::vector<game::GameFile> const& files, std::string_view log, std::size_t first) {
  play::Examination examination(files, players, {});
  auto const part = log_of(log.substr(0, first));
  static_cast<void>(examination.go_on(part.get()));
  auto const kept = play::checkpoint_from(play::to_json(examination.checkpoint()));
  demand(kept && kept->offset == examination.offset(), "a checkpoint reads back to itself");
  auto const whole = log_of(log);
  if (first > 0) {
    play::Examination other(files, players, {});
    demand(other.resume(whole.get(), *kept).has_value(), "an examination goes on");
    demand(other.offset() == kept->offset || other.offset() == 0, "from there, or from the beginning");
  }
  auto const done = examination.go_on(whole.get());
  auto const text = found(examination);
  return done ? text : done.error().message;
}

void sort(game::Game const& game, std::string_view log, std::string message, std::string_view reply) {
  play::Record record;
  record.meta.players = players;
  play::LogReader reader;
  static_cast<void>(reader.read(log, record.lines));
  auto const audit = play::audit(game, record);
  report::Complaint const complaint{.message = std::move(message), .player = players[0]};
  report::Seat const seat{players[0]};
  auto const sorted = report::triage(game, record, audit, complaint, seat);
  demand(sorted.text == report::triage(game, record, audit, complaint, seat).text, "sorted alike twice");
  auto const shown = report::case_file(game, record, audit, sorted, seat, {});
  report::AssistantQuestion const question{shown, game, audit, players, complaint, seat};
  auto const contract = report::assistant_contract(question);
  auto const judge = model::ReplyJudge::over(contract);
  demand(judge.has_value(), "the schema compiles");
  auto const judged = judge->judge(reply);
  if (!judged) return;
  auto const answer = report::triage_from(judged->value, question, 1);
  demand(answer.category != report::Category::artifact_bug || shown.fragment(answer.diagnostic->fragment),
         "what is suspected was shown");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<char const*>(data), size);
  std::vector<game::GameFile> files;
  for (auto const* name : names)
    files.push_back({name, name, std::string(take_part(rest))});
  auto const log = take_part(rest);
  auto const message = std::string(take_part(rest));
  demand(examined(files, log, 0) == examined(files, log, log.size() / 2), "the same in two parts");
  sort(game::Game(files), log, message, rest);
  return 0;
}
