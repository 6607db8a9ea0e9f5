// The parts of a game that are changed one by one: taken out, put back, added and taken away by their
// addresses. Pure: each call says what has to be changed in one text, so that several changes are made
// together (changed_files()); every other byte stays as it was.
#pragma once

#include "merge/game/fragment_address.hpp"
#include "merge/game/game.hpp"
#include "merge/game/text_change.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::game {

/// Where it stands. Fault::missing names those there are.
Result<Part> find_fragment(Game const& game, FragmentAddress const& address);

/// What the fragments beside it are called, there or not: of a precondition or an action those of the same
/// owner, or the owners where that is not there either; of fields their paths.
[[nodiscard]] std::vector<std::string> names_beside(Game const& game, FragmentAddress const& address);

/// Its JSON, as written.
Result<std::string> extract_fragment(Game const& game, FragmentAddress const& address);

/// `fragment` is one JSON value of the type that goes by such an address (fragment_shape). Fault::invalid
/// otherwise.
Result<TextChange> replace_fragment(Game const& game, FragmentAddress const& address,
                                    std::string_view fragment);

/// Adds what is not there yet; what goes by that address must call itself so. A whole artifact comes in place
/// of a file that does not hold one. Fault::exists when it is there.
Result<TextChange> insert_fragment(Game const& game, FragmentAddress const& address,
                                   std::string_view fragment);

/// Of an instruction with a file of its own that file goes.
Result<TextChange> remove_fragment(Game const& game, FragmentAddress const& address);

} // namespace artifactd::game
