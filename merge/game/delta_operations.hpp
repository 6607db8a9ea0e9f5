// The ten operations of a state delta: what they are called, and what each must bring along. One table for
// whoever validates artifacts and for whoever applies operations; the two demand different things, as the
// game's own validator and its run time do.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace artifactd::game {

enum class DeltaOp : std::uint8_t {
  set,
  increment,
  append,
  remove, ///< "delete"
  transfer,
  merge,
  rng,
  set_for_all_players,
  set_from_map,
  set_from_data_source,
};

enum class MemberDemand : std::uint8_t {
  present,        ///< any value, null too
  truthy,         ///< neither absent, null, false, 0 nor ""
  text,           ///< a string, which may be empty
  number_or_text, ///< a number, or a string that a template may stand in
  object,
  filled_object, ///< with a member at least
  array,
  filled_array, ///< with an element at least
  numbers,      ///< an array of numbers
};

enum class MemberNeed : std::uint8_t {
  required,
  optional, ///< may be absent; what is there meets the demand
};

struct DeltaMember {
  std::string_view name;
  MemberDemand demand;
  MemberNeed need = MemberNeed::required;
};

struct DeltaOperation {
  DeltaOp op;
  std::string_view name; ///< the value of `op` in an artifact
  /// Of an artifact, in the order its validator looks. Of rng it demands besides that `probabilities` is as
  /// long as `choices`; of setFromDataSource that `dataSourceId` is a template or an id that is known.
  std::span<DeltaMember const> artifact_members;
  /// Of an operation that is to be applied. One that fails here rejects all that came with it.
  std::span<DeltaMember const> runtime_members;
};

/// In the order the validator lists their names in.
[[nodiscard]] std::span<DeltaOperation const> delta_operations() noexcept;

/// Null for a name that is none of theirs.
[[nodiscard]] DeltaOperation const* delta_operation(std::string_view name) noexcept;

} // namespace artifactd::game
