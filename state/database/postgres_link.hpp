// What a connection to PostgreSQL and its statements share: sending queries and reporting errors. Only for
// state/database/postgres.
#pragma once

#include "state/database/late_pq.hpp"
#include "state/database/postgres.hpp"

namespace artifactd::postgres {

struct Link {
  Link(PGconn* opened, std::string name) : handle(opened), about(std::move(name)) {}
  Link(Link const&) = delete;
  Link& operator=(Link const&) = delete;
  ~Link() { PQfinish(handle); }

  PGconn* handle;
  std::string about;
  std::int64_t changes = 0;
  bool lost = false;
};

/// Messages begin with `about` of the link.
[[nodiscard]] std::unexpected<Error> failed(Link const& link, Fault fault, std::string_view said);
/// Marks the connection as lost; without `why`, the reason is the one from libpq.
[[nodiscard]] std::unexpected<Error> lost(Link& link, std::string_view why = {});

/// The last answer to what was sent, or the first failure.
Result<Answer> answer_of(Link& link);
/// Any number of statements without parameters.
Result<Answer> ask(Link& link, char const* sql);

} // namespace artifactd::postgres
