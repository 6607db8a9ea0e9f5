// Where the files that a person or a program submits belong in a session: below `artifacts/` for a `kg`
// signal, the one request of an `edit`, and so on, as the traits of the kind say.
#pragma once

#include "state/session/session.hpp"
#include "state/settle/claim.hpp"
#include "state/vocabulary/names.hpp"

#include <string>
#include <vector>

namespace artifactd {

/// What becomes of inputs of earlier submissions that are not given again.
enum class FormerFiles : bool { keep, remove };

struct PlacedFile {
  std::string path; ///< relative to the session
  std::string bytes;
};

/// The place of a file of this name. Fault::invalid, with the names that are possible, if the kind has no
/// place for it.
Result<std::string> place_for(SignalName const& signal, std::string const& file_name);

/// Fault::invalid if two have the same place.
Result<void> no_place_twice(std::vector<PlacedFile> const& files);

/// The inputs of earlier submissions that are not among `files`, relative to the session. None for kinds with
/// one input file.
Result<std::vector<std::string>> former_files(Session const& session, SignalName const& signal,
                                              std::vector<PlacedFile> const& files);

/// Each file appears whole or not at all; durable.
Result<void> place_files(Claim const& claim, Session const& session, std::vector<PlacedFile> const& files);

} // namespace artifactd
