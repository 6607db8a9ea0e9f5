// What a signal asks for: one small JSON file with a schema for its kind. It is read so that a change is
// noticed, judged, and compared once more before the verdict.
#pragma once

#include "merge/schema/shelf.hpp"
#include "state/json/json_text.hpp"
#include "state/json/scan.hpp"
#include "state/session/session.hpp"
#include "state/settle/claim.hpp"
#include "state/settle/input_file.hpp"
#include "state/vocabulary/names.hpp"

namespace artifactd {

struct RequestFile {
  Json json = nullptr; ///< set if the request has no findings
  std::vector<Finding> findings;
  std::string path;   ///< relative to the session
  std::string digest; ///< of its bytes; empty if the file is missing
  std::optional<Stamp> stamp;
  bool young = false; ///< read within the tick of its stamp: a change might leave the same stamp
};

struct RequestRules {
  SchemaOrigin const& schema;
  std::size_t longest;         ///< bytes
  std::string_view if_missing; ///< what to do if the file is missing
  unsigned deepest = 16;
};

/// Of a result, which anyone who writes the session can replace. The values of a play in it may be 256 deep.
inline constexpr json::Limits result_limits{.depth = 512};

/// Fault::changed while somebody writes it; other Errors are resource trouble.
Result<RequestFile> read_request_file(Session const& session, std::string path, RequestRules const& rules);

/// Whether it is still the same file, unchanged.
Result<bool> still_the_same(Session const& session, RequestFile const& request, std::size_t longest);

/// Submits work the way everybody does: the request at `path`, then the signal. An existing request stays.
/// Needs the claim; its holder removes files that others left unfinished.
Result<void> submit_request(Claim const& claim, Session const& session, SignalName const& signal,
                            std::string const& path, std::string_view text);
/// Only the signal, for a request that is already there.
Result<void> drop_signal(Claim const& claim, Session const& session, SignalName const& signal);

} // namespace artifactd
