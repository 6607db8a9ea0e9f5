// The invariants of a tuning state, in one table: the judge reports them, docs/tuning-state.md lists them,
// and they are the finding codes. S: structure, X: one snapshot, T: a step from the previously accepted
// state. Source: the tuning-state seed and the runs measured; the numbers are names, gaps are withdrawn
// invariants.
#pragma once

#include "state/vocabulary/finding.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace artifactd::tuning {

/// The severity of a violation; `both`: depends on how far the run is.
enum class Grade : std::uint8_t { error, warning, both };

struct Invariant {
  std::string_view code; ///< "state.X05"
  Grade grade;
  Tier tier;
  std::string_view pointer; ///< where its findings point; `*` is any element or member
  std::string_view meaning; ///< the condition that must hold

  [[nodiscard]] constexpr std::string_view id() const noexcept { return code.substr(6); }
};

/// In the order S, X, T.
[[nodiscard]] std::span<Invariant const> invariants() noexcept;

/// By id ("X05"), which must exist.
[[nodiscard]] Invariant const& invariant_of(std::string_view id);

} // namespace artifactd::tuning
