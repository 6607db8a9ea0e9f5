#include "agents/turn/turn_record.hpp"
#include "state/digest.hpp"

namespace artifactd::turn {

std::string entity_id(std::string_view session, std::string_view user_action_id, std::string_view kind,
                      std::uint64_t n) {
  constexpr std::string_view digits = "abcdefghijklmnopqrstuvwxyz234567";
  constexpr std::size_t length = 26;
  constexpr unsigned bits_per_digit = 5;
  auto const digest = Digest().add(session).add(user_action_id).add(kind).add(std::to_string(n)).hex();
  std::string id;
  unsigned bits = 0;
  unsigned held = 0;
  for (auto const digit : digest) {
    bits = (bits << 4) | static_cast<unsigned>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
    held += 4;
    if (held < bits_per_digit) continue;
    held -= bits_per_digit;
    id += digits[(bits >> held) & 31U];
    bits &= (1U << held) - 1;
    if (id.size() == length) break;
  }
  return id;
}

} // namespace artifactd::turn
