// Rules made from paths without a model, on sets of paths with what is expected of them.
#include "agents/rule/draft/drafted_rule.hpp"
#include "agents/rule/judgement.hpp"
#include "tests/agents/rule/path_sets.hpp"

#include <algorithm>
#include <chrono>
#include <gmock/gmock.h>

namespace artifactd::extraction {
namespace {

std::vector<SamplePath> sampled(std::vector<std::string> const& paths) {
  std::vector<SamplePath> all;
  for (auto const& path : paths)
    all.push_back(sample_path(path, "").value());
  return all;
}

DraftedRule drafted(std::vector<std::string> const& paths) {
  auto const samples = sampled(paths);
  return draft_of(samples, shapes_of(samples).front());
}

Judgement judged(DraftedRule const& draft, std::vector<std::string> const& paths) {
  Samples samples{.file = "samples", .root = "", .paths = sampled(paths), .findings = {}};
  return judge_rule({"rule.yaml", to_yaml(draft)}, Shape::yaml, samples);
}

/// What the rule tells of a path that the set does not expect; empty: nothing.
std::vector<std::string> missed(PathSet const& set, Rule const& rule) {
  std::vector<std::string> missed;
  for (auto const& expected : set.expected) {
    auto const path = sample_path(expected.path, "").value();
    if (!rule.glob.matches(path.parts)) missed.push_back(expected.path + " is not matched");
    auto const record = extraction::record(rule, extract(rule, path));
    for (auto const& [name, value] : expected.values) {
      bool found = false;
      for (auto const& synonym : set.names.at(name)) {
        auto const field = std::ranges::find(rule.fields, synonym, &Field::name);
        found = found || (field != rule.fields.end() && record.contains(synonym) &&
                          record[synonym] == value && type_word(field->type) == set.types.at(name));
      }
      if (!found)
        missed.push_back(expected.path + ": no " + name + " = " + value.dump() + " in " + record.dump());
    }
  }
  return missed;
}

TEST(DraftedRule, RulesForSetsOfPathsTellWhatIsExpectedOfThem) {
  std::size_t right = 0;
  auto const sets = path_sets();
  for (auto const& set : sets) {
    auto const draft = drafted(set.paths);
    auto const verdict = judged(
        draft, {set.paths.begin(), set.paths.begin() + static_cast<std::ptrdiff_t>(
                                                           std::min<std::size_t>(set.paths.size(), 1'000))});
    EXPECT_FALSE(verdict.refused()) << set.name << "\n" << to_yaml(draft);
    auto const misses = verdict.rule ? missed(set, *verdict.rule) : std::vector<std::string>{"no rule"};
    if (misses.empty())
      ++right;
    else
      std::cout << set.name << ": " << misses.size() << " missed, " << misses.front() << "\n"
                << to_yaml(draft);
  }
  EXPECT_GE(sets.size(), 30U);
  EXPECT_GE(right, 25U);
  std::cout << right << " of " << sets.size() << " sets\n";
}

} // namespace
} // namespace artifactd::extraction
