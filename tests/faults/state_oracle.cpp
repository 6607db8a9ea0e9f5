#include "tests/faults/state_oracle.hpp"

#include <algorithm>
#include <regex>

namespace artifactd::faults {

namespace fs = std::filesystem;

namespace {

std::string without_stamp(std::string const& text) {
  static std::regex const stamp(R"re(("updated_at": )("[^"]*"|null))re");
  return std::regex_replace(text, stamp, "$1*");
}

bool same(std::string const& a, std::string const& b) {
  return without_stamp(a) == without_stamp(b);
}

std::vector<std::string> all_texts(Stage const& stage) {
  std::vector<std::string> texts;
  for (auto const& entry : fs::recursive_directory_iterator(stage.session()))
    if (entry.is_regular_file())
      texts.push_back(stage.read(fs::relative(entry.path(), stage.session()).string()));
  return texts;
}

} // namespace

Violations check_state_interrupted(Stage const& stage, ExpectedState const& expected) {
  Violations found;
  if (!stage.has("state.json")) found.push_back("there is no state.json");
  auto text = stage.read("state.json");
  auto theirs = stage.meddled && (same(text, expected.foreign) || same(text, expected.after_foreign));
  if (!same(text, expected.before) && !same(text, expected.after) && !theirs)
    found.push_back("state.json is neither what it was nor what it is to be: " + text);
  auto texts = all_texts(stage);
  for (auto const& kept : expected.kept)
    if (std::ranges::none_of(texts, [&](std::string const& each) { return same(each, kept); }))
      found.push_back("a state is lost: " + kept);
  return found;
}

Violations check_state_settled(Stage const& stage, ExpectedState const& expected) {
  auto found = check_state_interrupted(stage, expected);
  auto const& after = stage.meddled ? expected.after_foreign : expected.after;
  if (!same(stage.read("state.json"), after))
    found.push_back("state.json ends as " + stage.read("state.json"));
  if (stage.read("state.json.error") != expected.aside)
    found.push_back("state.json.error ends as " + stage.read("state.json.error"));
  return found;
}

} // namespace artifactd::faults
