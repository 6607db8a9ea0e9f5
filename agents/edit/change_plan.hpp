// A coordinator's plan: the diagnosis, its confidence, and which fragments of which artifacts to change
// (seed: artifact-editor, sections 3 and 7). Changes that repair the same root cause carry its number: they
// are kept together or not at all. For artifacts that are not a game, a plan has patches instead, which form
// one cause.
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
[[nodiscard]] std::optional<Confidence> parse_confidence(std::string_view word) noexcept;

enum class ChangeOperation : std::uint8_t {
  patch,     ///< writes one fragment, existing or new
  remove,    ///< "delete": removes one fragment
  reextract, ///< writes a whole artifact again
};
[[nodiscard]] std::optional<ChangeOperation> parse_operation(std::string_view word) noexcept;

/// The new value at a place inside a fragment, or a whole fragment to insert or remove. Edits of one fragment
/// by several changes add up.
struct FragmentEdit {
  enum class What : std::uint8_t { set, remove, insert_fragment, remove_fragment };
  What what = What::set;
  std::string pointer = {};  ///< RFC 6901, relative to the fragment; "/-" after a list appends
  std::string value = {};    ///< JSON; empty if removed
  std::string expected = {}; ///< the current value, JSON; empty if there is none
  bool operator==(FragmentEdit const&) const = default;
};

struct Change {
  game::Artifact artifact = game::Artifact::instructions;
  ChangeOperation operation = ChangeOperation::patch;
  std::optional<game::FragmentAddress> address = {}; ///< for patch and remove
  std::string description = {};                      ///< what to change, not how
  std::vector<std::string> errors_addressed = {};    ///< the messages of the errors
  std::size_t cause = 0;                             ///< the same for all changes that repair it
  std::vector<FragmentEdit> edits = {};              ///< in that fragment; empty: a model has to write them
  /// Its address, or the artifact's word if it changes the whole artifact.
  [[nodiscard]] std::string place() const {
    return address ? address->text() : std::string(game::artifact_word(artifact));
  }
};

inline constexpr std::string_view model_pattern = "model"; ///< the pattern of causes that a model planned

struct ChangePlan {
  std::string diagnosis;
  Confidence confidence = Confidence::high;
  std::vector<Change> changes;               ///< schema before transitions before instructions
  std::vector<std::string> patterns = {};    ///< of the causes, indexed by cause number; used for statistics
  std::vector<std::string> unaddressed = {}; ///< errors that no change addresses
  std::vector<PointerPatch> patches = {};    ///< for files that do not belong to a game, in order
};

/// With the seed's names: diagnosis, confidence, changes[{artifact, operation, fragmentAddress, description,
/// errorsAddressed}], plus cause, edits, patterns and unaddressed; or patches instead of changes.
[[nodiscard]] nlohmann::ordered_json to_json(ChangePlan const& plan);

} // namespace artifactd::editor
