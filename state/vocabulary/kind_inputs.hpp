// How the inputs of a kind of work lie in a session, as its traits say: for those who place, describe or list
// them without asking which kind it is.
#pragma once

#include "state/vocabulary/kind.hpp"

#include <string_view>
#include <vector>

namespace artifactd {

enum class InputsForm : std::uint8_t {
  document,         ///< the document itself
  own_directory,    ///< files of any name with one of the endings, in a directory of each signal
  shared_directory, ///< `<name><ending>`, in one directory for all signals of the kind
  one_file,         ///< named after the signal
  none,             ///< the signal says everything
};

[[nodiscard]] InputsForm inputs_form(Kind const& kind) noexcept;

/// Whether an agent may submit it: a document belongs to no single agent, and a signal without inputs decides
/// something that people decide.
[[nodiscard]] bool is_agents_work(Kind const& kind) noexcept;

/// Those that are set in KindTraits::endings.
[[nodiscard]] std::vector<std::string_view> input_endings(Kind const& kind);

} // namespace artifactd
