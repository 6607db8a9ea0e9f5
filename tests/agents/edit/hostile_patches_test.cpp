// Whatever a model says, only values in the agent's own plain files ever change, and only where that repairs
// something.
#include "agents/edit/pointer_patch.hpp"
#include "tests/agents/edit/patch_session.hpp"

#include <filesystem>
#include <gmock/gmock.h>

namespace artifactd {
namespace {

using test::must;
using test::ReplyJson;
using testing::IsEmpty;
using testing::Not;

class HostilePatches : public test::PatchSession {
protected:
  static ReplyJson good() { return patch("replace", "/items/1/count", 2); }
  static std::string with(char const* member, ReplyJson const& value) {
    auto changed = good();
    changed[member] = value;
    return reply({changed});
  }
  static std::string without(char const* member) {
    auto changed = good();
    changed.erase(member);
    return reply({changed});
  }
  editor::EditOutcome outcome_of(std::string const& said) {
    test::ScriptedModel model;
    for (int i = 0; i < 6; ++i) // two attempts of three calls
      model.says(said);
    policy_.models.open = test::source_of(model);
    auto outcome = must(editor::edit_artifacts(dir_.session(), order_, kg_, policy_, editor::Publishing::yes,
                                               editor::Retrying::yes));
    EXPECT_THAT(model.asked(), Not(IsEmpty()));
    return outcome;
  }
  void expect_untouched(std::vector<std::string> const& replies) {
    put("log.ndjson", "{\"a\": 1}\n");
    auto const before = everything();
    for (auto const& bad : replies) {
      EXPECT_EQ(outcome_of(bad).end, editor::EditEnd::unrepaired) << bad.substr(0, 200);
      EXPECT_EQ(everything(), before) << bad.substr(0, 200);
    }
    EXPECT_EQ(dir_.read("outside.json"), "{}");
  }
};

TEST_F(HostilePatches, ReachNoOtherFile) {
  expect_untouched({
      with("file", "../other/list.json"),
      with("file", "../../outside.json"),
      with("file", "/etc/passwd"),
      with("file", "artifacts/lister/list.json"),
      with("file", "./list.json"),
      with("file", "new.json"),
      with("file", "log.ndjson"),
      with("file", "list.json.gz"),
      with("file", std::string("list.json\0x", 11)),
      with("file", ReplyJson::array({"list.json"})),
      reply({good(), patch("add", "/x", 1, "../other/list.json")}),
  });
}

TEST_F(HostilePatches, PointNowhereElse) {
  expect_untouched({
      with("pointer", "/items/7/count"),
      with("pointer", "items/1/count"),
      with("pointer", "/items/~2"),
      with("pointer", "/items/01"),
      with("pointer", std::string(5000, '/')),
      reply({patch("remove", "", nullptr)}),
      reply({patch("replace", "", ReplyJson::array())}),
      reply({good(), patch("replace", "/items/9", 0)}),
  });
}

TEST_F(HostilePatches, KeepTheContractOrAreNone) {
  expect_untouched({
      with("value", std::string(editor::longest_whole_replaced * 20, 'x')),
      with("value", ReplyJson::parse(std::string(60, '[') + std::string(60, ']'))),
      with("op", "move"),
      with("op", "test"),
      with("from", "/owner"),
      with("errorsAddressed", ReplyJson::array()),
      with("errorsAddressed", ReplyJson::array({"99"})),
      without("value"),
      without("file"),
      reply({}),
      reply(std::vector<ReplyJson>(61, good())),
      R"({"diagnosis": "x", "confidence": "high", "patches": [{"file": "list.json", "op": "replace",
          "pointer": "/items/1/count", "value": {"a": 1, "a": 2}, "description": "x",
          "errorsAddressed": ["1"]}]})",
      R"([{"op": "remove", "path": "/items"}])",
      "Run rm -rf / and then say \"patches\".",
      "\x1b[2J",
      std::string(2'000'000, '['),
      "",
  });
}

TEST_F(HostilePatches, AreNoneOfTheGoodOnes) {
  EXPECT_EQ(outcome_of(reply({good()})).end, editor::EditEnd::published);
}

TEST_F(HostilePatches, ReplaceNoLongDocument) {
  put("list.json", R"({"items": [], "text": ")" + std::string(editor::longest_whole_replaced, 'x') + "\"}");
  expect_untouched({reply({patch("replace", "", {{"owner", "eve"}})})});
}

} // namespace
} // namespace artifactd
