// A model that answers the steps of a turn from a script.
#pragma once

#include "agents/model/model.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>

namespace artifactd::turn {

/// Answers by the first word of the shape's name and keeps the requests.
class TurnScript {
public:
  using Reply = std::function<std::string(model::Request const&)>;

  std::map<std::string, Reply> replies;
  std::string out_of_reach; ///< a request of this kind gets no answer
  std::vector<std::string> asked;
  std::vector<model::Request> requests;
  std::mutex mutex;

  std::string answer(model::Request const& request) {
    std::scoped_lock const lock(mutex);
    auto const& name = request.shape->name;
    asked.push_back(name);
    requests.push_back(request);
    return replies.at(name)(request);
  }
  [[nodiscard]] std::size_t calls(std::string const& name) const {
    return static_cast<std::size_t>(std::ranges::count(asked, name));
  }
};

class TurnScriptModel final : public model::Model {
public:
  TurnScriptModel(std::string key, TurnScript& script) : key_(std::move(key)), script_(script) {}
  [[nodiscard]] std::string const& id() const noexcept override { return key_; }
  [[nodiscard]] std::expected<model::Reply, model::Failure> ask(model::Request const& request,
                                                                model::CallLimits const&) override {
    if (request.shape->name == script_.out_of_reach)
      return std::unexpected(model::Failure{.message = "no network"});
    return model::Reply{script_.answer(request), key_, {}, {}};
  }

private:
  std::string key_;
  TurnScript& script_;
};

} // namespace artifactd::turn
