// A run of the editor as recorded in the journal (event `edit`, written by editor::summary_json), by this
// version or another: a member that is missing or of another type counts as absent.
#pragma once

#include "agents/model/price.hpp"
#include "state/journal/journal.hpp"
#include "state/platform/clock.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

struct ToldEdit {
  struct Attempt {
    std::vector<std::string> repaired = {}; ///< patterns
    std::vector<std::string> open = {};
    std::optional<std::uint64_t> errors_left = {};
  };
  struct Spent {
    std::uint64_t calls = 0;
    std::uint64_t input = 0;  ///< tokens
    std::uint64_t cached = 0; ///< of the input
    std::uint64_t output = 0;
    std::optional<model::MicroDollars> cost = {}; ///< std::nullopt if some model has no price
  };

  std::string run = {};
  std::string reason = {}; ///< what prevented it
  std::string end = {};
  std::string engine = {}; ///< "rules", "model"; "json" for a run that only turned almost-JSON into JSON
  std::optional<std::uint64_t> errors_before = {};
  std::optional<std::uint64_t> errors_after = {};
  std::uint64_t repaired_places = 0; ///< in files that were almost JSON
  std::vector<Attempt> attempts = {};
  std::optional<Spent> spent = {}; ///< if models may have been asked
  std::optional<Duration> wall = {};
};

/// Counts are capped at 10^12 each, so that those of a whole journal can be summed up.
[[nodiscard]] ToldEdit told_edit(Event const& event);

} // namespace artifactd
