// What happens to both sides' work if another program replaces the graph at the worst moment and the
// rewriting is cut short.
#include "merge/kg/append.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/leftovers.hpp"
#include "state/settle/redo.hpp"
#include "tests/merge/kg/graph_rewriting.hpp"
#include "tests/support/last_instant.hpp"

#include <cstdio>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using test::fault;
using test::must;
using testing::ElementsAre;
using testing::Pair;

using test::rewritten_graph;

class GraphRivals : public test::GraphRewriting {};

/// It renames a first version at the last moment, and one based on ours before the two are united.
TEST_F(GraphRivals, AWriterThatReadOursBeforeItWasUnitedLosesNothing) {
  dir_.write(rewritten_graph, "{}");
  int exchanges = 0;
  test::BeforeRename rival([&](test::RenameCall const& call) {
    if ((call.flags & RENAME_EXCHANGE) != 0 && ++exchanges == 1) replace_by(R"({"first": 1})");
    return 0;
  });
  int tries = 0;
  keep(must(rewrite([&](GraphDraft& draft) -> Result<void> {
    if (++tries == 2) replace_by(R"({"a": 7, "second": 1})"); // based on ours, without the first
    draft.set("a", {"7"});
    return {};
  })));
  EXPECT_EQ(value(), Json::parse(R"({"a": 7, "first": 1, "second": 1})"));
  EXPECT_TRUE(dir_.names(".artifactd/work").empty());
}

/// The same, with its second version in place before the result of the exchange was checked.
TEST_F(GraphRivals, AWriterThatReplacesOursAtOnceLosesNothing) {
  dir_.write(rewritten_graph, "{}");
  test::BeforeRename first(test::once_before_exchange([&] { replace_by(R"({"first": 1})"); }));
  int exchanges = 0;
  test::AfterRename second([&](test::RenameCall const& call) {
    if ((call.flags & RENAME_EXCHANGE) != 0 && ++exchanges == 1) replace_by(R"({"a": 7, "second": 1})");
  });
  keep(must(set("a", "7")));
  EXPECT_EQ(value(), Json::parse(R"({"a": 7, "first": 1, "second": 1})"));
  EXPECT_TRUE(dir_.names(".artifactd/work").empty());
}

/// However it ends, the swapped-out version stays for recovery, and the published one is recorded.
TEST_F(GraphRivals, GivingUpLosesNothingOfEitherSide) {
  dir_.write(rewritten_graph, "{}");
  int rivals = 0;
  {
    test::BeforeRename rival([&](test::RenameCall const& call) {
      if ((call.flags & RENAME_EXCHANGE) != 0)
        replace_by(R"({"theirs)" + std::to_string(++rivals) + R"(": 1})"); // each without the others' members
      return 0;
    });
    EXPECT_EQ(fault(set("a", "7")), "busy");
  }
  std::vector<std::string> left = dir_.names(".artifactd/work");
  ASSERT_FALSE(left.empty());
  must(unite_leftovers(lock(), site(), {}, left));
  auto united = value();
  EXPECT_EQ(united["a"], 7);
  for (int i = 1; i <= rivals; ++i)
    EXPECT_TRUE(united.contains("theirs" + std::to_string(i))) << i;
}

TEST_F(GraphRivals, AnErrorAfterTheExchangeLosesNothingOfEitherSide) {
  dir_.write(rewritten_graph, R"({"a": 1})");
  int tries = 0;
  {
    test::BeforeRename rival(test::once_before_exchange([&] { replace_by(R"({"theirs": 1, "a": 1})"); }));
    auto failed = rewrite([&](GraphDraft& draft) -> Result<void> {
      if (++tries == 2) return fail(Fault::io, "no disk");
      draft.set("a", {"7"});
      return {};
    });
    EXPECT_EQ(fault(failed), "io");
  }
  auto left = dir_.names(".artifactd/work");
  ASSERT_EQ(left.size(), 1U);
  must(unite_leftovers(lock(), site(), {}, left));
  EXPECT_EQ(value(), Json::parse(R"({"a": 7, "theirs": 1})"));
}

TEST_F(GraphRivals, AForeignVersionWithTheInodeOfTheBaseIsNotTakenForIt) {
  dir_.write(rewritten_graph, R"({"a": 1})");
  auto base = dir_.stamp(rewritten_graph);
  SwapName const name{1, base.inode, base.birth_ns + 1};
  must(dir_.session().private_directory(layout::work));
  fs::rename(dir_ / rewritten_graph, dir_ / (".artifactd/work/" + swap_name("graph", name)));
  dir_.write(rewritten_graph, R"({"b": 1})");
  auto found = must(clear_leftovers(dir_.claim(), dir_.session(), place_));
  EXPECT_TRUE(found.archived.empty());
  EXPECT_THAT(found.foreign, ElementsAre(swap_name("graph", name)));
}

TEST_F(GraphRivals, RecordsWhatItPublishesBefore) {
  dir_.write(rewritten_graph, R"({"a": 1, "entities": [1 ], "stats": {"total_entities": 1}})");
  auto base = dir_.stamp(rewritten_graph);
  must(rewrite([](GraphDraft& draft) -> Result<void> {
    draft.set("a", {"7"});
    draft.set("b", {"8"});
    EXPECT_EQ(add_missing_entries(draft, "entities", "[1, 2, 3]"), 2U);
    return {};
  }));
  auto records = must(read_redo(dir_.session()));
  ASSERT_EQ(records.size(), 1U);
  EXPECT_TRUE(same_version(records[0].version, dir_.stamp(rewritten_graph)));
  EXPECT_TRUE(same_version(records[0].base.value(), base));
  using How = Redo::Change::How;
  auto const& changes = records[0].changes;
  ASSERT_EQ(changes.size(), 3U); // counts come after the entries
  EXPECT_EQ(changes[0].value, "7");
  EXPECT_EQ(changes[0].former, "1");
  EXPECT_EQ(changes[1].value, "8");
  EXPECT_EQ(changes[1].former, std::nullopt);
  EXPECT_EQ(changes[2].how, How::added);
  EXPECT_EQ(Json::parse(changes[2].value), Json::parse("[2, 3]"));
}

TEST_F(GraphRivals, WhatCannotBeRecordedIsNotPublished) {
  dir_.write(rewritten_graph, R"({"a": 1})");
  must(dir_.session().private_directory(".artifactd/redo")); // planted as a directory
  EXPECT_NE(fault(set("a", "7")), "none");
  EXPECT_EQ(dir_.read(rewritten_graph), R"({"a": 1})");
  EXPECT_TRUE(dir_.names(".artifactd/work").empty());
}

TEST_F(GraphRivals, RecoveryUnitesWhatWasSwappedOut) {
  dir_.write(rewritten_graph, R"({"a": 1, "entities": [1]})");
  must(dir_.session().private_directory(layout::work));
  dir_.write(".artifactd/work/graph.1.2", R"({"theirs": 1, "entities": [2]})");
  dir_.write(".artifactd/work/graph.3.4", "no graph");
  must(unite_leftovers(lock(), site(), {}, {"graph.1.2", "graph.3.4"}));
  EXPECT_EQ(value(), Json::parse(R"({"a": 1, "theirs": 1, "entities": [2, 1]})"));
  EXPECT_TRUE(dir_.names(".artifactd/work").empty());
  EXPECT_THAT(generations(), testing::Contains(Pair("foreign", "no graph")));
}

} // namespace
} // namespace artifactd
