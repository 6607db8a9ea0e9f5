// A model that `artifactd model` asks: the key of the endpoint and the accounts are there, here is only the
// call. One connection for each; hanging up ends it.
#pragma once

#include "agents/model/service_message.hpp"

#include <string>

namespace artifactd::model {

class RemoteModel final : public Model {
public:
  enum class Naming : std::uint8_t { right, wrong }; ///< wrong: see CallWanted::misnamed
  struct Place {
    std::string socket; ///< where the service listens
    std::string key;    ///< under which it knows the model, and everybody else too
  };
  RemoteModel(Place place, Spender spender, Naming naming = Naming::right)
      : place_(std::move(place)), spender_(std::move(spender)), naming_(naming) {}

  [[nodiscard]] std::string const& id() const noexcept override { return place_.key; }

  /// As the service answers. Failing::transient when it does not: nobody listens, it hangs up, it is late. A
  /// cancelled call is waited for briefly, since it tells what it took. From any thread.
  [[nodiscard]] Outcome ask(Request const& request, CallLimits const& limits) override;

private:
  Place place_;
  Spender spender_;
  Naming naming_;
};

/// How things stand at the service.
Result<ServiceReport> ask_report(std::string const& socket, Moment until);

} // namespace artifactd::model
