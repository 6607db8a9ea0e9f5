// A site with a session "s" whose agent game1 writes games of the corpus, each broken in one way.
#pragma once

#include "tests/e2e/running_daemon.hpp"
#include "tests/support/game_corpus.hpp"

#include <gtest/gtest.h>
#include <string>

namespace artifactd::test {

class GameSite : public testing::Test {
protected:
  explicit GameSite(std::string const& settings = "") : site_(settings) {}

  void put_game(std::string const& mutation) const {
    for (auto const& each : game_mutations())
      if (each.name == mutation)
        for (auto const& file : broken_files(each))
          session_.artifact("game1", file.name, file.bytes);
  }
  [[nodiscard]] std::string instructions() const { return session_.text("game1.retry-instructions.json"); }
  [[nodiscard]] bool merged() const {
    auto const graph = session_.graph();
    return graph.is_object() && graph.contains("game1") && !session_.pending("game1");
  }
  [[nodiscard]] std::string only_run() const {
    return site_.json({"edit", "show", "s"})["runs"][0]["run"].get<std::string>();
  }

  Site site_;
  SessionDir session_ = site_.session("s");
};

} // namespace artifactd::test
