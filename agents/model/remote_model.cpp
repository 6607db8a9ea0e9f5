#include "agents/model/remote_model.hpp"

#include "agents/child/service_socket.hpp"
#include "agents/model/patience.hpp"
#include "agents/model/wire.hpp"
#include "state/vocabulary/names.hpp"

#include <array>
#include <cerrno>
#include <fmt/core.h>
#include <poll.h>
#include <sys/socket.h>

namespace artifactd::model {

namespace {

/// the longest time to receive an answer that has begun
constexpr Duration answering = std::chrono::seconds(10);
/// the service enforces the deadline itself and reports it
constexpr Duration grace = std::chrono::seconds(5);
constexpr Duration leaving = std::chrono::seconds(3); ///< after a call was cancelled

Outcome not_answered(Failing why, std::string_view message) {
  return failed_call(why, "model service: " + printable(message));
}

Outcome not_answered(Error const& error) {
  return not_answered(error.fault == Fault::invalid ? Failing::malformed : Failing::transient, error.message);
}

/// The result of waiting for the answer.
struct Awaited {
  bool there = false;
  bool cancelled = false;
};

/// Once `cancel` is readable, shuts down our side, which ends the call; the service still sends its outcome.
Awaited await_outcome(int socket, Moment until, int cancel) {
  Awaited awaited;
  while (Monotonic::now() < until) {
    std::array<pollfd, 2> slots{{{socket, POLLIN, 0}, {awaited.cancelled ? -1 : cancel, POLLIN, 0}}};
    if (::poll(slots.data(), slots.size(), poll_room(until)) < 0 && errno != EINTR) return awaited;
    if (slots[0].revents != 0) {
      awaited.there = true;
      return awaited;
    }
    if (slots[1].revents == 0) continue;
    awaited.cancelled = true;
    ::shutdown(socket, SHUT_WR);
    until = std::min(until, Monotonic::now() + leaving);
  }
  return awaited;
}

} // namespace

Outcome RemoteModel::ask(Request const& request, CallLimits const& limits) {
  if (called_off(limits.cancel)) return not_answered(Failing::cancelled, "cancelled");
  auto const room = limits.deadline - Monotonic::now();
  if (room <= Duration::zero()) return not_answered(Failing::transient, "timeout: the call's deadline");
  auto const text =
      to_text(Question(CallWanted{place_.key, spender_, room, naming_ == Naming::wrong, request}));
  if (text.size() > longest_wire_text)
    return not_answered(Failing::bad_request, fmt::format("the request has {} bytes", text.size()));
  auto const socket = connect_to_service(place_.socket);
  if (!socket) return not_answered(socket.error());
  auto const until = limits.deadline + grace;
  if (auto sent = send_text(socket->get(), text, until); !sent) return not_answered(sent.error());
  auto const awaited = await_outcome(socket->get(), until, limits.cancel);
  if (!awaited.there)
    return awaited.cancelled ? not_answered(Failing::cancelled, "cancelled")
                             : not_answered(Failing::transient, "timeout: no answer");
  auto const answer = receive_text(socket->get(), Monotonic::now() + answering);
  if (!answer)
    return awaited.cancelled ? not_answered(Failing::cancelled, "cancelled") : not_answered(answer.error());
  auto outcome = outcome_from_text(*answer);
  return outcome ? *std::move(outcome) : not_answered(outcome.error());
}

Result<ServiceReport> ask_report(std::string const& socket, Moment until) {
  auto const connection = TRY(connect_to_service(socket));
  TRY(send_text(connection.get(), to_text(Question(ReportWanted{})), until));
  return report_from_text(TRY(receive_text(connection.get(), until)));
}

} // namespace artifactd::model
