#include "merge/game/delta/delta_operations.hpp"
#include "merge/game/delta/delta_shape.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace artifactd::game {
namespace {

using ::testing::ElementsAre;

TEST(DeltaOperations, AreTenWithTheirMembersForArtifactAndRunTime) {
  std::vector<std::string_view> names;
  for (auto const& operation : delta_operations())
    names.push_back(operation.name);
  EXPECT_THAT(names, ElementsAre("set", "increment", "append", "delete", "transfer", "merge", "rng",
                                 "setForAllPlayers", "setFromMap", "setFromDataSource"));
  EXPECT_EQ(delta_operation("remove"), nullptr);
  auto const* transfer = delta_operation("transfer");
  ASSERT_NE(transfer, nullptr);
  EXPECT_EQ(transfer->artifact_members.back().name, "amount");
  EXPECT_EQ(transfer->runtime_members.back().name, "value");
}

TEST(DeltaOperations, DemandWhatValidatorsDemand) {
  auto meets_it = [](std::string_view value, MemberDemand demand) {
    auto const parsed = Value::parse(value);
    return meets(&parsed, {"x", demand});
  };
  for (auto const* falsy : {"null", "false", "0", "\"\""})
    EXPECT_FALSE(meets_it(falsy, MemberDemand::truthy)) << falsy;
  for (auto const* truthy_text : {"true", "1", "\"a\"", "[]", "{}"})
    EXPECT_TRUE(meets_it(truthy_text, MemberDemand::truthy)) << truthy_text;
  EXPECT_TRUE(meets_it("null", MemberDemand::present));
  EXPECT_FALSE(meets_it("{}", MemberDemand::filled_object));
  EXPECT_FALSE(meets_it("[]", MemberDemand::filled_array));
  EXPECT_TRUE(meets_it("[1]", MemberDemand::filled_array));
  EXPECT_FALSE(meets_it("[]", MemberDemand::object));
  EXPECT_FALSE(meets(nullptr, {"x", MemberDemand::present}));
  EXPECT_TRUE(meets(nullptr, {"x", MemberDemand::text, MemberNeed::optional}));
}

} // namespace
} // namespace artifactd::game
