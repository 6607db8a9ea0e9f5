#include "merge/schema/schema.hpp"
#include "merge/schema/shelf.hpp"
#include "tests/support/session_dir.hpp"

#include <filesystem>
#include <gmock/gmock.h>
#include <thread>

namespace artifactd {
namespace {

using test::fault;
using test::must;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string problem(Result<CompiledSchema> const& compiled) {
  return compiled ? "none" : compiled.error().message;
}

class SchemaFiles : public testing::Test {
protected:
  Result<CompiledSchema> compile(std::string const& file) {
    return CompiledSchema::compile({.directory = dir_.path().string(), .file = file});
  }
  test::ScratchDir dir_;
};

TEST_F(SchemaFiles, ReferToFilesBesideThemAndNowhereElse) {
  dir_.write("below/main.json",
             R"({"$id": "http://example.com/main.json", "items": {"$ref": "other.json#/definitions/n"}})");
  dir_.write("below/other.json",
             R"({"definitions": {"n": {"$ref": "#/definitions/m"}, "m": {"type": "number"}}})");
  dir_.write("outside.json", "{}");
  auto schema = must(compile("below/main.json"));
  EXPECT_EQ(must(schema.findings("a", "[1, true]")).size(), 1U);
  for (auto const* reference : {"../outside.json", "none.json", "link.json", ".hidden.json"}) {
    std::filesystem::remove(dir_ / "below/link.json");
    std::filesystem::create_symlink("../outside.json", dir_ / "below/link.json");
    dir_.write("below/.hidden.json", "{}");
    dir_.write("below/main.json", std::string(R"({"$ref": ")") + reference + "\"}");
    EXPECT_NE(fault(compile("below/main.json")), "none") << reference;
  }
  dir_.write("below/main.json", R"({"$ref": "other.json"})");
  dir_.write("below/other.json", "{\n\"type\": 3}");
  EXPECT_THAT(problem(compile("below/main.json")), HasSubstr("below/other.json:2:9: /type "));
  EXPECT_EQ(fault(compile("missing.json")), "missing");
}

TEST_F(SchemaFiles, AreReadAgainWhenOneOfThemChanged) {
  dir_.write("main.json", R"({"$ref": "other.json"})");
  dir_.write("other.json", R"({"type": "string"})");
  SchemaOrigin origin{.directory = dir_.path().string(), .file = "main.json"};
  auto first = must(compiled_schema(origin));
  EXPECT_EQ(must(compiled_schema(origin)), first);
  dir_.write("other.json", R"({"type": "number"})");
  auto second = must(compiled_schema(origin));
  EXPECT_NE(second, first);
  EXPECT_THAT(must(second->findings("a", "1")), IsEmpty());
  EXPECT_THAT(must(first->findings("a", "1")), Not(IsEmpty())) << "whoever judges by it keeps it";
  dir_.write("other.json", "{");
  EXPECT_EQ(fault(compiled_schema(origin)), "invalid");
}

TEST_F(SchemaFiles, ServeSeveralThreadsAtOnce) {
  dir_.write("main.json", R"({"items": {"pattern": "^[a-z]+$", "enum": ["a", "b"]}})");
  SchemaOrigin origin{.directory = dir_.path().string(), .file = "main.json"};
  auto work = [&](std::size_t& wrong) {
    for (int i = 0; i < 200; ++i)
      wrong += must(must(compiled_schema(origin))->findings("a", R"(["a", "C", 3, "b"])")).size();
  };
  std::array<std::size_t, 4> wrong{};
  {
    std::vector<std::jthread> threads;
    for (auto& each : wrong)
      threads.emplace_back(work, std::ref(each));
  }
  EXPECT_THAT(wrong, testing::Each(600U));
}

} // namespace
} // namespace artifactd
