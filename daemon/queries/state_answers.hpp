// The answers to `state check`, `next`, `score` and `run --dry-run`: about one state of a tuning run.
#pragma once

#include "agents/state/drive/drive.hpp"
#include "state/tuning/actions.hpp"
#include "state/tuning/judge.hpp"
#include "state/tuning/score.hpp"

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

namespace tuning {

/// With the digest of the text, if its structure is valid.
[[nodiscard]] nlohmann::ordered_json to_json(Judgement const& judgement);

[[nodiscard]] nlohmann::ordered_json to_json(NextAction const& next);

} // namespace tuning

struct StateScores {
  struct Row {
    std::string_view name; ///< who computes it
    double score;
    tuning::Gate gate;
  };
  std::array<Row, 3> rows; ///< as the state has it, then by both formulas
  tuning::Formula formula; ///< the one the run uses
};

[[nodiscard]] StateScores scores_of(tuning::TuningState const& state);

[[nodiscard]] nlohmann::ordered_json to_json(StateScores const& scores);

/// What a drive would begin with.
struct DriveRehearsal {
  tuning::NextAction next;
  std::vector<std::string> command; ///< that does it; empty: artifactd itself, or nothing is to be done
};

[[nodiscard]] Result<DriveRehearsal> rehearse_drive(tuning::TuningState const& state,
                                                    DrivePolicy const& policy);

[[nodiscard]] nlohmann::ordered_json to_json(DriveRehearsal const& rehearsal);

} // namespace artifactd
