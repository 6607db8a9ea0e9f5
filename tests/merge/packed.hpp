// gzip as any tool writes it, for tests of what reads it.
#pragma once

#include <string>
#include <string_view>

namespace artifactd::test {

/// Compresses `text` into one gzip member.
[[nodiscard]] std::string packed(std::string_view text);

} // namespace artifactd::test
