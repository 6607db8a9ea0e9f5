// The user that runs commands in tests that run as root: no command ever runs as root, nor for a session
// owned by root.
#pragma once

#include "state/platform/identity.hpp"

#include <filesystem>
#include <optional>

namespace artifactd::test {

/// std::nullopt if the tests run as an ordinary user, who then does everything.
[[nodiscard]] std::optional<Identity> ordinary_user();

/// Gives the directory and everything in it to that user.
void give_away(std::filesystem::path const& directory);

} // namespace artifactd::test
