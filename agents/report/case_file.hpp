// What the assistant is shown of a play: what its reporter may see, and the parts of the rules that matter at
// this point of the play. A reply may refer only to these things.
#pragma once

#include "agents/report/triage.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace artifactd::report {

/// An earlier report of the same conversation, and its answer.
struct Exchange {
  std::string message;
  std::string answer;
};

struct CaseFile {
  play::Value state = {};                                          ///< as the seat sees it
  std::map<std::uint64_t, std::string> steps = {};                 ///< the last ones, as sentences
  std::vector<std::pair<std::string, std::string>> fragments = {}; ///< address and text
  std::string facts = {};                                          ///< the answer without a model
  std::vector<Exchange> earlier = {};                              ///< oldest first

  [[nodiscard]] std::string const* fragment(std::string_view address) const;
};

/// Bytes of all fragments.
inline constexpr std::size_t most_fragment_bytes = 48 << 10;
inline constexpr std::size_t most_steps_shown = 60;

[[nodiscard]] CaseFile case_file(game::Game const& game, play::Record const& record,
                                 play::PlayAudit const& audit, Triage const& triage, Seat const& seat,
                                 std::vector<Exchange> earlier);

/// The text for a prompt, without the report itself.
[[nodiscard]] std::string told(CaseFile const& shown);

} // namespace artifactd::report
