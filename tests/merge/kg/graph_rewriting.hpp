// A session in which only the graph is rewritten: no agents, no signals, no locks.
#pragma once

#include "merge/kg/graph_rewrite.hpp"
#include "tests/support/session_dir.hpp"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace artifactd::test {

inline constexpr auto rewritten_graph = "knowledge-graph.json";

class GraphRewriting : public testing::Test {
protected:
  GraphRewriting() : place_{dir_.open("."), rewritten_graph, rewritten_graph, "graph"} {}

  GraphLock lock() { return must(GraphLock::take(dir_.claim(), dir_.session(), watch_, {})); }
  GraphSite site() { return {dir_.session(), place_, bounds_, pool_}; }
  Result<Rewritten> rewrite(GraphEdit const& edit) { return rewrite_graph(lock(), site(), edit); }
  Result<Rewritten> set(std::string const& name, std::string const& value) {
    return rewrite([=](GraphDraft& draft) -> Result<void> {
      draft.set(name, {draft.keep(value)});
      return {};
    });
  }
  void keep(Rewritten const& rewritten) { must(keep_history(dir_.session(), rewritten.replaced, {})); }
  /// Renames another writer's version into place, as careful writers do.
  void replace_by(std::string_view text) {
    dir_.write("theirs", text);
    std::filesystem::rename(dir_ / "theirs", dir_ / rewritten_graph);
  }
  [[nodiscard]] nlohmann::json value() const { return nlohmann::json::parse(dir_.read(rewritten_graph)); }
  /// Origin and content of each generation.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> generations() const {
    std::vector<std::pair<std::string, std::string>> found;
    for (auto const& each : must(list_generations(dir_.session())))
      found.emplace_back(origin_word(each.origin), dir_.read(".artifactd/generations/" + each.name));
    return found;
  }

  test::SessionDir dir_;
  Place place_;
  GraphBounds bounds_;
  BufferPool pool_;
  StaleWatch watch_;
};

} // namespace artifactd::test
