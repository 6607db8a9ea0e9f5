#include "state/settle/document.hpp"

#include <cerrno>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

Result<void> check_kind(Stamp const& stamp, std::string const& name, std::uint64_t limit) {
  if (!S_ISREG(stamp.mode)) return fail(Fault::unsafe, name + " is not a regular file");
  if (stamp.links > 1)
    return fail(Fault::unsafe,
                fmt::format("{} has {} hard links; replacing it would split them", name, stamp.links));
  if (stamp.size > limit)
    return fail(Fault::too_large,
                fmt::format("{} has {} bytes, more than the limit of {}", name, stamp.size, limit));
  return {};
}

} // namespace

bool written_since(Stamp const& document, Stamp const& refused) noexcept {
  return document.modified_ns > refused.changed_ns;
}

Result<Edition> read_edition(int directory, std::string const& name, std::uint64_t limit, BufferPool& pool,
                             BudgetShare* memory) {
  auto const before = TRY(stamp_at(directory, name));
  TRY(check_kind(before, name, limit)); // before open: a device must never be opened
  auto file = TRY(open_beneath(directory, name, O_RDONLY | O_NONBLOCK));
  if (memory != nullptr) TRY(memory->add(before.size));
  auto bytes = pool.take(before.size + 1);
  std::size_t filled = 0;
  while (filled < before.size) {
    auto got = ::read(file.get(), bytes.data() + filled, bytes.capacity() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(errno_error("read", name));
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  // Another file that was put in its place before it was opened has another stamp, too.
  if (filled != before.size || !untouched(before, TRY(stamp_of(file.get()))))
    return fail(Fault::changed, name + " changed while it was read");
  bytes.set_length(filled);
  return Edition{before, std::move(bytes)};
}

} // namespace artifactd
