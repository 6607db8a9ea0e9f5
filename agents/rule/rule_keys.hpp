// The keys of a mapping in a rule, found by name: present, missing, and a warning for every unknown key that
// names the one likely meant.
#pragma once

#include "agents/rule/rule_part.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace artifactd::extraction {

using Words = std::span<std::string_view const>;

/// Warns of keys not in `known`; refuses keys that YAML readers read differently (`<<`, `on`).
void judge_keys(RuleFaults& faults, RulePart const& mapping, Words known);

[[nodiscard]] std::optional<RulePart> member(RuleFaults const& faults, RulePart const& mapping,
                                             std::string_view name);

/// The text of a string; anything else is a fault.
[[nodiscard]] std::optional<std::string> string_of(RuleFaults& faults, RulePart const& part,
                                                   std::string_view expected);

/// A string out of `words`, by position.
[[nodiscard]] std::optional<std::size_t> word_of(RuleFaults& faults, RulePart const& part, Words words);

/// "a, b or c"
[[nodiscard]] std::string listed(Words words);

} // namespace artifactd::extraction
