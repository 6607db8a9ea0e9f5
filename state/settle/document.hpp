// A document is a file of the session that is replaced as a whole, such as the knowledge graph. Reading it
// yields an Edition: its bytes and its stamp at that time.
#pragma once

#include "state/platform/buffer_pool.hpp"
#include "state/platform/byte_budget.hpp"
#include "state/session/session.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace artifactd {

/// The location of a document. `tag` names it in the work directory ("graph"); it contains no dot.
struct Place {
  HeldFd directory; ///< the session's own, or one of its directories; used while the session is open
  std::string name; ///< within `directory`
  std::string path; ///< relative to the session, for people
  std::string tag;
};

struct Edition {
  Stamp stamp;
  Buffer bytes;
};

/// Whether a document was written after its refused version was put aside. A document that was put back in
/// its place is older. The time of the last write is compared, since chmod and link move only the ctime.
[[nodiscard]] bool written_since(Stamp const& document, Stamp const& refused) noexcept;

/// Reads a regular file with one link, of at most `limit` bytes; Fault::changed if it changes while it is
/// read. Fault::missing if there is none; links, FIFOs and directories are Fault::unsafe.
/// Fault::busy if its bytes do not fit into `memory`.
Result<Edition> read_edition(int directory, std::string const& name, std::uint64_t limit, BufferPool& pool,
                             BudgetShare* memory = nullptr);

} // namespace artifactd
