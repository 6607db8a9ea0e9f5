// A session with a state.json, and the work that settles it.
#pragma once

#include "agents/state/state_work.hpp"
#include "state/settle/settle_work.hpp"
#include "tests/support/session_dir.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace artifactd::test {

class StateWorkTest : public testing::Test {
protected:
  StateWorkTest() { policy_.patience = Duration::zero(); }

  void write(std::string_view text) { dir_.write("state.json", text); }

  [[nodiscard]] Sighting sighting() const {
    return {state_signal(), dir_.stamp("state.json"), Monotonic::now()};
  }

  KindOfWork work(KnownStates& known) { return state_work({policy_, fixes_, refusal_, known}); }
  SettleReport settle_now() { return settle_by(known_); }
  SettleReport settle_by(KnownStates& known) {
    return settle_work(dir_.session(), {sighting()}, work(known), refusal_, Round::last);
  }
  SignalEnd settle(std::string_view text) { return write(text), settle_now().signals.at(0); }
  [[nodiscard]] Readiness readiness() {
    return readiness_of(work(known_), dir_.session(), sighting(), Published::unknown);
  }

  [[nodiscard]] std::string in_place() const { return dir_.read("state.json"); }
  [[nodiscard]] std::string aside() const { return dir_.read("state.json.error"); }
  [[nodiscard]] nlohmann::json instructions() const {
    return nlohmann::json::parse(dir_.read("state.retry-instructions.json"));
  }
  [[nodiscard]] std::vector<std::string> kept() const { return dir_.names(".artifactd/states"); }
  [[nodiscard]] bool tidy() const { return dir_.names(".artifactd/work").empty(); }

  test::SessionDir dir_;
  StatePolicy policy_;
  FixPolicy fixes_;
  RefusalPolicy refusal_;
  KnownStates known_;
};

} // namespace artifactd::test
