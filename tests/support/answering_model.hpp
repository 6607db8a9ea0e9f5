// A model that answers every request with a test's function and remembers the requests; and a ModelSource for
// any model of a test.
#pragma once

#include "agents/model/source.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace artifactd::test {

class AnsweringModel final : public model::Model {
public:
  using Answer = std::function<std::string(model::Request const&)>;

  explicit AnsweringModel(Answer answer) : answer_(std::move(answer)) {}

  std::string const& id() const noexcept override { return id_; }
  std::expected<model::Reply, model::Failure> ask(model::Request const& request,
                                                  model::CallLimits const&) override {
    asked_.push_back(request);
    return model::Reply{answer_(request), id_, {}, {{200, "ok", {}, {}, {}}}};
  }

  std::vector<model::Request> const& asked() const noexcept { return asked_; }

private:
  std::string id_ = "answering-1";
  Answer answer_;
  std::vector<model::Request> asked_;
};

/// Passes every request to a model that outlives the source.
inline model::ModelSource source_of(model::Model& asked) {
  class Borrowed final : public model::Model {
  public:
    explicit Borrowed(model::Model& model) : model_(model) {}
    std::string const& id() const noexcept override { return model_.id(); }
    std::expected<model::Reply, model::Failure> ask(model::Request const& request,
                                                    model::CallLimits const& limits) override {
      return model_.ask(request, limits);
    }

  private:
    model::Model& model_;
  };
  return [&asked](std::string_view, model::Spender const&) -> Result<std::unique_ptr<model::Model>> {
    return std::make_unique<Borrowed>(asked);
  };
}

} // namespace artifactd::test
