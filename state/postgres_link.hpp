// What a connection to PostgreSQL and its statements share: asking, and what went wrong. For state/postgres
// alone.
#pragma once

#include "state/postgres.hpp"

#include <libpq-fe.h>

namespace artifactd::postgres {

struct Link {
  Link(PGconn* opened, std::string name) : handle(opened), about(std::move(name)) {}
  Link(Link const&) = delete;
  Link& operator=(Link const&) = delete;
  ~Link() { ::PQfinish(handle); }

  PGconn* handle;
  std::string about;
  std::int64_t changes = 0;
  bool lost = false;
};

/// Messages begin with what the link is about.
[[nodiscard]] std::unexpected<Error> failed(Link const& link, Fault fault, std::string_view said);
/// From now on the connection is lost; without a reason for the one that libpq knows.
[[nodiscard]] std::unexpected<Error> lost(Link& link, std::string_view why = {});

/// The last answer to what was sent, or the first failure.
Result<Answer> answer_of(Link& link);
/// Any number of statements without parameters.
Result<Answer> ask(Link& link, char const* sql);

} // namespace artifactd::postgres
