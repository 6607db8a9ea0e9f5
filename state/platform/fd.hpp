// Owned and borrowed file descriptors, and the only ways this code base opens a path. A parameter `int fd` is
// borrowed for the call; UniqueFd owns. Every open is CLOEXEC, relative to a directory descriptor and
// confined to it: no symlink, no `..` upwards, no other mount (openat2
// RESOLVE_BENEATH|NO_SYMLINKS|NO_MAGICLINKS|NO_XDEV). A link, a mount or an escape on the way is
// Fault::unsafe, never followed.
#pragma once

#include "state/platform/result.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace artifactd {

class UniqueFd {
public:
  UniqueFd() noexcept = default;
  explicit UniqueFd(int fd) noexcept : fd_(fd) {}
  UniqueFd(UniqueFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~UniqueFd() { reset(); }

  [[nodiscard]] int get() const noexcept { return fd_; }
  explicit operator bool() const noexcept { return fd_ >= 0; }
  void reset() noexcept;

private:
  int fd_ = -1;
};

/// A descriptor that this object owns, or one that its maker keeps open for longer.
class HeldFd {
public:
  HeldFd(UniqueFd owned) noexcept : owned_(std::move(owned)), fd_(owned_.get()) {}
  explicit HeldFd(int kept_open) noexcept : fd_(kept_open) {}

  [[nodiscard]] int get() const noexcept { return fd_; }

private:
  UniqueFd owned_;
  int fd_;
};

/// Opens `path` beneath `directory` with `flags` (O_CLOEXEC is added). Never blocks on a FIFO if O_NONBLOCK
/// is among the flags.
Result<UniqueFd> open_beneath(int directory, std::string const& path, int flags, mode_t mode = 0);

/// Opens a directory beneath `directory`; "." reopens the directory itself with a fresh file description.
Result<UniqueFd> open_directory(int directory, std::string const& path);

/// Opens a directory named by a person (command line, configuration): symlinks in this path are followed.
Result<UniqueFd> open_trusted_directory(std::string const& path);

/// The current path of an open directory, links resolved; std::nullopt without /proc. Only for people and for
/// the journal: all operations go through the descriptor.
std::optional<std::string> path_of(int directory);

struct ParentAndName {
  std::string parent; ///< for open_directory(): "." for a name alone
  std::string name;
};
[[nodiscard]] ParentAndName split_path(std::string const& path);

enum class Visit : bool { next, enough };

/// `as_opened`: nobody has listed it through this descriptor, which saves a system call.
enum class Listing : std::uint8_t { again, as_opened };

/// Visits every name in a directory except "." and "..", in no order. A listing error is an Error, never the
/// end of the list.
Result<void> each_name(int directory, std::function<Visit(char const*)> const& visit,
                       Listing listing = Listing::again);

/// The names in a directory except "." and "..", in no order. A listing error is an Error, never a short
/// list; more than `limit` names is Fault::too_large.
Result<std::vector<std::string>> list_directory(int directory, std::size_t limit,
                                                Listing listing = Listing::again);

/// Makes the metadata of `directory` (its names) durable.
Result<void> sync_directory(int directory);

} // namespace artifactd
