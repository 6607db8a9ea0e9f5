#include "daemon/process/journal_sink.hpp"

#include "daemon/process/late_systemd.hpp"

#include <cstdio>
#include <fmt/core.h>
#include <spdlog/details/null_mutex.h>
#include <spdlog/sinks/base_sink.h>
#include <string>
#include <string_view>
#include <sys/uio.h>
#include <unistd.h>
#include <vector>

namespace artifactd {

namespace {

std::vector<std::string_view> lines_of(std::string_view entry) {
  std::vector<std::string_view> lines;
  while (!entry.empty()) {
    auto const end = std::min(entry.find('\n'), entry.size());
    lines.push_back(entry.substr(0, end));
    entry.remove_prefix(std::min(end + 1, entry.size()));
  }
  return lines;
}

bool sent(std::vector<std::string_view> const& lines) {
  // Without a journal, sd_journal_sendv() does nothing and says that all is well.
  if (::access("/run/systemd/journal/socket", W_OK) < 0) return false;
  std::vector<iovec> fields;
  for (auto line : lines)
    fields.push_back({const_cast<char*>(line.data()), line.size()});
  return sd_journal_sendv(fields.data(), static_cast<int>(fields.size())) == 0;
}

std::string_view value_of(std::vector<std::string_view> const& lines, std::string_view field) {
  for (auto line : lines)
    if (line.starts_with(field)) return line.substr(field.size());
  return {};
}

/// Without a mutex: what it calls is safe from any thread.
class JournalSink final : public spdlog::sinks::base_sink<spdlog::details::null_mutex> {
  void sink_it_(spdlog::details::log_msg const& message) override {
    auto const lines = lines_of({message.payload.data(), message.payload.size()});
    if (!sent(lines))
      fmt::print(stderr, "<{}>{}\n", value_of(lines, "PRIORITY="), value_of(lines, "MESSAGE="));
  }
  void flush_() override {}
};

} // namespace

std::shared_ptr<spdlog::sinks::sink> journal_sink() {
  return std::make_shared<JournalSink>();
}

} // namespace artifactd
