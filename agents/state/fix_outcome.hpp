// What became of a fix, in words and as the answer to `state apply`, `verify` and `rollback`.
#pragma once

#include "agents/state/fix_plan.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

struct FixOutcome {
  enum class What : std::uint8_t { applied, drifted, passed, failed, rolled_back };
  std::string fix;
  What what;
  std::vector<FileEdit> edits = {}; ///< for applied and rolled_back
  std::vector<Drift> drifts = {};
  std::string words = {}; ///< for passed and failed: what the verification said
};
[[nodiscard]] std::string to_text(FixOutcome const& outcome);

/// "create", "modify" or "delete"
[[nodiscard]] std::string_view action_word(FileEdit const& edit) noexcept;
/// Unified; empty if nothing differs.
[[nodiscard]] std::string diff_of(FileEdit const& edit);

enum class Rehearsal : std::uint8_t { no, yes }; ///< yes: nothing is changed

/// After a rehearsal with the diff of each file.
[[nodiscard]] nlohmann::ordered_json to_json(std::vector<FixOutcome> const& outcomes, Rehearsal rehearsal);

} // namespace artifactd
