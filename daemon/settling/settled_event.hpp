// The outcome of settling a signal, as the journal keeps it, watchers receive it and the log shows it. None
// contains what an agent wrote: findings are given by code, tier, file and line. Their messages may quote
// artifacts, so the journal takes them only if the configuration says so.
#pragma once

#include "daemon/status/activity_event.hpp"
#include "state/journal/journal.hpp"
#include "state/settle/settle_report.hpp"

#include <string>

namespace artifactd {

enum class JournalContent : std::uint8_t { codes, messages };

[[nodiscard]] Event journal_event(std::string const& session, SignalEnd const& end, JournalContent content);

[[nodiscard]] ActivityEvent activity_event(Kinds const& kinds, std::string const& session,
                                           SignalEnd const& end);

void log_end(std::string const& session, SignalEnd const& end);

} // namespace artifactd
