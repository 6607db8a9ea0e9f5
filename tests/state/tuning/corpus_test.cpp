// A whole tuning run, steps that each violate one invariant, and unusual but legal steps: corpus/.
#include "state/tuning/invariants.hpp"
#include "state/tuning/judge.hpp"
#include "tests/support/source_dir.hpp"
#include "tests/support/tuning_run.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>

namespace artifactd::tuning {
namespace {

using Json = nlohmann::ordered_json;
using test::snapshot;
using test::snapshots;

std::string const corpus = test::source_dir() + "/tests/state/tuning/corpus/";

std::string text_of(std::string const& name) {
  std::ifstream file(corpus + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string words(Finding const& finding) {
  return fmt::format("{} {} at {}: {}", finding.code, severity_word(finding.severity),
                     finding.pointer.value_or("-"), finding.message);
}

std::string words(std::vector<Finding> const& findings) {
  std::string lines;
  for (auto const& finding : findings)
    lines += "  " + words(finding) + "\n";
  return lines;
}

TuningState accepted(std::size_t index) {
  return *judge("state.json", snapshot(index)).state;
}

/// A step of the run, with a patch (RFC 6902) applied to the resulting state.
struct Case {
  Json const& json;

  [[nodiscard]] std::vector<Finding> findings() const {
    auto base = accepted(json["base"]);
    auto patched = Json::parse(snapshot(json["of"])).patch(json["patch"]);
    return judge("state.json", patched.dump(2), &base).findings;
  }
  [[nodiscard]] std::string name() const {
    return json["why"].get<std::string>() + " " + json["patch"].dump();
  }
};

TEST(TuningCorpus, ARunIsAcceptedStepByStep) {
  ASSERT_GE(snapshots().size(), 30U);
  std::optional<TuningState> before;
  for (std::size_t i = 0; i < snapshots().size(); ++i) {
    auto judged = judge("state.json", snapshot(i), before ? &*before : nullptr);
    EXPECT_TRUE(judged.findings.empty()) << i << "\n" << words(judged.findings);
    before = std::move(judged.state);
    ASSERT_TRUE(before) << i;
  }
}

TEST(TuningCorpus, ARunIsAcceptedHoweverManyStepsAreOne) {
  for (std::size_t from = 0; from < snapshots().size(); ++from) {
    auto before = accepted(from);
    for (std::size_t to = from; to < snapshots().size(); ++to) {
      auto judged = judge("state.json", snapshot(to), &before);
      EXPECT_TRUE(judged.findings.empty()) << from << " to " << to << "\n" << words(judged.findings);
    }
  }
}

TEST(TuningCorpus, EveryViolationIsNamedAtItsPlace) {
  for (auto const& json : Json::parse(text_of("violations.json"))) {
    auto findings = Case{json}.findings();
    auto code = "state." + json["id"].get<std::string>();
    auto named = std::ranges::any_of(findings, [&](Finding const& each) {
      return each.code == code &&
             severity_word(each.severity) == json["severity"].get_ref<std::string const&>() &&
             each.pointer == json["pointer"].get_ref<std::string const&>();
    });
    EXPECT_TRUE(named) << code << " " << json["severity"] << " " << json["pointer"] << ": "
                       << Case{json}.name() << "\n"
                       << words(findings);
  }
}

TEST(TuningCorpus, AViolationBreaksNothingElse) {
  for (auto const& json : Json::parse(text_of("violations.json"))) {
    std::set<std::string> expected = {"state." + json["id"].get<std::string>()};
    for (auto const& other : json.value("also", Json::array()))
      expected.insert("state." + other.get<std::string>());
    auto findings = Case{json}.findings();
    std::erase_if(findings, [&](Finding const& each) { return expected.contains(each.code); });
    EXPECT_TRUE(findings.empty()) << json["id"] << ": " << Case{json}.name() << "\n" << words(findings);
  }
}

TEST(TuningCorpus, EveryInvariantIsViolated) {
  std::set<std::string> violated = {"state.S01"}; // about the text itself: see judge_test
  for (auto const& json : Json::parse(text_of("violations.json")))
    violated.insert("state." + json["id"].get<std::string>());
  for (auto const& invariant : invariants())
    EXPECT_TRUE(violated.contains(std::string(invariant.code))) << invariant.code;
}

TEST(TuningCorpus, WhatIsOddAndLegalPasses) {
  for (auto const& json : Json::parse(text_of("odd.json"))) {
    std::set<std::string> warned;
    auto findings = Case{json}.findings();
    for (auto const& finding : findings)
      warned.insert((finding.severity == Severity::error ? "error " : "") + finding.code.substr(6));
    std::set<std::string> expected;
    for (auto const& id : json["warnings"])
      expected.insert(id);
    EXPECT_EQ(warned, expected) << Case{json}.name() << "\n" << words(findings);
  }
}

} // namespace
} // namespace artifactd::tuning
