#include "daemon/service/bar_below_log.hpp"

namespace artifactd {

namespace {

ProgressForm form_beside(LogFormat format) {
  return format == LogFormat::text && log_reader() == LogReader::person ? progress_on_terminal()
                                                                        : ProgressForm::none;
}

} // namespace

BarBelowLog::BarBelowLog(LogFormat format) {
  auto const form = form_beside(format);
  if (form != ProgressForm::none) log_over_bar(erase_bar);
  printer_.emplace(form);
}

BarBelowLog::~BarBelowLog() {
  printer_.reset();
  log_over_bar("");
}

} // namespace artifactd
