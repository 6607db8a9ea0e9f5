// Passwords and tokens in the configuration, which are neither shown nor copied. Keys of models are in files
// of their own.
#pragma once

#include <string>
#include <string_view>

namespace artifactd {

/// Whether the setting may be written with one: "models.m.proxy", "agent[0].reinvoke_env[2]".
[[nodiscard]] bool may_hold_secret(std::string_view key);

/// A value with `mask` in place of the passwords and tokens in it; `before` is the word before it, if both
/// are in one list.
[[nodiscard]] std::string without_secret(std::string value, std::string_view before, std::string_view mask);

} // namespace artifactd
