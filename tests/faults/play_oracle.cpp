#include "tests/faults/play_oracle.hpp"

#include <nlohmann/json.hpp>
#include <sstream>

namespace artifactd::faults {

namespace {

constexpr int already_confirmed = 4;

/// How many lines of the log make the change; the last line may have been cut short.
std::size_t changes(Stage const& stage, ExpectedChange const& expected, std::vector<std::string>& found) {
  std::istringstream in(stage.read("play/" + expected.play + "/log.ndjson"));
  std::size_t count = 0;
  for (std::string line; std::getline(in, line);) {
    if (in.eof()) break; // a line without its end does not count
    auto const json = nlohmann::json::parse(line, nullptr, false);
    if (json.is_discarded())
      found.push_back("a line of the log does not parse: " + line);
    else if (json["kind"] == expected.kind)
      ++count;
  }
  return count;
}

bool means(std::string const& state, std::string const& expected) {
  auto const json = nlohmann::json::parse(state, nullptr, false);
  return !json.is_discarded() && json == nlohmann::json::parse(expected);
}

} // namespace

std::vector<std::string> check_change_interrupted(Stage const& stage, ExpectedChange const& expected) {
  std::vector<std::string> found;
  auto const count = changes(stage, expected, found);
  if (count > 1) found.push_back("the change was made twice");
  auto const state = stage.read("play/" + expected.play + "/state.json");
  auto const is_right = means(state, expected.right);
  if (!is_right && !means(state, expected.wrong))
    found.push_back("state.json is neither old nor new: " + state);
  if (is_right && count == 0 && !means(state, expected.wrong))
    found.push_back("the state is changed, and the log does not say so");
  return found;
}

std::vector<std::string> check_change_settled(Stage const& stage, ExpectedChange const& expected,
                                              Ending const& ending) {
  auto found = check_change_interrupted(stage, expected);
  if (ending.how != Ending::How::exited || (ending.code != 0 && ending.code != already_confirmed))
    found.push_back("the run after the fault ended by: " + ending.text());
  if (changes(stage, expected, found) != 1) found.push_back("the change is not in the log");
  if (!means(stage.read("play/" + expected.play + "/state.json"), expected.right))
    found.push_back("state.json is not as it should be");
  if (expected.kind == "restart" && stage.read("play/" + expected.play + "/artifacts/transitions.json") !=
                                        stage.read("artifacts/game/transitions.json"))
    found.push_back("the artifacts are not in place");
  return found;
}

} // namespace artifactd::faults
