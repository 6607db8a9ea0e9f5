#include "state/database/postgres_link.hpp"

#include "state/platform/clock.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <poll.h>

namespace artifactd::postgres {

namespace {

struct StateFault {
  std::string_view state; ///< SQLSTATE, or a prefix of it
  Fault fault;
};
/// The first match applies.
constexpr std::array state_faults = {
    StateFault{"08", Fault::io},          StateFault{"22", Fault::invalid},
    StateFault{"23", Fault::exists},      StateFault{"25006", Fault::read_only},
    StateFault{"28", Fault::denied},      StateFault{"40", Fault::busy},
    StateFault{"42501", Fault::denied},   StateFault{"42", Fault::invalid},
    StateFault{"53100", Fault::no_space}, StateFault{"53", Fault::exhausted},
    StateFault{"54", Fault::too_large},   StateFault{"55P03", Fault::busy},
    StateFault{"57014", Fault::busy},     StateFault{"XX001", Fault::invalid},
    StateFault{"XX002", Fault::invalid},  StateFault{"", Fault::io}};

std::string first_line(std::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

bool is_failure(pg_result const* answer) noexcept {
  auto const status = PQresultStatus(answer);
  return status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && status != PGRES_EMPTY_QUERY;
}

std::string_view field(pg_result const* answer, int code) noexcept {
  auto const* text = PQresultErrorField(answer, code);
  return text == nullptr ? std::string_view() : std::string_view(text);
}

std::unexpected<Error> refused(Link& link, pg_result const* answer) {
  auto const state = field(answer, PG_DIAG_SQLSTATE);
  // The server reports this when it terminates, and then closes the connection.
  auto const severity = field(answer, PG_DIAG_SEVERITY_NONLOCALIZED);
  if (state.empty() || severity == "FATAL" || severity == "PANIC") {
    auto const said = field(answer, PG_DIAG_MESSAGE_PRIMARY);
    return lost(link, said.empty() ? first_line(PQresultErrorMessage(answer)) : std::string(said));
  }
  auto const* found = std::ranges::find_if(
      state_faults, [state](StateFault const& each) { return state.starts_with(each.state); });
  return failed(link, found->fault, fmt::format("{} ({})", field(answer, PG_DIAG_MESSAGE_PRIMARY), state));
}

/// False on timeout.
bool wait(Link const& link, short events, Moment until) {
  while (true) {
    auto const left = std::chrono::ceil<std::chrono::milliseconds>(until - Monotonic::now()).count();
    if (left <= 0) return false;
    pollfd socket{.fd = PQsocket(link.handle), .events = events, .revents = 0};
    auto const ready = ::poll(&socket, 1, static_cast<int>(left));
    if (ready > 0 || (ready < 0 && errno != EINTR)) return true; // libpq reports any problem with it
  }
}

Result<void> send_all(Link& link, Moment until) {
  while (auto const unsent = PQflush(link.handle)) {
    if (unsent < 0) return lost(link);
    if (!wait(link, POLLIN | POLLOUT, until)) return lost(link, "the server takes no statements");
    if (PQconsumeInput(link.handle) == 0) return lost(link);
  }
  return {};
}

} // namespace

std::unexpected<Error> failed(Link const& link, Fault fault, std::string_view said) {
  return fail(fault, fmt::format("{}: {}", link.about, said));
}

std::unexpected<Error> lost(Link& link, std::string_view why) {
  link.lost = true;
  return failed(link, Fault::io,
                fmt::format("the connection is lost: {}",
                            why.empty() ? first_line(PQerrorMessage(link.handle)) : std::string(why)));
}

Result<Answer> answer_of(Link& link) {
  auto const until = Monotonic::now() + longest_silence;
  if (auto sent = send_all(link, until); !sent) return fail(std::move(sent).error());
  Answer last;
  while (true) {
    while (PQisBusy(link.handle) != 0) {
      if (!wait(link, POLLIN, until)) return lost(link, "the server does not answer");
      if (PQconsumeInput(link.handle) == 0) return lost(link);
    }
    Answer next(PQgetResult(link.handle));
    if (!next) break;
    if (!last || !is_failure(last.get())) last = std::move(next);
  }
  if (!last) return lost(link);
  if (is_failure(last.get())) return refused(link, last.get());
  return last;
}

Result<Answer> ask(Link& link, char const* sql) {
  if (link.lost) return lost(link, "it was lost before");
  if (PQsendQuery(link.handle, sql) == 0) return lost(link);
  return answer_of(link);
}

} // namespace artifactd::postgres
