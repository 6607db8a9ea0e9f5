// The members of character cards, by what becomes of them.
#pragma once

#include <array>
#include <string_view>

namespace artifactd::turn {

inline constexpr std::string_view card_spec_prefix = "chara_card_";
inline constexpr std::string_view first_spec = "chara_card_v1"; ///< our word: version 1 names none

/// All that version 1 has.
inline constexpr std::array<std::string_view, 6> first_version = {"name",     "description", "personality",
                                                                  "scenario", "first_mes",   "mes_example"};

/// They become members of base_profile; everything else goes into `character_card`.
inline constexpr std::array<std::string_view, 8> profile_members = {
    "description", "personality", "mes_example",   "nickname",
    "tags",        "creator",     "creator_notes", "extensions"};

/// Members of base_profile that are kept out of prompts.
inline constexpr std::array<std::string_view, 5> untold_members = {"character_card", "creator",
                                                                   "creator_notes", "tags", "extensions"};

/// What versions 2 and 3 demand as a text.
inline constexpr std::array<std::string_view, 10> demanded_texts = {
    "description", "personality",      "scenario",      "first_mes",
    "mes_example", "creator_notes",    "system_prompt", "post_history_instructions",
    "creator",     "character_version"};

} // namespace artifactd::turn
