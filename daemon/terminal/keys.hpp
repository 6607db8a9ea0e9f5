// Keys as a terminal sends them: bytes in, keys out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace artifactd {

struct Key {
  enum class Kind : std::uint8_t {
    text, ///< one character, in UTF-8
    enter,
    escape,
    backspace,
    up,
    down,
    page_up,
    page_down,
    leave,   ///< Ctrl-C, Ctrl-D, or the terminal or the process is ending
    suspend, ///< Ctrl-Z
    other,   ///< anything else: ignored
    resized  ///< the terminal was resized, or time went by: draw again
  };
  Kind kind = Kind::other;
  std::string text = {};

  bool operator==(Key const&) const = default;
};

/// Whether more bytes may follow: ESC alone is a key, followed by more bytes it starts another one.
enum class Input : std::uint8_t { flowing, resting };

/// Removes the first key from `bytes` and returns it; std::nullopt while it is incomplete.
[[nodiscard]] std::optional<Key> take_key(std::string& bytes, Input input);

} // namespace artifactd
