// Texts over a stream socket, each preceded by its length. Both ends are ours, yet neither waits longer for
// the other than its deadline, nor accepts more than it can hold.
#pragma once

#include "state/platform/clock.hpp"
#include "state/platform/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace artifactd::model {

/// Bytes: enough for the longest answer of an endpoint, however many of them are escaped.
inline constexpr std::size_t longest_wire_text = std::size_t{32} << 20;

/// Fault::too_large if it is longer than that, Fault::busy if the peer does not take it by `until`.
Result<void> send_text(int socket, std::string_view text, Moment until);

/// Fault::missing if the peer closes before sending anything, Fault::io if it closes in the middle of a text,
/// Fault::busy if the text is not complete by `until`, Fault::invalid if the announced length exceeds the
/// maximum.
Result<std::string> receive_text(int socket, Moment until);

} // namespace artifactd::model
