// The files behind a signal as they are now: names, sizes and texts, for showing and editing them.
#pragma once

#include "state/json/json_text.hpp"
#include "state/session/session.hpp"
#include "state/settle/attempts.hpp"

#include <string>
#include <vector>

namespace artifactd {

/// Every existing file of the work, by its path relative to the session.
[[nodiscard]] Result<std::vector<std::string>> work_files(Session const& session, SignalName const& signal);

struct WorkFile {
  std::string path; ///< relative to the session
  Stamp stamp;

  /// Without its directory; of a document its path.
  [[nodiscard]] std::string name() const;
};

/// With their stamps; one that goes meanwhile is left out.
[[nodiscard]] Result<std::vector<WorkFile>> list_work(Session const& session, SignalName const& signal);

/// Changes when one of the files is written, replaced, added or removed.
[[nodiscard]] std::string version_of(std::vector<WorkFile> const& files);
[[nodiscard]] std::string version_of(WorkFile const& file);

struct WorkText {
  WorkFile file;
  std::string text;       ///< of a compressed file: unpacked
  bool is_text = true;    ///< false: it is not UTF-8, and `text` shows it printably
  bool is_packed = false; ///< compressed
};

/// Fault::missing if the work has no file of that name, Fault::too_large beyond 4 MiB.
[[nodiscard]] Result<WorkText> work_text(Session const& session, SignalName const& signal,
                                         std::string const& name);

/// The findings of the last attempt that name this file.
[[nodiscard]] std::vector<Finding> findings_about(AttemptLog const& log, std::string const& path);

} // namespace artifactd
