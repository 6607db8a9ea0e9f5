#include "tests/support/tuning_run.hpp"

#include "tests/support/source_dir.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

namespace artifactd::test {

std::vector<std::string> const& snapshots() {
  static auto const all = [] {
    using OrderedJson = nlohmann::ordered_json;
    std::ifstream file(source_dir() + "/tests/state/tuning/corpus/run.json");
    auto const run = OrderedJson::parse(file);
    OrderedJson state = run.at("first");
    std::vector<std::string> texts{state.dump(2) + "\n"};
    for (auto const& step : run.at("steps")) {
      state = state.patch(step);
      texts.push_back(state.dump(2) + "\n");
    }
    return texts;
  }();
  return all;
}

std::string const& snapshot(std::size_t index) {
  return snapshots().at(index);
}

} // namespace artifactd::test
