#include "daemon/settling/run_event.hpp"

#include "daemon/process/log.hpp"
#include "state/json/json_text.hpp"
#include "state/session/session_layout.hpp"

namespace artifactd {

void tell_run(Session const& session, SignalName const& signal, RunReport const& report, Journal& journal) {
  log_event(report.ending == RunEnding::submitted ? LogLevel::info : LogLevel::warning, "run",
            {{"session", session.shown()},
             {"signal", layout::signal(signal)},
             {"ended", run_ending_word(report.ending)},
             {"how", report.how},
             LogField::beside_text("agent", signal.name.str()),
             LogField::beside_text("kind", signal.kind.word())});
  if (report.ending == RunEnding::postponed) return; // nothing happened
  journal.append({.session = session.shown(),
                  .name = signal.name.str(),
                  .kind = std::string(signal.kind.word()),
                  .event = "run",
                  .outcome = std::string(run_ending_word(report.ending)),
                  .detail = compact(nlohmann::json{{"how", report.how}, {"log", report.log}})});
}

} // namespace artifactd
