// The ten operations of a state delta: their names and required members. One table both for validating
// artifacts and for applying operations; the two have different requirements, as the game's own validator and
// its run time do.
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
  present,        ///< any value, including null
  truthy,         ///< not absent, null, false, 0 or ""
  text,           ///< a string, which may be empty
  number_or_text, ///< a number, or a string that may hold a template
  object,
  filled_object, ///< with at least one member
  array,
  filled_array, ///< with at least one element
  numbers,      ///< an array of numbers
};

enum class MemberNeed : std::uint8_t {
  required,
  optional, ///< may be absent; if present, it meets the demand
};

struct DeltaMember {
  std::string_view name;
  MemberDemand demand;
  MemberNeed need = MemberNeed::required;
};

struct DeltaOperation {
  DeltaOp op;
  std::string_view name; ///< the value of `op` in an artifact
  /// For an artifact, in the order its validator checks. The validator also requires that an rng's
  /// `probabilities` is as long as its `choices`, and that `dataSourceId` of setFromDataSource is a template
  /// or a known id.
  std::span<DeltaMember const> artifact_members;
  /// For an operation to be applied. One that fails here rejects the whole batch.
  std::span<DeltaMember const> runtime_members;
};

/// In the order in which the validator lists their names.
[[nodiscard]] std::span<DeltaOperation const> delta_operations() noexcept;

/// Null for an unknown name.
[[nodiscard]] DeltaOperation const* delta_operation(std::string_view name) noexcept;

} // namespace artifactd::game
