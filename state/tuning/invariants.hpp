// The invariants of a tuning state, in one table: what the judge reports, what docs/tuning-state.md lists and
// what the finding codes are. S: structure, X: one snapshot, T: a step from the state accepted before.
// Source: the tuning-state seed and the runs measured; the numbers are names, gaps are invariants that were
// withdrawn.
#pragma once

#include "state/finding.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace artifactd::tuning {

/// How grave it is to break one; `both`: depends on how far the run is.
enum class Grade : std::uint8_t { error, warning, both };

struct Invariant {
  std::string_view code; ///< "state.X05"
  Grade grade;
  Tier tier;
  std::string_view pointer; ///< where its findings point; `*` is any element or member
  std::string_view meaning; ///< what holds

  [[nodiscard]] constexpr std::string_view id() const noexcept { return code.substr(6); }
};

/// In the order S, X, T.
[[nodiscard]] std::span<Invariant const> invariants() noexcept;

/// By id ("X05"); there has to be one.
[[nodiscard]] Invariant const& invariant_of(std::string_view id);

} // namespace artifactd::tuning
