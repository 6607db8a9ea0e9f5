// Changes single parts of a game by address: extracts, replaces, inserts and removes them. Pure: each call
// returns the change of one text, so that several changes can be made together (changed_files()); every other
// byte is unchanged.
#pragma once

#include "merge/game/fragment_address.hpp"
#include "merge/game/game.hpp"
#include "merge/game/text_change.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::game {

/// Where it is. Fault::missing lists the existing ones.
Result<Part> find_fragment(Game const& game, FragmentAddress const& address);

/// The names of its sibling fragments, whether it exists or not: for a precondition or an action those of the
/// same owner, or the owners if that does not exist either; for fields their paths.
[[nodiscard]] std::vector<std::string> names_beside(Game const& game, FragmentAddress const& address);

/// Its JSON, as written.
Result<std::string> extract_fragment(Game const& game, FragmentAddress const& address);

/// `fragment` is one JSON value of the type for such an address (fragment_shape). Fault::invalid otherwise.
Result<TextChange> replace_fragment(Game const& game, FragmentAddress const& address,
                                    std::string_view fragment);

/// Adds a fragment that does not exist yet; its own name must match the address. A whole artifact replaces a
/// file that does not hold one. Fault::exists if it exists.
Result<TextChange> insert_fragment(Game const& game, FragmentAddress const& address,
                                   std::string_view fragment);

/// Removing an instruction with a file of its own removes the file.
Result<TextChange> remove_fragment(Game const& game, FragmentAddress const& address);

} // namespace artifactd::game
