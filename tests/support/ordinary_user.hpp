// Who commands are run as in tests that root runs: no command is ever run as root, nor for a session of
// root's.
#pragma once

#include "state/identity.hpp"

#include <filesystem>
#include <optional>

namespace artifactd::test {

/// Nothing where the tests are an ordinary user's: then that user does everything.
[[nodiscard]] std::optional<Identity> ordinary_user();

/// The directory and everything in it to that user.
void give_away(std::filesystem::path const& directory);

} // namespace artifactd::test
