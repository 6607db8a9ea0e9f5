// The progress of work at the start of artifactd, as a bar below its log: only if the log is text and stderr
// a terminal. One at a time.
#pragma once

#include "daemon/process/log.hpp"
#include "daemon/terminal/progress_printer.hpp"

#include <optional>

namespace artifactd {

class BarBelowLog {
public:
  explicit BarBelowLog(LogFormat format);
  ~BarBelowLog();
  BarBelowLog(BarBelowLog const&) = delete;
  BarBelowLog& operator=(BarBelowLog const&) = delete;

  [[nodiscard]] OnProgress listener() { return printer_->listener(); }

private:
  std::optional<ProgressPrinter> printer_;
};

} // namespace artifactd
