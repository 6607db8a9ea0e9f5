// What a coordinator wants changed: why, how sure it is, and which fragments of which artifacts (seed:
// artifact-editor, sections 3 and 7). Changes that mend one root cause carry its number: they are kept
// together or not at all. Of artifacts that are no game a plan has patches instead, which are one cause.
#pragma once

#include "agents/edit/pointer_patch.hpp"
#include "merge/game/fragment_address.hpp"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::editor {

enum class Confidence : std::uint8_t { high, medium, low };
[[nodiscard]] std::string_view confidence_word(Confidence confidence) noexcept;
[[nodiscard]] std::optional<Confidence> parse_confidence(std::string_view word) noexcept;

enum class Operation : std::uint8_t {
  patch,     ///< writes one fragment, there or not
  remove,    ///< "delete": one fragment goes
  reextract, ///< writes a whole artifact again
};
[[nodiscard]] std::optional<Operation> parse_operation(std::string_view word) noexcept;

/// One value inside a fragment as it shall be, or a whole fragment that comes or goes. Edits of one fragment
/// by several changes add up.
struct FragmentEdit {
  enum class What : std::uint8_t { set, remove, insert_fragment, remove_fragment };
  What what = What::set;
  std::string pointer = {};  ///< RFC 6901, from the fragment; "/-" behind a list appends
  std::string value = {};    ///< JSON; empty when it goes
  std::string expected = {}; ///< what stands there now, JSON; empty when nothing does
  bool operator==(FragmentEdit const&) const = default;
};

struct Change {
  game::Artifact artifact = game::Artifact::instructions;
  Operation operation = Operation::patch;
  std::optional<game::FragmentAddress> address = {}; ///< of a patch or removal
  std::string description = {};                      ///< what to change, not how
  std::vector<std::string> errors_addressed = {};    ///< their messages
  std::size_t cause = 0;                             ///< the same for all changes that mend it
  std::vector<FragmentEdit> edits = {};              ///< of that fragment; empty: a model has to write it
  /// Its address; of a change of the whole artifact that artifact's word.
  [[nodiscard]] std::string place() const {
    return address ? address->text() : std::string(game::artifact_word(artifact));
  }
};

inline constexpr std::string_view model_pattern = "model"; ///< of a cause that a model planned

struct ChangePlan {
  std::string diagnosis;
  Confidence confidence = Confidence::high;
  std::vector<Change> changes;               ///< schema before transitions before instructions
  std::vector<std::string> patterns = {};    ///< of the causes, by their number: what is counted
  std::vector<std::string> unaddressed = {}; ///< errors that no change mends
  std::vector<PointerPatch> patches = {};    ///< of files that are no game's, in their order
};

/// With the seed's names: diagnosis, confidence, changes[{artifact, operation, fragmentAddress, description,
/// errorsAddressed}], and beside them cause, edits, patterns and unaddressed; or patches in place of changes.
[[nodiscard]] nlohmann::ordered_json to_json(ChangePlan const& plan);

} // namespace artifactd::editor
