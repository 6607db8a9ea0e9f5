// The parts of a game that are changed one by one: taken out, put back, added and taken away by their
// addresses. Pure: each call says what has to be changed in one text, so that several changes are made
// together (changed_files()); every other byte stays as it was.
#pragma once

#include "merge/game/fragment_address.hpp"
#include "merge/game/game.hpp"
#include "merge/game/text_change.hpp"

#include <string>
#include <string_view>

namespace artifactd::game {

/// Where it stands. Fault::missing names those there are.
Result<Part> find_fragment(Game const& game, FragmentAddress const& address);

/// Its JSON, as written.
Result<std::string> extract_fragment(Game const& game, FragmentAddress const& address);

/// `fragment` is one JSON value: an object, or of a field whatever its schema has there. Fault::invalid
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
