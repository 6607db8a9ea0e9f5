// Where a database of PostgreSQL is, as libpq has it:
// postgresql://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=…. A password in it is shown to nobody.
#pragma once

#include "state/result.hpp"

#include <string>
#include <string_view>

namespace artifactd::postgres {

/// Whether it is meant to be one.
[[nodiscard]] bool is_url(std::string_view text) noexcept;

/// Fault::invalid for a text that libpq does not understand, and for one that may be misread, as with an `@`
/// in the password: parts of it would then be taken for a host, which messages name. Quotes nothing of it.
Result<void> check_url(std::string const& url);

/// The same with `***` for each password.
[[nodiscard]] std::string shown_url(std::string_view url);

/// "PostgreSQL at db.example:5432/stories", for messages.
[[nodiscard]] std::string place_of(std::string const& url);

} // namespace artifactd::postgres
