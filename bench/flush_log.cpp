#include "bench/flush_log.hpp"

#include "bench/counters/flush_entries.hpp"
#include "state/platform/fd.hpp"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace artifactd::bench {

struct FlushLog::Entries : FlushEntries {};

FlushLog::FlushLog(std::string const& path) {
  UniqueFd const file(::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  if (!file || ::ftruncate(file.get(), sizeof(Entries)) != 0)
    throw std::system_error(errno, std::system_category(), path);
  auto* const place = ::mmap(nullptr, sizeof(Entries), PROT_READ, MAP_SHARED, file.get(), 0);
  if (place == MAP_FAILED) throw std::system_error(errno, std::system_category(), path);
  entries_ = static_cast<Entries const*>(place);
  ::setenv(flush_times_variable, path.c_str(), 1);
  ::setenv("LD_PRELOAD", FLUSH_TIMES_LIBRARY, 1);
}

FlushLog::~FlushLog() {
  ::unsetenv("LD_PRELOAD");
  ::unsetenv(flush_times_variable);
  ::munmap(const_cast<Entries*>(entries_), sizeof(Entries));
}

double FlushLog::seconds_between(Moment begin, Moment end) const {
  std::vector<std::pair<Moment, Moment>> flushes;
  auto const count = std::min<std::size_t>(entries_->count, entries_->flushes.size());
  for (std::size_t i = 0; i < count; ++i) {
    auto const& each = entries_->flushes[i];
    flushes.emplace_back(std::max(begin, Moment(std::chrono::nanoseconds(each.begin))),
                         std::min(end, Moment(std::chrono::nanoseconds(each.end.load()))));
  }
  std::ranges::sort(flushes);
  Duration sum{};
  auto counted = begin;
  for (auto const& [from, to] : flushes) {
    if (to <= counted) continue;
    sum += to - std::max(from, counted);
    counted = to;
  }
  return std::chrono::duration<double>(sum).count();
}

} // namespace artifactd::bench
