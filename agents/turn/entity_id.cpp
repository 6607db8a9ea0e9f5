#include "agents/turn/turn_record.hpp"
#include "state/platform/digest.hpp"

namespace artifactd::turn {

namespace {

/// The first `count` base 32 digits of a hexadecimal digest.
std::string base32(std::string_view digest, std::size_t count) {
  constexpr std::string_view digits = "abcdefghijklmnopqrstuvwxyz234567";
  constexpr unsigned bits_per_digit = 5;
  std::string text;
  unsigned bits = 0;
  unsigned held = 0;
  for (auto const digit : digest) {
    bits = (bits << 4) | static_cast<unsigned>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
    held += 4;
    if (held < bits_per_digit) continue;
    held -= bits_per_digit;
    text += digits[(bits >> held) & 31U];
    bits &= (1U << held) - 1;
    if (text.size() == count) break;
  }
  return text;
}

} // namespace

std::string entity_id(std::string_view session, std::string_view user_action_id, std::string_view kind,
                      std::uint64_t n) {
  constexpr std::size_t of_action = 16;
  constexpr std::size_t of_entity = 10;
  auto const action = Digest().add(session).add(user_action_id).hex();
  auto const entity = Digest().add(session).add(user_action_id).add(kind).add(std::to_string(n)).hex();
  return base32(action, of_action) + base32(entity, of_entity);
}

} // namespace artifactd::turn
