// A document is a file of the session that is replaced as a whole, such as the knowledge graph. Reading it
// yields an Edition: the bytes and the stamp they were read under.
#pragma once

#include "state/buffer_pool.hpp"
#include "state/session.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace artifactd {

/// Where a document stands. `tag` names it in the work directory ("graph"); it holds no dot.
struct Place {
  UniqueFd directory;
  std::string name; ///< within `directory`
  std::string path; ///< relative to the session, for people
  std::string tag;
};

struct Edition {
  Stamp stamp;
  Buffer bytes;
};

/// Reads a regular file with one link, of at most `limit` bytes, that does not change while it is read
/// (Fault::changed otherwise). Fault::missing when there is none; links, FIFOs and directories are
/// Fault::unsafe.
Result<Edition> read_edition(int directory, std::string const& name, std::uint64_t limit, BufferPool& pool);

} // namespace artifactd
