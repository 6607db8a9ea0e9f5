// Placeholders in the texts of game artifacts: {{name}}, whose value comes from a scope, and narrative
// markers, which stand for a longer text. At run time a language model fills placeholders in; this module
// finds them, says which paths may hold them, and resolves them where code can. Inserted text is not searched
// again, and all output is bounded.
#pragma once

#include "merge/game/values/value.hpp"
#include "state/platform/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::game {

/// The largest result of resolving a value, in bytes: 16 MiB.
inline constexpr std::size_t largest_resolved = std::size_t{16} << 20;

/// {{name}}: the name without surrounding white space, not empty, without "{{" and "}}" in it.
struct Placeholder {
  std::size_t begin; ///< of the first brace in the text
  std::size_t end;   ///< after the last brace
  std::string_view name;
};
[[nodiscard]] std::vector<Placeholder> placeholders(std::string_view text);

/// The path split at its dots, except inside {{…}}: at least one segment, which may be empty.
[[nodiscard]] std::vector<std::string_view> template_path_segments(std::string_view path);

/// A segment of a path is either literal or exactly one placeholder. True if it is neither: "p{{n}}",
/// "{{list}}[0]", "{{a}}{{b}}".
[[nodiscard]] bool is_mixed_segment(std::string_view segment);

/// Fills in every string of `value`. A string that is one whole placeholder takes the value with its type;
/// inside a longer text the value is printed as in JavaScript (text_of). A name is a member of `scope`, or a
/// path through it ("input.choice", "game.hands[0]"); one that leads nowhere stays unchanged. Keys are not
/// changed. Fault::too_large if the result would be heavier than `largest_resolved` or deeper than
/// `deepest_state`.
Result<Value> resolve_templates(Value const& value, Value const& scope);

/// The text with positional player names changed to the form used in addresses: {{p1id}} and {{player1Id}},
/// in any case, become player1; players.p1. becomes players.player1.
[[nodiscard]] std::string with_positional_templates(std::string_view text);

/// The KEYs of all `!___ NARRATIVE:KEY ___!` (letters, digits and "_"), each once, in order of first
/// appearance.
[[nodiscard]] std::vector<std::string> marker_keys(std::string_view text);

} // namespace artifactd::game
