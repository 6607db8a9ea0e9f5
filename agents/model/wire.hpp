// Texts over a stream socket, each behind its length. Both ends are ours, yet neither waits for the other
// longer than it wants to, nor takes more than it can hold.
#pragma once

#include "state/clock.hpp"
#include "state/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace artifactd::model {

/// Bytes: the longest answer of an endpoint, however many of them are escaped.
inline constexpr std::size_t longest_wire_text = std::size_t{32} << 20;

/// Fault::too_large when it is longer than that, Fault::busy when the peer does not take it until then.
Result<void> send_text(int socket, std::string_view text, Moment until);

/// Fault::missing when the peer closes without a word, Fault::io when it does within one, Fault::busy when
/// the text is not there until then, Fault::invalid when it announces more than the longest.
Result<std::string> receive_text(int socket, Moment until);

} // namespace artifactd::model
