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
    leave,  ///< Ctrl-C, Ctrl-D, or the terminal or the process is being ended
    other,  ///< anything else: to be ignored
    resized ///< the terminal has another size, or time went by: draw again
  };
  Kind kind = Kind::other;
  std::string text = {};

  bool operator==(Key const&) const = default;
};

/// Whether more bytes may follow: an escape byte alone is the key, with more it begins another one.
enum class Input : std::uint8_t { flowing, resting };

/// Takes the first key off `bytes`; nothing while it is not complete.
[[nodiscard]] std::optional<Key> take_key(std::string& bytes, Input input);

} // namespace artifactd
