// The address of a PostgreSQL database in libpq's form:
// postgresql://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=…. A password in it is never shown.
#pragma once

#include "state/platform/result.hpp"

#include <string>
#include <string_view>

namespace artifactd::postgres {

/// Whether the text is meant as such a URL.
[[nodiscard]] bool is_url(std::string_view text) noexcept;

/// Fault::invalid if libpq does not understand the text, or if it is ambiguous, as with an `@` in the
/// password: parts of it would then be taken for a host, which messages name. The error quotes none of it.
Result<void> check_url(std::string const& url);

/// The same with `***` for each password.
[[nodiscard]] std::string shown_url(std::string_view url);

/// "PostgreSQL at db.example:5432/stories", for messages.
[[nodiscard]] std::string place_of(std::string const& url);

} // namespace artifactd::postgres
