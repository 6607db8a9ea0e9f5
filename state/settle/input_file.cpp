#include "state/settle/input_file.hpp"

#include "state/platform/fd.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/file_parts.hpp"

#include <cerrno>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

Finding file_finding(std::string code, std::string file, std::string message, std::string hint) {
  Finding finding;
  finding.code = std::move(code);
  finding.file = std::move(file);
  finding.message = std::move(message);
  finding.hint = std::move(hint);
  return finding;
}

std::optional<Finding> blame(Error const& error, std::string const& path, std::string_view what) {
  if (error.code == ELOOP)
    return file_finding(what == "directory" ? "dir.symlink" : "file.symlink", path,
                        fmt::format("the {} is a symbolic link", what),
                        fmt::format("Replace the link with a real {}; links are never followed.", what));
  if (error.code == EXDEV)
    return file_finding("file.foreign_mount", path, fmt::format("the {} lies on another file system", what),
                        "Write it into the session directory itself.");
  if (error.code == ENXIO || error.code == ENODEV || error.code == EISDIR)
    return file_finding("file.not_regular", path, "it is not a regular file",
                        "Replace it with a regular file that has the text in it.");
  return std::nullopt;
}

Error unreadable(Error error, std::string const& path, InputPlace const& place) {
  return error.code == EACCES ? input_denied(error, path, place) : std::move(error).within("reading " + path);
}

std::optional<Finding> wrong_kind(Stamp const& stamp, std::string const& path) {
  if (S_ISLNK(stamp.mode)) return blame(Error{Fault::unsafe, "", ELOOP}, path, "file");
  if (!S_ISREG(stamp.mode)) return blame(Error{Fault::unsafe, "", ENXIO}, path, "file");
  if (stamp.links > 1)
    return file_finding("file.hard_link", path, fmt::format("the file has {} hard links", stamp.links),
                        "Write the content into a file of its own; a linked file could change elsewhere.");
  return std::nullopt;
}

Result<std::string> read_steadily(int directory, std::string const& name, Stamp const& listed) {
  auto file = TRY(open_beneath(directory, name, O_RDONLY | O_NONBLOCK));
  auto bytes = TRY(read_part(file.get(), name, 0, listed.size + 1, listed.size)); // one more shows growth
  if (bytes.size() != listed.size || !TRY(begins_with(file.get(), name, bytes)))
    return fail(Fault::changed, name + " changed while it was read");
  return bytes;
}

Error not_entered(Error error, int directory, std::string const& path) {
  if (error.code != EACCES) return error;
  for (auto slash = path.find('/');; slash = path.find('/', slash + 1)) {
    auto const passed = path.substr(0, slash);
    auto const rights = slash == path.npos ? R_OK | X_OK : X_OK;
    auto const stamp = stamp_at(directory, passed);
    if (stamp && S_ISDIR(stamp->mode) && ::faccessat(directory, passed.c_str(), rights, AT_EACCESS) < 0)
      return input_denied(error, passed, {directory, passed, *stamp});
    if (slash == path.npos) return error;
  }
}

Result<std::optional<InputFile>> read_input(int directory, std::string const& name, std::string const& path,
                                            std::uint64_t limit) {
  auto stamp = stamp_at(directory, name);
  if (!stamp && stamp.error().fault == Fault::missing) return std::nullopt;
  if (!stamp) return fail(not_entered(std::move(stamp).error(), directory, name));
  InputFile input{*stamp, "", wrong_kind(*stamp, path)};
  if (!input.finding && stamp->size > limit) {
    input.finding = file_finding("file.too_large", path, fmt::format("the file has {} bytes", stamp->size),
                                 "Write less; submitted files have to be read whole.");
    input.finding->expected = fmt::format("at most {} bytes", limit);
    input.finding->found = fmt::format("{} bytes", stamp->size);
  }
  if (input.finding) return input;
  auto bytes = read_steadily(directory, name, *stamp);
  auto const now = TRY(unless_missing(stamp_at(directory, name)));
  if (bytes && (!now || !untouched(*now, *stamp)))
    bytes = fail(Fault::changed, name + " was replaced while it was read");
  if (bytes) {
    input.bytes = *std::move(bytes);
  } else if (auto finding = blame(bytes.error(), path, "file")) {
    input.finding = std::move(finding);
  } else {
    auto error = std::move(bytes).error();
    if (error.fault == Fault::missing || error.fault == Fault::too_large) error.fault = Fault::changed;
    return fail(unreadable(std::move(error), path, {directory, name, *stamp}));
  }
  return input;
}

} // namespace artifactd
