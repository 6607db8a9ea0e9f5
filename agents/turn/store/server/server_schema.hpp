// The schema `artifactd` of a PostgreSQL database: its tables, whether they are ours, and upgrades of older
// layouts.
#pragma once

#include "state/database/postgres.hpp"

namespace artifactd::turn {

/// A configured connection to tables of the present layout: created if the schema `artifactd` is missing or
/// empty, upgraded in one transaction if they are older. `about` is the prefix of error messages.
///
/// Fault::unsupported for a newer layout, for a database that is not in UTF-8, and for a server before
/// PostgreSQL 11; Fault::invalid for a schema `artifactd` of another program: all of them are left unchanged.
/// Opens the files the URL names, such as certificates, as oneself, on a separate thread.
Result<postgres::Connection> connect_to_stories(std::string const& url, std::string const& about);

} // namespace artifactd::turn
