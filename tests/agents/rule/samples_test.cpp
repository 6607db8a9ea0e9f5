#include "agents/rule/glob.hpp"
#include "agents/rule/sample_structure.hpp"
#include "agents/rule/samples.hpp"
#include "tests/agents/rule/judged.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace artifactd::extraction {
namespace {

using test::codes;
using testing::ElementsAre;

Samples read_text(std::string_view text) {
  return read_samples("rules/r.samples.json", text);
}

/// The only finding.
Finding samples_fault(std::string_view text) {
  auto const sampled = read_text(text);
  EXPECT_EQ(sampled.findings.size(), 1U) << text;
  EXPECT_TRUE(sampled.paths.empty());
  return sampled.findings.empty() ? Finding{} : sampled.findings.front();
}

TEST(Samples, AreARootAndPaths) {
  auto const sampled = read_text(R"({"root": "/data", "paths": ["/data/a.csv", "/data/b/ü.csv"]})");
  EXPECT_TRUE(sampled.findings.empty());
  ASSERT_EQ(sampled.paths.size(), 2U);
  EXPECT_EQ(sampled.root, "/data");
  EXPECT_EQ(sampled.paths[1].given, "/data/b/ü.csv");
  EXPECT_EQ(sampled.paths[1].relative, "b/ü.csv");
}

TEST(Samples, RELTheRootMayComeAfterThePathsOrNotAtAll) {
  EXPECT_EQ(read_text(R"({"paths": ["/data/a.csv"], "root": "/data"})").paths.at(0).relative, "a.csv");
  EXPECT_EQ(read_text(R"({"paths": ["/data/a.csv"], "root": null})").paths.at(0).relative, "data/a.csv");
  EXPECT_EQ(read_text(R"({"paths": ["/data/a.csv"]})").paths.at(0).relative, "data/a.csv");
}

TEST(Samples, SayWhatIsWrongWithThem) {
  auto const outside = samples_fault(R"({"root": "/data",
 "paths": ["/data/a.csv", "/database/b.csv"]})");
  EXPECT_EQ(outside.code, "samples.invalid");
  EXPECT_EQ(outside.pointer, "/paths/1");
  EXPECT_EQ(outside.line, 2U);
  EXPECT_EQ(outside.file, "rules/r.samples.json");
  for (auto const* const text :
       {"[]", "{}", R"({"paths": []})", R"({"paths": "a"})", R"({"paths": [1]})", R"({"paths": [""]})",
        R"({"paths": ["/"]})", R"({"root": 1, "paths": ["a"]})", R"({"paths": ["a\u0000b"]})",
        R"({"root": "x", "paths": ["/x/a"]})", R"({"paths": ["a"], "more": 1})"})
    EXPECT_EQ(samples_fault(text).code, "samples.invalid") << text;
  EXPECT_NE(read_text(R"({"path": ["a"]})").findings.at(0).hint.find("\"paths\""), std::string::npos);
  EXPECT_EQ(samples_fault(R"({"paths": ["a",]})").code, "json.unexpected");
  EXPECT_EQ(samples_fault(R"({"paths": ["a"], "paths": ["b"]})").code, "json.duplicate_key");
  EXPECT_EQ(samples_fault("").code, "json.empty");
}

TEST(Samples, AreBounded) {
  std::vector<std::string> paths(10'001, "a");
  EXPECT_EQ(samples_fault(nlohmann::json{{"paths", paths}}.dump()).pointer, "/paths");
  paths.pop_back();
  EXPECT_EQ(read_text(nlohmann::json{{"paths", paths}}.dump()).paths.size(), 10'000U);
  EXPECT_EQ(samples_fault(nlohmann::json{{"paths", {std::string(4097, 'a')}}}.dump()).pointer, "/paths/0");
  EXPECT_EQ(samples_fault(std::string(5'000'000, ' ')).code, "file.too_large");
  EXPECT_EQ(samples_fault(std::string(100'000, '[')).code, "json.depth");
  EXPECT_LE(read_text(nlohmann::json{{"paths", std::vector<int>(1000, 1)}}.dump()).findings.size(), 20U);
}

TEST(Samples, MissingOnesAreAFinding) {
  auto const sampled = no_samples("rules/r.samples.json");
  ASSERT_THAT(codes(sampled.findings), ElementsAre("samples.missing"));
  EXPECT_NE(sampled.findings[0].expected.find("rules/r.samples.json"), std::string::npos);
}

SampleStructure structure(std::vector<std::string> const& paths) {
  return structure_of(test::samples(paths).paths);
}

TEST(SampleStructure, NamesWhatPathsShareAndWhereTheyDiffer) {
  auto const mission_paths =
      structure({"/data/mission_042/2024-01-15/readings.csv", "/data/mission_043/2024-01-16/telemetry.csv"});
  EXPECT_EQ(mission_paths.shape, "/data/mission_{number}/{date}/*.csv");
  EXPECT_EQ(mission_paths.glob, "/data/mission_*/\?\?\?\?-\?\?-\?\?/*.csv");
  EXPECT_EQ(structure({"/data/a/x.csv", "/data/b/c/y.csv"}).glob, "/data/**/*.csv");
  EXPECT_EQ(structure({"x.csv"}).glob, "**/*.csv");
  EXPECT_EQ(structure({"/a/README", "/a/x.csv"}).glob, "/a/*");
}

RC_GTEST_PROP(SampleStructure, GlobMatchesEveryPathItWasMadeFrom, ()) {
  auto const component = rc::gen::nonEmpty(
      rc::gen::resize(6, rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab1*?[]{},.!^-")))));
  auto const one =
      rc::gen::map(rc::gen::nonEmpty(rc::gen::resize(
                       4, rc::gen::container<std::vector<std::string>>(rc::gen::oneOf(
                              component, rc::gen::just(std::string("2024-01-15")),
                              rc::gen::just(std::string("aü.csv")), rc::gen::just(std::string("aö.csv")))))),
                   [](std::vector<std::string> const& parts) {
                     std::string path;
                     for (auto const& part : parts)
                       path += "/" + part;
                     return path;
                   });
  auto const paths =
      *rc::gen::nonEmpty(rc::gen::resize(5, rc::gen::container<std::vector<std::string>>(one)));
  auto const text = structure(paths).glob;
  auto const glob = Glob::compile(text);
  if (!glob) RC_FAIL(text + ": " + glob.error().message);
  for (auto const& path : paths)
    RC_ASSERT(glob->matches(sample_path(path, "")->parts));
}

} // namespace
} // namespace artifactd::extraction
