#include "tests/faults/reader.hpp"

#include "tests/faults/graph_values.hpp"

namespace artifactd::faults {

namespace {

std::string const instructions_ending = ".retry-instructions.json";

/// An agent or a rule, with the base of its signal's name and its kind.
struct Work {
  std::string name;
  std::string kind;

  [[nodiscard]] std::string lock() const { return name + "." + kind + ".lock"; }
  [[nodiscard]] std::string instructions() const {
    return (kind == "kg" ? name : name + "." + kind) + instructions_ending;
  }
  [[nodiscard]] std::string inputs() const {
    return kind == "kg" ? "artifacts/" + name + "/" : "rules/" + name + ".";
  }
};

std::vector<Work> good_works(Expectation const& expected) {
  std::vector<Work> works;
  for (auto const& agent : expected.good)
    works.push_back({agent.name, "kg"});
  for (auto const& rule : expected.rules)
    works.push_back({rule.name, "rule"});
  return works;
}

} // namespace

Receipt read_receipt(Stage const& stage, std::string const& lock) {
  if (stage.has(lock)) return Receipt::waiting;
  return stage.has(lock + ".error") ? Receipt::refused : Receipt::accepted;
}

Violations check_receipts(Stage const& stage, Expectation const& expected) {
  Violations found;
  for (auto const& work : good_works(expected)) {
    auto const receipt = read_receipt(stage, work.lock());
    if (receipt == Receipt::refused) found.push_back(work.lock() + " of good work reads as refused");
    if (receipt == Receipt::accepted && stage.has(work.instructions()))
      found.push_back(work.lock() + " reads as accepted while its instructions stand");
  }
  for (auto const& agent : expected.bad) {
    if (agent.kind == "state") continue; // a document has no signal
    auto const work = Work{agent.name, agent.kind};
    auto const receipt = read_receipt(stage, work.lock());
    if (receipt == Receipt::accepted) found.push_back(work.lock() + " of bad work reads as accepted");
    if (receipt == Receipt::refused && !parse(stage.read(work.instructions())).is_object())
      found.push_back(work.lock() + " reads as refused and has no instructions");
  }
  return found;
}

void Ghost::look(Stage const& stage, Violations& found) {
  auto const there = stage.has(lock_);
  if (there && gone_ && found.empty()) found.push_back(lock_ + " was gone and is back");
  gone_ = !there;
}

std::vector<Ghost> ghosts_of(Expectation const& expected) {
  std::vector<Ghost> ghosts;
  for (auto const& work : good_works(expected))
    ghosts.emplace_back(work.lock());
  return ghosts;
}

void begin_next_rounds(Stage& stage, Expectation const& expected) {
  for (auto const& work : good_works(expected)) {
    if (read_receipt(stage, work.lock()) != Receipt::accepted) continue;
    auto const inputs = stage.inputs();
    for (auto const& [name, text] : inputs)
      if (name.starts_with(work.inputs())) stage.write(name, R"({"next round": [)");
  }
}

Violations check_inputs(Stage const& stage) {
  Violations found;
  for (auto const& [name, text] : stage.inputs())
    if (stage.read(name) != text) found.push_back(name + " was changed");
  return found;
}

} // namespace artifactd::faults
