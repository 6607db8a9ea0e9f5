// Reads the dice of one term and its modifiers.
#pragma once

#include "state/dice/cursor.hpp"
#include "state/dice/expression.hpp"

namespace artifactd::dice {

/// The cursor is at the "d" after `count`; `byte` is the start of the term.
Judged<Term> read_term(Cursor& cursor, std::uint64_t count, std::size_t byte);

} // namespace artifactd::dice
