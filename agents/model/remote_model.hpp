// A model that is asked through `artifactd model`: the service has the endpoint's key and the accounts, this
// side only makes the call. Each call has its own connection; hanging up ends it.
#pragma once

#include "agents/model/service_message.hpp"

#include <string>

namespace artifactd::model {

class RemoteModel final : public Model {
public:
  enum class Naming : std::uint8_t { right, wrong }; ///< wrong: see CallWanted::misnamed
  struct Place {
    std::string socket; ///< path of the service's socket
    std::string key;    ///< the model's configured key
  };
  RemoteModel(Place place, Spender spender, Naming naming = Naming::right)
      : place_(std::move(place)), spender_(std::move(spender)), naming_(naming) {}

  [[nodiscard]] std::string const& id() const noexcept override { return place_.key; }

  /// The service's outcome. Failing::transient if there is none: nothing listens, it hangs up, it is late.
  /// After a cancel it waits briefly, since the outcome reports the usage. May be called from any thread.
  [[nodiscard]] Outcome ask(Request const& request, CallLimits const& limits) override;

private:
  Place place_;
  Spender spender_;
  Naming naming_;
};

/// The state of the service.
Result<ServiceReport> ask_report(std::string const& socket, Moment until);

} // namespace artifactd::model
