// A session's graph over HTTP: its versions, how they differ, and whose work each value is.
#include "tests/e2e/web_site.hpp"

#include <thread>

namespace artifactd::test {
namespace {

using nlohmann::json;

class WebGraph : public WebSite {
protected:
  explicit WebGraph(std::string const& settings = "") : WebSite(settings) {}

  void merge(std::string const& agent, std::string const& text) {
    auto const before = generations();
    session_.artifact(agent, "x.json", text);
    session_.drop(agent);
    ASSERT_TRUE(eventually([&] { return !session_.pending(agent) && !session_.refused(agent); }));
    ASSERT_TRUE(eventually([&] { return before == 0 || generations() > before || merges_ == 0; }));
    ++merges_;
  }
  [[nodiscard]] std::size_t generations() {
    return get(here_ + "/generations", {.token = content_}).json()["generations"].size();
  }
  [[nodiscard]] json ask(std::string const& more) {
    auto const answer = get(here_ + more, {.token = content_});
    EXPECT_EQ(answer.status, 200) << more << " " << answer.body;
    return answer.json();
  }
  [[nodiscard]] static json row_of(json const& rows, std::string const& name) {
    for (auto const& each : rows)
      if (each.value("id", each.value("member", "")) == name) return each;
    return nullptr;
  }

  SessionDir session_ = site_.session("s1");
  std::string here_ = "/api/v1/sessions/" + id("s1");
  std::string content_ = token("content");
  int merges_ = 0;
};

TEST_F(WebGraph, AVersionIsShownAndComparedByEntries) {
  merge("a", R"({"entities": [{"id": "e1", "v": 1}, {"id": "e2"}], "note": "x"})");
  merge("a", R"({"entities": [{"id": "e3"}, {"id": "e1", "v": 2.0}], "note": "x"})");
  merge("b", R"({"relationships": [{"id": "r", "from": "e1", "to": "e3"}]})");
  auto const number = ask("/generations")["generations"][0]["generation"].dump();
  EXPECT_EQ(ask("/generations/" + number)["graph"]["a"]["entities"][1]["id"], "e2");
  auto const changes = ask("/generations/" + number + "/diff");
  EXPECT_EQ(changes["to"], nullptr);
  EXPECT_EQ(changes["total"], 4) << changes;
  EXPECT_EQ(row_of(changes["changes"], "e1")["change"], "changed");
  EXPECT_EQ(row_of(changes["changes"], "e1")["before"], R"({"id": "e1", "v": 1})");
  EXPECT_EQ(row_of(changes["changes"], "e2")["change"], "removed");
  EXPECT_EQ(row_of(changes["changes"], "e3")["change"], "added");
  EXPECT_EQ(row_of(changes["changes"], "e3")["agent"], "a");
  EXPECT_EQ(row_of(changes["changes"], "r")["list"], "relationships");
  EXPECT_EQ(row_of(changes["changes"], "note"), nullptr) << "it did not change";
  auto const page = ask("/generations/" + number + "/diff?limit=3&after=2");
  EXPECT_EQ(page["changes"].size(), 2U);
  EXPECT_FALSE(page.contains("next"));
  EXPECT_EQ(ask("/generations/" + number + "/diff?to=" + number)["total"], 0);
}

TEST_F(WebGraph, ProvenanceSaysSinceWhenAndFromWhom) {
  merge("a", R"({"entities": [{"id": "old"}]})");
  merge("b", R"({"entities": [{"id": "of-b"}]})");
  merge("a", R"({"entities": [{"id": "old"}, {"id": "new"}]})");
  auto const rows = ask("/graph/provenance");
  EXPECT_EQ(rows["total"], 3) << rows;
  EXPECT_EQ(row_of(rows["values"], "new")["generation"], nullptr) << "the graph in place";
  EXPECT_EQ(row_of(rows["values"], "new")["agents"], json({"a"}));
  EXPECT_EQ(row_of(rows["values"], "old")["generation"], 1);
  EXPECT_EQ(row_of(rows["values"], "old")["older"], false);
  EXPECT_EQ(row_of(rows["values"], "of-b")["agents"], json({"b"}));
  EXPECT_EQ(row_of(rows["values"], "of-b")["pointer"], "/b/entities/0");
  EXPECT_EQ(ask("/graph/provenance?id=new")["total"], 1);
  EXPECT_EQ(ask("/graph/provenance?limit=1")["next"], 1);
  EXPECT_EQ(ask("/graph/provenance"), rows) << "from memory, the same";
}

class WebAppendedGraph : public WebGraph {
protected:
  WebAppendedGraph() : WebGraph("[[agent]]\nkinds = [\"kg\"]\nstrategy = \"append\"\n") {}
};

TEST_F(WebAppendedGraph, AnEntryOfEverybodyIsThatAgentsWhoseMergeBroughtIt) {
  merge("a", R"({"entities": [{"id": "e1"}]})");
  merge("b", R"({"entities": [{"id": "e2"}]})");
  merge("a", R"({"entities": [{"id": "e3"}]})");
  auto const rows = ask("/graph/provenance")["values"];
  EXPECT_EQ(row_of(rows, "e3")["agents"], json({"a"})) << rows;
  EXPECT_EQ(row_of(rows, "e2")["agents"], json({"b"})) << rows;
  EXPECT_EQ(row_of(rows, "e1")["agents"], json({"a"})) << rows;
}

TEST_F(WebGraph, IsReadWhileAgentsMerge) {
  auto const text = [](int number) {
    return R"({"v": )" + std::to_string(number) + R"(, "pad": ")" + std::string(50'000, 'x') + "\"}";
  };
  merge("a", text(0));
  merge("a", text(1));
  std::jthread const agent([&](std::stop_token const& over) {
    for (int i = 2; !over.stop_requested(); ++i) {
      session_.artifact("a", "x.json", text(i));
      session_.drop("a");
      if (!eventually([&] { return over.stop_requested() || !session_.pending("a"); })) break;
    }
  });
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(get(here_ + "/graph", {.token = content_}).status, 200);
    auto const newest = ask("/generations")["generations"].back()["generation"].dump();
    auto const changes = get(here_ + "/generations/" + newest + "/diff", {.token = content_});
    EXPECT_TRUE(changes.status == 200 || changes.status == 404) << changes.body; // 404: twenty merges later
    for (auto const* of : {"/agents/a/history", "/graph/provenance?limit=1"})
      EXPECT_TRUE(ask(of).is_object());
  }
}

TEST_F(WebGraph, AnETagIsOfTheGraphThatWasAnswered) {
  session_.write("knowledge-graph.json", R"({"pad": ")" + std::string(3'000'000, 'x') + "\"}");
  for (int i = 0; i < 20; ++i) {
    session_.artifact("a", "x.json", "{\"v\": " + std::to_string(i) + "}");
    session_.drop("a");
    auto during = get(here_ + "/graph", {.token = content_});
    ASSERT_TRUE(eventually([&] { return !session_.pending("a"); }));
    auto after = get(here_ + "/graph", {.token = content_});
    ASSERT_EQ(after.status, 200) << after.body;
    EXPECT_TRUE(during.headers["etag"] != after.headers["etag"] ||
                during.json()["digest"] == after.json()["digest"]);
  }
}

TEST_F(WebGraph, NumbersAndPagesThatDoNotExistAreErrors) {
  merge("a", R"({"v": 1})");
  merge("a", R"({"v": 2})");
  for (auto const* number : {"99999", "18446744073709551615"})
    EXPECT_EQ(get(here_ + "/generations/" + number, {.token = content_}).status, 404) << number;
  for (auto const* number : {"-1", "x", "1x", "18446744073709551616", "1e3", "%00"})
    EXPECT_EQ(get(here_ + "/generations/" + number, {.token = content_}).status, 400) << number;
  for (auto const* query : {"limit=0", "limit=1001", "after=-1", "after=9223372036854775808", "limit="})
    EXPECT_EQ(get(here_ + "/graph/provenance?" + query, {.token = content_}).status, 400) << query;
  EXPECT_TRUE(ask("/graph/provenance?after=9223372036854775807")["values"].empty());
  auto const reader = token("read");
  for (auto const* path : {"/graph/provenance", "/generations/1", "/generations/1/diff"})
    EXPECT_EQ(get(here_ + path, {.token = reader}).status, 403) << path;
}

} // namespace
} // namespace artifactd::test
