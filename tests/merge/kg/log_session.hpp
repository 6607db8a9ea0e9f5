// A session whose agent `a` appends to a log.
#pragma once

#include "tests/merge/kg/settled_session.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace artifactd::test {

inline constexpr char const* log_record = ".artifactd/logs/a.json";

class LogSession : public SettledSession {
public:
  explicit LogSession(Strategy strategy = Strategy::append) {
    policy.rules = [strategy](Name const&) { return AgentRules{.strategy = strategy}; };
  }
  void append(std::string_view text) const {
    std::filesystem::create_directories(path() / "artifacts/a");
    std::ofstream(path() / "artifacts/a/x.ndjson", std::ios::app) << text;
  }
  SignalEnd signal() { return settle({drop("a")}).signals.at(0); }
  SignalEnd again() { return settle({must(sight(session(), kg("a")))}).signals.at(0); }
};

/// A line of the log.
inline std::string claim(int id, int n = 0) {
  return nlohmann::json{{"claims", {{{"id", id}, {"n", n}}}}, {"last", id}}.dump() + "\n";
}

} // namespace artifactd::test
