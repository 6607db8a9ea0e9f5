// What an agent wrote: the `*.json`, `*.json.gz` and `*.ndjson` files of `artifacts/<agent>/`, read in byte
// order of their names. Everything wrong with the files themselves (kind, size, links, number, compression)
// becomes a finding. Names that start with a dot or have another ending are not artifacts and are ignored,
// broken or not. A log (`*.ndjson`) is read up to its size when it was listed; its writer may go on
// appending.
#pragma once

#include "state/platform/byte_budget.hpp"
#include "state/platform/stamp.hpp"
#include "state/session/session.hpp"
#include "state/vocabulary/finding.hpp"
#include "state/vocabulary/names.hpp"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

struct ArtifactLimits {
  std::uint64_t bytes = 64 * 1024; ///< per file, inclusive: what an agent can rewrite whole (seed)
  std::size_t files = 1000;        ///< per agent
  unsigned depth = 64;             ///< open brackets: far more than anyone writes on purpose
  /// Per compressed file: JSON shrinks to about a tenth, so 64 KiB hold this.
  std::uint64_t unpacked = 1 << 20;
  std::uint64_t log = 16 << 20;   ///< per log: judged and folded whole at each signal, in a few 100 ms
  std::uint64_t total = 64 << 20; ///< per agent: more than 1,000 plain files hold; bounds the memory
  /// Per agent, over its logs: `total` in lines of 64 bytes. Each line costs memory and time, however short.
  std::size_t lines = 1'000'000;
  /// Per agent, of merged objects: `total` in members of 32 bytes. A merge holds 56 bytes for each member,
  /// however short.
  std::size_t members = 2'000'000;
  std::shared_ptr<ByteBudget> memory{}; ///< of all agents that are read at once; nullptr: not bounded
};

/// Findings of one kind for one agent's artifacts. More of the same would help nobody, and locating each
/// costs a look at the text.
inline constexpr std::size_t most_findings = 100;

struct Artifact {
  std::string name;        ///< "completion.json"
  std::string path;        ///< "artifacts/<agent>/completion.json"
  std::string bytes;       ///< as on disk; the unpacked text of a compressed file
  std::size_t settled = 0; ///< of a log: bytes at its start that an earlier signal settled
};

struct ArtifactSet {
  struct Listed {
    std::string name;
    Stamp stamp;
    std::string digest{}; ///< of a file whose on-disk bytes are not kept, such as a compressed one
    /// Read within the tick of its stamp: a later write might leave the stamp unchanged.
    bool young = false;
  };
  std::vector<Artifact> files;           ///< those that could be read
  std::vector<Listed> listed;            ///< every artifact name with its stamp, readable or not
  std::vector<Finding> findings;         ///< tier syntax: what reading found
  Stamp directory;                       ///< all zero if it does not exist
  bool young = false;                    ///< `directory` was listed within the tick of its stamp
  std::string log_positions{};           ///< the file that `settled` was taken from, as it was read
  std::shared_ptr<BudgetShare> memory{}; ///< what the files hold of the limits' budget
};

/// How to treat a log that grew since it was read.
enum class Growth : std::uint8_t {
  differs,   ///< it counts as changed
  tolerated, ///< it counts as the same if it begins with everything that was read
};

/// Fault::changed if a file keeps changing while it is read, Fault::busy if there is no room in the budget;
/// other Errors are resource trouble. The agent's mistakes are in `findings`, never an Error.
Result<ArtifactSet> read_artifacts(Session const& session, Name const& agent, ArtifactLimits const& limits);

/// Files as somebody is writing them, by name: on disk they are different or missing.
struct TypedArtifacts {
  std::map<std::string, std::string> files;
  bool alone = false; ///< files on disk with other names do not count
};

/// The set as it would be read if these files were on disk. Limits of all files together are not checked
/// again.
Result<ArtifactSet> with_typed(ArtifactSet set, Name const& agent, TypedArtifacts const& typed,
                               ArtifactLimits const& limits);

/// Whether the directory still lists the same artifact names with the same stamps, apart from growth of logs
/// if that is tolerated.
Result<bool> still_the_same(Session const& session, Name const& agent, ArtifactSet const& set,
                            ArtifactLimits const& limits, Growth growth = Growth::differs);

/// Digest over names and on-disk contents, in order.
[[nodiscard]] std::string digest_of(ArtifactSet const& set);

} // namespace artifactd
