// Any bytes as messages between artifactd and artifactd-jq, and as the data of operators' programs run by the
// real process: whatever libjq does with them, this process goes on and the next question is answered.
#include "merge/jq/jq_program.hpp"
#include "tests/fuzz/demand.hpp"

#include <array>

namespace {

using namespace artifactd;
using fuzz::demand;

constexpr std::array programs = {
    ".",
    R"([.. | objects | .created? // empty | strftime("%Y") | tonumber] | all(. >= 2020))",
    ".[.n] = 1",
    "[limit(3; repeat(1))] | length",
    "[.entities, .claims, .relationships | arrays | map(.id)] | all(.[]; length == (unique | length))",
    "{graph: .graph, size: (.artifacts | tostring | length), times: [.. | numbers | todate]}",
    R"(to_entries | map(select(.value | strings | test(.; "x"))) | from_entries)",
    "[paths] | map(join(\".\")) | sort | group_by(.) | map(add)",
};

void check_messages(std::string_view bytes) {
  auto const file = static_cast<std::uint64_t>(bytes.size());
  if (auto const question = jq::decode_question(bytes.substr(0, jq::question_size), file))
    demand(question->program + question->input == file, "a question is about its whole file");
  if (auto const head = jq::decode_head(bytes.substr(0, jq::head_size)))
    demand(head->ending <= jq::Ending::crashed, "an ending is one of those there are");
  auto const answer = jq::decode_body(jq::Ending::failed, bytes);
  if (!answer) return;
  demand(answer->outputs.size() <= jq::most_outputs && answer->message.size() <= jq::longest_message,
         "an answer keeps its bounds");
  demand(jq::encode(*answer).substr(jq::head_size) == bytes, "an answer is read as it was written");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  if (size == 0) return 0;
  std::string_view const bytes(reinterpret_cast<char const*>(data) + 1, size - 1);
  check_messages(bytes);
  JqLimits const limits{.time = std::chrono::seconds(1), .memory = 256ULL << 20, .output = 1 << 20};
  auto const answer = run_jq(programs[data[0] % programs.size()], bytes, limits);
  if (!answer) {
    demand(answer.error().fault == Fault::invalid, answer.error().message.c_str());
    return 0;
  }
  demand(!answer->stopped || !answer->error.empty(), "whatever was stopped says why");
  auto const next = run_jq(".", "1", limits);
  demand(next && next->outputs == std::vector<std::string>{"1"}, "the next question is answered");
  return 0;
}
