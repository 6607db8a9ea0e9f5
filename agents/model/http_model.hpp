// A model behind an HTTP endpoint: one call is one request, repeated while the transport or the endpoint
// fails in a way that passes, within the caller's deadline. Not streamed. Every sending is told as an
// Attempt, those that failed too. The key is read anew for each call and is in nothing that comes out.
#pragma once

#include "agents/model/endpoint.hpp"
#include "agents/model/gate.hpp"
#include "agents/model/model.hpp"

#include <functional>

namespace artifactd::model {

/// A number from [0, 1); from any thread.
using Chance = std::function<double()>;
[[nodiscard]] double any_chance();

class HttpModel final : public Model {
public:
  /// An endpoint that check() accepts. `gate` outlives the model.
  HttpModel(Endpoint endpoint, Gate& gate, Chance chance = any_chance);

  [[nodiscard]] std::string const& id() const noexcept override { return endpoint_.model; }
  /// From several threads at once, if need be.
  [[nodiscard]] std::expected<Reply, Failure> ask(Request const& request, CallLimits const& limits) override;

private:
  Endpoint endpoint_;
  Gate& gate_;
  Chance chance_;
};

} // namespace artifactd::model
