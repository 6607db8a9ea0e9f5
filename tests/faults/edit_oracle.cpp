#include "tests/faults/edit_oracle.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace artifactd::faults {

namespace fs = std::filesystem;

namespace {

/// The file's contents according to the recorded runs.
std::set<std::string> outputs_of(Stage const& stage, std::string const& file) {
  std::set<std::string> texts;
  std::error_code none;
  for (auto const& run : fs::directory_iterator(stage.session() / ".artifactd/runs", none))
    if (auto text = stage.read(".artifactd/runs/" + run.path().filename().string() + "/outputs/" + file);
        !text.empty())
      texts.insert(std::move(text));
  return texts;
}

std::ptrdiff_t calls_of(Stage const& stage) {
  auto const calls = stage.read("../../calls");
  return std::ranges::count(calls, '\n');
}

/// The calls that the runs have recorded.
std::vector<nlohmann::json> records_of(Stage const& stage) {
  std::vector<nlohmann::json> records;
  std::error_code none;
  for (auto const& each : fs::recursive_directory_iterator(stage.session() / ".artifactd/runs", none))
    if (each.path().parent_path().parent_path().filename() == "replies" && each.is_regular_file())
      records.push_back(nlohmann::json::parse(stage.read(fs::relative(each.path(), stage.session()).string()),
                                              nullptr, false));
  return records;
}

/// One call may be lost with the run that made it. Otherwise a model is only asked again if the fault itself
/// left it without a good answer.
std::vector<std::string> paid_twice(Stage const& stage) {
  std::vector<std::string> found;
  auto const records = records_of(stage);
  if (calls_of(stage) > std::ssize(records) + 1)
    found.push_back(std::to_string(calls_of(stage)) + " calls, and " + std::to_string(records.size()) +
                    " on record");
  std::set<std::string> answered;
  for (auto const& each : records)
    if (each.contains("reply") && !answered.insert(each.value("digest", "")).second)
      found.push_back("what was on record was asked again: " + each.value("digest", ""));
  return found;
}

std::string text_of(Stage const& stage, ExpectedEdit const& expected, std::string const& file) {
  return stage.read("artifacts/" + expected.agent + "/" + file);
}

std::vector<std::string> not_merged(Stage const& stage, ExpectedEdit const& expected) {
  std::vector<std::string> found;
  if (stage.has(expected.agent + ".kg.lock") || stage.has(expected.agent + ".kg.lock.error"))
    found.push_back("the repaired work is not merged");
  auto const graph = nlohmann::json::parse(stage.read("knowledge-graph.json"), nullptr, false);
  if (!graph.is_object() || !graph.contains(expected.agent))
    found.push_back("the graph lacks the repaired work");
  auto const result = nlohmann::json::parse(stage.read("edits/please.result.json"), nullptr, false);
  if (!result.is_object() || result.value("end", "") != "published")
    found.push_back("the result says: " + result.dump());
  std::error_code none;
  for (auto const& entry : fs::directory_iterator(stage.session() / ".artifactd/work", none))
    found.push_back("left behind: " + entry.path().filename().string());
  return found;
}

std::vector<std::string> not_submitted(Stage const& stage, ExpectedEdit const& expected) {
  std::vector<std::string> found;
  if (!stage.has(expected.agent + ".kg.lock")) found.push_back("the repaired work is not submitted");
  std::ranges::move(paid_twice(stage), std::back_inserter(found));
  return found;
}

} // namespace

std::vector<std::string> check_edit_interrupted(Stage const& stage, ExpectedEdit const& expected) {
  std::vector<std::string> found;
  for (auto const& [file, before] : expected.before) {
    auto const text = text_of(stage, expected, file);
    if (text == before) continue;
    if (!expected.repaired.contains(file))
      found.push_back(file + " was changed");
    else if (!outputs_of(stage, file).contains(text))
      found.push_back(file + " is neither old nor new: " + text);
  }
  return found;
}

std::vector<std::string> check_edit_settled(Stage const& stage, ExpectedEdit const& expected,
                                            Ending const& ending) {
  auto found = check_edit_interrupted(stage, expected);
  if (ending.how != Ending::How::exited || ending.code > 1)
    found.push_back("the run after the fault ended by: " + ending.text());
  for (auto const& file : expected.repaired)
    if (text_of(stage, expected, file) == expected.before.at(file))
      found.push_back(file + " is not repaired");
  for (auto const* gone : {"please.edit.lock", "please.edit.lock.error",
                           "please.edit.retry-instructions.json", ".artifactd-change"})
    if (stage.has(gone)) found.push_back(std::string(gone) + " is left behind");
  std::ranges::move(expected.requested ? not_merged(stage, expected) : not_submitted(stage, expected),
                    std::back_inserter(found));
  return found;
}

} // namespace artifactd::faults
