// A model behind an HTTP endpoint: one call is one request, repeated within the caller's deadline while the
// transport or the endpoint fails in a way that may pass. Every attempt is reported as an Attempt, including
// failed ones. The key is read again for each call and never appears in any result.
#pragma once

#include "agents/model/endpoint/endpoint.hpp"
#include "agents/model/endpoint/gate.hpp"
#include "agents/model/model.hpp"

#include <functional>

namespace artifactd::model {

/// A number from [0, 1); may be called from any thread.
using Chance = std::function<double()>;
[[nodiscard]] double any_chance();

class HttpModel final : public Model {
public:
  /// `endpoint` must pass check(). `gate` must outlive the model.
  HttpModel(Endpoint endpoint, Gate& gate, Chance chance = any_chance);

  [[nodiscard]] std::string const& id() const noexcept override { return endpoint_.model; }
  /// May be called from several threads at once.
  [[nodiscard]] std::expected<Reply, Failure> ask(Request const& request, CallLimits const& limits) override;

private:
  Endpoint endpoint_;
  Gate& gate_;
  Chance chance_;
};

} // namespace artifactd::model
