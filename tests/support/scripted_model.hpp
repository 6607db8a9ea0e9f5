// A model that gives the answers a test scripted, in order, and remembers the requests. Any thread may ask
// it.
#pragma once

#include "agents/model/model.hpp"

#include <deque>
#include <functional>
#include <mutex>
#include <utility>

namespace artifactd::test {

class ScriptedModel final : public model::Model {
public:
  using Outcome = std::expected<model::Reply, model::Failure>;

  explicit ScriptedModel(std::string id = "scripted-1") : id_(std::move(id)) {}

  ScriptedModel& gives(Outcome outcome) {
    script_.push_back(std::move(outcome));
    return *this;
  }
  ScriptedModel& says(std::string text, model::Usage usage = {}) {
    return gives(model::Reply{std::move(text), id_, usage, {{200, "ok", {}, usage, {}}}});
  }
  ScriptedModel& fails(model::Failing why, std::string raw = {}, model::Usage usage = {}) {
    return gives(std::unexpected(
        model::Failure{why, "as scripted", {}, std::move(raw), usage, {{0, "as scripted", {}, usage, {}}}}));
  }

  std::string const& id() const noexcept override { return id_; }

  /// Fails with Failing::bad_request after the last scripted answer.
  Outcome ask(model::Request const& request, model::CallLimits const&) override {
    std::lock_guard const lock(mutex_);
    asked_.push_back(request);
    if (script_.empty())
      return std::unexpected(
          model::Failure{.why = model::Failing::bad_request, .message = "the script is over"});
    auto outcome = std::move(script_.front());
    script_.pop_front();
    return outcome;
  }

  /// Do not call while another thread is in ask().
  std::vector<model::Request> const& asked() const { return asked_; }

private:
  std::string id_;
  std::mutex mutex_;
  std::deque<Outcome> script_;
  std::vector<model::Request> asked_;
};

} // namespace artifactd::test
