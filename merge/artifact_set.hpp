// What an agent wrote: the `*.json` files of `artifacts/<agent>/`, read whole in byte order of their names,
// with everything wrong about the files themselves (kind, size, links, number) as findings. Names starting
// with a dot and names not ending in `.json` are not artifacts and are left alone, broken or not.
#pragma once

#include "state/finding.hpp"
#include "state/names.hpp"
#include "state/session.hpp"
#include "state/stamp.hpp"

#include <string>
#include <vector>

namespace artifactd {

struct ArtifactLimits {
  std::uint64_t bytes = 64 * 1024; ///< per file, inclusive: what an agent can rewrite whole (seed)
  std::size_t files = 1000;        ///< per agent
  unsigned depth = 64;             ///< open brackets: far above what anyone writes by intent
};

struct Artifact {
  std::string name; ///< "completion.json"
  std::string path; ///< "artifacts/<agent>/completion.json"
  std::string bytes;
};

struct ArtifactSet {
  struct Listed {
    std::string name;
    Stamp stamp;
  };
  std::vector<Artifact> files;   ///< those that could be read
  std::vector<Listed> listed;    ///< every artifact name with its stamp, readable or not
  std::vector<Finding> findings; ///< tier syntax: what reading shows
  Stamp directory;               ///< all zero when there is none
};

/// Fault::changed when a file keeps changing while it is read; other Errors are resource trouble. What the
/// agent did wrong is in `findings`, never an Error.
Result<ArtifactSet> read_artifacts(Session const& session, Name const& agent, ArtifactLimits const& limits);

/// Whether the directory still lists the same artifact names with the same stamps.
Result<bool> still_the_same(Session const& session, Name const& agent, ArtifactSet const& set,
                            ArtifactLimits const& limits);

/// Digest over names and contents, in order.
[[nodiscard]] std::string digest_of(ArtifactSet const& set);
/// The same for use within the process and against nobody: at a tenth of the cost.
[[nodiscard]] std::size_t hash_of(ArtifactSet const& set) noexcept;

} // namespace artifactd
