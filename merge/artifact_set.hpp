// What an agent wrote: the `*.json`, `*.json.gz` and `*.ndjson` files of `artifacts/<agent>/`, read in byte
// order of their names, with everything wrong about the files themselves (kind, size, links, number,
// compression) as findings. Names starting with a dot and names ending otherwise are not artifacts and are
// left alone, broken or not. A log (`*.ndjson`) is read as far as it reached when it was listed; its writer
// may go on appending.
#pragma once

#include "state/finding.hpp"
#include "state/names.hpp"
#include "state/session.hpp"
#include "state/stamp.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

struct ArtifactLimits {
  std::uint64_t bytes = 64 * 1024;  ///< per file, inclusive: what an agent can rewrite whole (seed)
  std::size_t files = 1000;         ///< per agent
  unsigned depth = 64;              ///< open brackets: far above what anyone writes by intent
  std::uint64_t unpacked = 1 << 20; ///< per compressed file: JSON shrinks to a tenth or so, 64 KiB hold this
  std::uint64_t log = 16 << 20;     ///< per log: judged and folded whole at each signal, in a few 100 ms
  std::uint64_t total = 64 << 20;   ///< per agent: more than 1,000 plain files hold; bounds the memory
  std::size_t lines = 1'000'000; ///< per agent, of its logs: `total` in lines of 64 bytes. Each costs memory
                                 ///< and time of its own, however short it is
  std::size_t members = 2'000'000; ///< per agent, of objects that are merged: `total` in members of 32 bytes.
                                   ///< Merging holds 56 bytes for each, however short it is
};

/// Of one kind, about one agent's artifacts: more of the same would help nobody, and telling the place of
/// each costs a look at the text.
inline constexpr std::size_t most_findings = 100;

struct Artifact {
  std::string name;        ///< "completion.json"
  std::string path;        ///< "artifacts/<agent>/completion.json"
  std::string bytes;       ///< as on disk; of a compressed file its text
  std::size_t settled = 0; ///< of a log: bytes at its start that an earlier signal has settled
};

struct ArtifactSet {
  struct Listed {
    std::string name;
    Stamp stamp;
    std::string digest{}; ///< of a file whose bytes on disk are not kept, such as a compressed one
    bool young =
        false; ///< read within the tick of its stamp: written again, it might still show the same one
  };
  std::vector<Artifact> files;   ///< those that could be read
  std::vector<Listed> listed;    ///< every artifact name with its stamp, readable or not
  std::vector<Finding> findings; ///< tier syntax: what reading shows
  Stamp directory;               ///< all zero when there is none
  std::string log_positions{};   ///< the file that `settled` was taken from, as it was
};

/// What a log that grew since it was read counts for.
enum class Growth : std::uint8_t {
  differs,   ///< it is not the same any more
  tolerated, ///< it is, as long as it begins with all that was read
};

/// Fault::changed when a file keeps changing while it is read; other Errors are resource trouble. What the
/// agent did wrong is in `findings`, never an Error.
Result<ArtifactSet> read_artifacts(Session const& session, Name const& agent, ArtifactLimits const& limits);

/// Whether the directory still lists the same artifact names with the same stamps, but for the growth of logs
/// where that is tolerated.
Result<bool> still_the_same(Session const& session, Name const& agent, ArtifactSet const& set,
                            ArtifactLimits const& limits, Growth growth = Growth::differs);

/// Digest over names and contents as on disk, in order.
[[nodiscard]] std::string digest_of(ArtifactSet const& set);

} // namespace artifactd
