#include "bench/durable_copy.hpp"

#include "state/platform/clock.hpp"
#include "state/platform/fd.hpp"

#include <algorithm>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd::bench {

double copy_durably(std::string const& session) {
  thread_local std::vector<char> buffer; // reused, as a merge reuses its pool
  auto from = session + "/knowledge-graph.json";
  auto to = session + "/copy.tmp";
  auto begin = Monotonic::now();
  UniqueFd in(::open(from.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status{};
  ::fstat(in.get(), &status);
  auto size = static_cast<std::size_t>(status.st_size);
  if (buffer.size() < size) buffer.resize(size);
  std::size_t filled = 0;
  for (ssize_t got = 1; filled < size && got > 0;
       filled += static_cast<std::size_t>(std::max<ssize_t>(got, 0)))
    got = ::read(in.get(), buffer.data() + filled, size - filled);
  UniqueFd out(::open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  for (std::size_t written = 0; written < filled;) {
    auto put = ::write(out.get(), buffer.data() + written, filled - written);
    if (put <= 0) break;
    written += static_cast<std::size_t>(put);
  }
  ::fsync(out.get());
  ::rename(to.c_str(), (session + "/copy.json").c_str()); // replaces the previous copy
  UniqueFd directory(::open(session.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  ::fsync(directory.get());
  return std::chrono::duration<double>(Monotonic::now() - begin).count();
}

double median(std::vector<double> values) {
  return quantile(std::move(values), 0.5);
}

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return values[std::min(values.size() - 1,
                         static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}

} // namespace artifactd::bench
