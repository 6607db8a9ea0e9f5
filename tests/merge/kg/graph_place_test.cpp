#include "merge/kg/graph_place.hpp"
#include "tests/support/session_dir.hpp"

#include <gtest/gtest.h>
#include <thread>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::fault;
using test::must;

constexpr auto at_root = "knowledge-graph.json";
constexpr auto under_knowledge = "knowledge/knowledge-graph.json";

class GraphPlaceTest : public testing::Test {
protected:
  [[nodiscard]] Result<Place> locate(GraphSide side = GraphSide::automatic) const {
    return locate_graph(dir_.session(), side);
  }
  test::SessionDir dir_;
};

TEST_F(GraphPlaceTest, IsTheRootOfAPlainSession) {
  EXPECT_EQ(must(locate()).path, at_root);
  dir_.write(at_root, "{}");
  EXPECT_EQ(must(locate()).path, at_root);
}

TEST_F(GraphPlaceTest, IsKnowledgeWhereThereIsSuchADirectory) {
  fs::create_directory(dir_ / "knowledge");
  EXPECT_EQ(must(locate()).path, under_knowledge);
  dir_.write(under_knowledge, "{}");
  auto place = must(locate());
  EXPECT_EQ(place.path, under_knowledge);
  EXPECT_EQ(fault(stamp_at(place.directory.get(), place.name)), "none");
}

TEST_F(GraphPlaceTest, IsWhereTheGraphIsFound) {
  fs::create_directory(dir_ / "knowledge");
  dir_.write(at_root, "{}");
  EXPECT_EQ(must(locate()).path, at_root);
}

TEST_F(GraphPlaceTest, OfTwoGraphsNeedsTheConfiguration) {
  dir_.write(at_root, "{}");
  dir_.write(under_knowledge, "{}");
  auto both = locate();
  EXPECT_EQ(fault(both), "invalid");
  EXPECT_NE(both.error().message.find("graph.ambiguous"), std::string::npos);
  EXPECT_EQ(must(locate(GraphSide::root)).path, at_root);
  EXPECT_EQ(must(locate(GraphSide::knowledge)).path, under_knowledge);
}

TEST_F(GraphPlaceTest, IsReadAgainWhereItIsReplacedMeanwhile) {
  auto const graph = [](char each) { return "{\"v\": \"" + std::string(100'000, each) + "\"}"; };
  dir_.write(at_root, graph('0'));
  std::jthread const writer([&](std::stop_token const& over) {
    for (auto each = '0'; !over.stop_requested(); each = each == '9' ? '0' : static_cast<char>(each + 1)) {
      dir_.write("next", graph(each));
      fs::rename(dir_ / "next", dir_ / at_root);
    }
  });
  BufferPool pool;
  for (int i = 0; i < 500; ++i) {
    auto const edition = read_graph(dir_.session(), GraphSide::automatic, 1 << 20, pool);
    EXPECT_TRUE(edition) << edition.error().message;
    if (!edition) break;
    auto const text = edition->bytes.view();
    EXPECT_EQ(text, graph(text[text.size() - 3]));
  }
}

TEST_F(GraphPlaceTest, IsNeverBehindALink) {
  dir_.write("elsewhere/knowledge-graph.json", "{}");
  fs::create_directory_symlink("elsewhere", dir_ / "knowledge");
  EXPECT_EQ(fault(locate()), "unsafe");
  EXPECT_EQ(fault(locate(GraphSide::knowledge)), "unsafe");
  dir_.write(at_root, "{}"); // then the one in the root counts
  EXPECT_EQ(must(locate()).path, at_root);
}

} // namespace
} // namespace artifactd
