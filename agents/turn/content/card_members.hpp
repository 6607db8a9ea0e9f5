// The members of character cards, by how they are stored.
#pragma once

#include <array>
#include <string_view>

namespace artifactd::turn {

inline constexpr std::string_view card_spec_prefix = "chara_card_";
inline constexpr std::string_view first_spec = "chara_card_v1"; ///< our own name: version 1 has none

/// All members of version 1.
inline constexpr std::array<std::string_view, 6> first_version = {"name",     "description", "personality",
                                                                  "scenario", "first_mes",   "mes_example"};

/// These become members of base_profile; everything else goes into `character_card`.
inline constexpr std::array<std::string_view, 8> profile_members = {
    "description", "personality", "mes_example",   "nickname",
    "tags",        "creator",     "creator_notes", "extensions"};

/// Members of base_profile that are left out of prompts.
inline constexpr std::array<std::string_view, 5> untold_members = {"character_card", "creator",
                                                                   "creator_notes", "tags", "extensions"};

/// Texts that versions 2 and 3 require.
inline constexpr std::array<std::string_view, 10> demanded_texts = {
    "description", "personality",      "scenario",      "first_mes",
    "mes_example", "creator_notes",    "system_prompt", "post_history_instructions",
    "creator",     "character_version"};

} // namespace artifactd::turn
