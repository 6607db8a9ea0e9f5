// The random numbers behind dice: SHA-256 in counter mode. Draw i is a function of the seed and i alone, so a
// roll is the same on every machine and in every release, there is no generator state to lose, and anybody
// can check it with a few lines of Python (see docs/dice.md).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace artifactd::dice {

/// Identifies the construction below; stored with each roll.
inline constexpr std::string_view generator = "artifactd-dice-1";

class Draws {
public:
  /// Any text, even an empty one.
  explicit Draws(std::string_view seed) : seed_(seed) {}

  /// The next 64 bits: word i % 4, big-endian, of SHA-256("artifactd-dice-1\0" seed "\0" (i / 4,
  /// big-endian)).
  std::uint64_t word();
  /// 1 … sides, each equally likely: words of the incomplete last cycle are skipped. `sides` must not be 0.
  std::uint64_t face(std::uint64_t sides);

private:
  std::string seed_;
  std::uint64_t next_ = 0;
  std::array<std::uint64_t, 4> block_{};
};

/// The seed of one roll of a story, 32 hexadecimal digits. Without the story's own seed, a roll cannot be
/// predicted from the rolls before it.
[[nodiscard]] std::string roll_seed(std::string_view story_seed, std::uint64_t turn, std::uint64_t roll,
                                    std::uint64_t reroll = 0);

/// 32 hexadecimal digits from the kernel's random numbers.
[[nodiscard]] std::string fresh_seed();

} // namespace artifactd::dice
