#include "daemon/terminal/workbench.hpp"

#include "state/platform/identity.hpp"
#include "state/session/atomic_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace artifactd {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest = 16u << 20; ///< of a file to be edited: artifacts are far smaller

struct Original {
  std::string bytes;
  Stamp stamp;
};

/// std::nullopt if there is no such file.
Result<std::optional<Original>> read_original(Session const& session, std::string const& file) {
  auto opened = open_beneath(session.directory(), file, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  if (!opened && opened.error().fault == Fault::missing) return std::nullopt;
  if (!opened) return fail(std::move(opened).error());
  auto stamp = TRY(stamp_of(opened->get()));
  return Original{TRY(read_whole(opened->get(), file, largest)), stamp};
}

/// The edited text; std::nullopt if the editor deleted the file.
Result<std::optional<std::string>> read_copy(fs::path const& path) {
  UniqueFd file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!file && errno == ENOENT) return std::nullopt;
  if (!file) return fail(errno_error("open", path.string()));
  return TRY(read_whole(file.get(), path.string(), largest));
}

Result<void> write_copy(fs::path const& path, std::string_view bytes) {
  UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file) return fail(errno_error("create", path.string()));
  return write_all(file.get(), bytes);
}

Result<void> put(Session const& session, std::string const& file, std::string const& bytes,
                 std::optional<Stamp> const& former) {
  if (former) return replace_file_like(session, file, bytes, *former);
  if (auto slash = file.rfind('/'); slash != file.npos)
    TRY(session.private_directory(file.substr(0, slash))); // made like all directories of the session
  return replace_file(session, file, bytes);
}

} // namespace

Result<Workbench> Workbench::make() {
  auto const* chosen = std::getenv("TMPDIR");
  auto path = std::string(chosen == nullptr || *chosen != '/' ? "/tmp" : chosen) + "/artifactctl-fix.XXXXXX";
  auto const code = answer_as_self([&] { return ::mkdtemp(path.data()) == nullptr ? errno : 0; });
  if (code != 0) return fail(errno_error("make", path, code));
  return Workbench(path);
}

Workbench::Workbench(Workbench&& other) noexcept
    : directory_(std::exchange(other.directory_, {})), copies_(std::move(other.copies_)) {}

Workbench::~Workbench() {
  std::error_code ignored;
  if (!directory_.empty()) as_self([&] { fs::remove_all(directory_, ignored); });
}

Result<std::string> Workbench::take(Session const& session, std::string const& file) {
  auto original = TRY(read_original(session, file));
  // Files in two directories may have the same name
  auto room = directory_ / std::to_string(copies_.size() + 1);
  auto path = room / fs::path(file).filename();
  TRY(answer_as_self([&]() -> Result<void> {
    if (::mkdir(room.c_str(), 0700) < 0) return fail(errno_error("make", room.string()));
    if (original) TRY(write_copy(path, original->bytes));
    return {};
  }));
  Copy copy{file, path, std::nullopt, std::nullopt};
  if (original) {
    copy.taken = std::move(original->bytes);
    copy.stamp = original->stamp;
  }
  copies_.push_back(std::move(copy));
  return path.string();
}

Result<std::vector<std::string>> Workbench::put_back(Session const& session) const {
  struct Edited {
    Copy const* copy;
    std::string bytes;
  };
  std::vector<Edited> edited;
  for (auto const& copy : copies_) {
    auto now = TRY(read_original(session, copy.file));
    if ((now ? std::optional(now->bytes) : std::nullopt) != copy.taken)
      return fail(Fault::changed, copy.file + " was changed by somebody else meanwhile");
    auto bytes = TRY(answer_as_self([&] { return read_copy(copy.path); }));
    if (bytes && bytes != copy.taken) edited.push_back({&copy, *std::move(bytes)});
  }
  std::vector<std::string> files;
  for (auto const& each : edited) {
    TRY(put(session, each.copy->file, each.bytes, each.copy->stamp));
    files.push_back(each.copy->file);
  }
  return files;
}

std::string Workbench::keep() noexcept {
  return std::exchange(directory_, {}).string();
}

} // namespace artifactd
