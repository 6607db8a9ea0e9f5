// What to call something whose name breaks the rule for names: a proposal for people, never used unasked.
#pragma once

#include "state/vocabulary/names.hpp"

namespace artifactd {

/// The valid name nearest to `text`: each run of characters that a name may not have becomes a '-', and what
/// is too long or ends in the word of a kind is cut off. std::nullopt if nothing is left.
[[nodiscard]] std::optional<Name> nearest_name(std::string_view text, Kinds const& kinds);

/// The same for the file of a signal, SignalForm::bad_name: "my agent.kg.lock" becomes my-agent.kg.
[[nodiscard]] std::optional<SignalName> nearest_signal(std::string_view file_name, Kinds const& kinds);

/// The signal that a file was meant to be whose ending is misspelt: of "a.KG.lock" and "a.kg.lck", a.kg.
/// std::nullopt for a signal, and for all other files.
[[nodiscard]] std::optional<SignalName> misspelt_signal(std::string_view file_name, Kinds const& kinds);

} // namespace artifactd
