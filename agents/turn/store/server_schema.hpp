// The schema `artifactd` of a database of PostgreSQL: its tables, whether they are ours, and how older
// layouts become the present one.
#pragma once

#include "state/postgres.hpp"

namespace artifactd::turn {

/// A connection with its settings, to tables of the present layout: made where there is no schema `artifactd`
/// or an empty one, brought up to date in one transaction where they are older. `about` begins what is said
/// of it.
///
/// Fault::unsupported for a newer layout, for a database that is not in UTF-8, and for a server before
/// PostgreSQL 11; Fault::invalid for a schema `artifactd` of another program: all of them are left as they
/// are. Opens what the URL names, certificates and the like, as oneself, on a thread of its own.
Result<postgres::Connection> connect_to_stories(std::string const& url, std::string const& about);

} // namespace artifactd::turn
