// What artifactd did and is doing, as Prometheus scrapes it (docs/metrics.md). Names and labels are stable.
// Labels never hold names of sessions, agents or signals: their number has no bound. Safe from any thread.
#pragma once

#include "daemon/model/counted_source.hpp"
#include "daemon/status/status_board.hpp"
#include "state/settle/settle_report.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace artifactd {

class Metrics {
public:
  explicit Metrics(std::string_view version);
  ~Metrics();
  Metrics(Metrics const&) = delete;
  Metrics& operator=(Metrics const&) = delete;

  /// A signal's end, with the time of its steps.
  void count(SignalEnd const& end);
  /// A call of a model, with the attempts that it took.
  void count(CallEnd const& end);

  /// The text exposition format, 0.0.4; the state of the moment is that of the board.
  [[nodiscard]] std::string exposition(Board const& board);

private:
  struct Families;
  std::unique_ptr<Families> families_;
};

} // namespace artifactd
