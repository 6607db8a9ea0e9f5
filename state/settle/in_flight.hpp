// Names in the work directory while a verdict is carried out. They contain all that recovery needs:
//
//   accepted.<signal>.<inode>.<birth>.<mtime>   the signal itself, being removed (times in ns, decimal)
//   refused.<signal>.<inode>.<birth>.<mtime>    an empty note: this submission is about to become `.error`
#pragma once

#include "state/settle/signal.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace artifactd {

enum class Verdict : std::uint8_t { accepted, refused };

struct InFlight {
  Verdict verdict;
  SignalName signal;
  DropId drop; ///< the submission that was judged
};

[[nodiscard]] std::string to_name(InFlight const& in_flight);

/// std::nullopt for any other name, including planted ones that differ in form.
[[nodiscard]] std::optional<InFlight> parse_in_flight(std::string_view name);

} // namespace artifactd
