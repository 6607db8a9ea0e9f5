#include "state/dice/draws.hpp"

#include "state/platform/digest.hpp"

#include <fmt/core.h>
#include <limits>
#include <random>

namespace artifactd::dice {

namespace {

void append_big_endian(std::string& text, std::uint64_t value) {
  for (int shift = 56; shift >= 0; shift -= 8)
    text += static_cast<char>(value >> static_cast<unsigned>(shift) & 0xFFU);
}

} // namespace

std::uint64_t Draws::word() {
  auto const index = next_++;
  if (index % 4 == 0) {
    std::string text(generator);
    text += '\0';
    text += seed_;
    text += '\0';
    append_big_endian(text, index / 4);
    auto const digest = sha256(text);
    for (std::size_t i = 0; i < digest.size(); ++i)
      block_[i / 8] = block_[i / 8] << 8U | digest[i];
  }
  return block_[index % 4];
}

std::uint64_t Draws::face(std::uint64_t sides) {
  // The largest word of a complete cycle; computes 2^64 % sides within 64 bits.
  auto const incomplete = (std::numeric_limits<std::uint64_t>::max() % sides + 1) % sides;
  auto const last = std::numeric_limits<std::uint64_t>::max() - incomplete;
  auto drawn = word();
  while (drawn > last)
    drawn = word();
  return drawn % sides + 1;
}

std::string roll_seed(std::string_view story_seed, std::uint64_t turn, std::uint64_t roll,
                      std::uint64_t reroll) {
  return hex(sha256(fmt::format("artifactd-roll-1/{}/{}/{}/{}", story_seed, turn, roll, reroll)))
      .substr(0, 32);
}

std::string fresh_seed() {
  std::random_device kernel("/dev/urandom");
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", kernel(), kernel(), kernel(), kernel());
}

} // namespace artifactd::dice
