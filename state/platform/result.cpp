#include "state/platform/result.hpp"

#include <cerrno>
#include <fmt/core.h>
#include <system_error>

namespace artifactd {

namespace {

Fault fault_of(int code) noexcept {
  switch (code) {
  case ENOSPC:
  case EDQUOT:
    return Fault::no_space;
  case EMFILE:
  case ENFILE:
  case ENOMEM:
    return Fault::exhausted;
  case EACCES:
  case EPERM:
    return Fault::denied;
  case EROFS:
    return Fault::read_only;
  case ENOENT:
  case ENOTDIR:
    return Fault::missing;
  case EEXIST:
  case ENOTEMPTY:
    return Fault::exists;
  case EAGAIN:
  case EBUSY:
  case ETXTBSY:
    return Fault::busy;
  case ESTALE:
    return Fault::changed;
  case ELOOP:
  case EXDEV:
  case ENXIO:
  case ENODEV:
  case EISDIR:
    return Fault::unsafe;
  case ENOSYS:
  case EINVAL:
  case EOPNOTSUPP:
    return Fault::unsupported;
  case EFBIG:
  case EOVERFLOW:
  case ENAMETOOLONG:
    return Fault::too_large;
  default:
    return Fault::io;
  }
}

} // namespace

Error Error::within(std::string_view doing) && {
  return Error{fault, fmt::format("{}: {}", doing, message), code};
}

Error errno_error(std::string_view doing, std::string_view path, int code) {
  return Error{fault_of(code), fmt::format("{}: {}: {}", doing, path, std::system_category().message(code)),
               code};
}

Error errno_error(std::string_view doing, std::string_view path) {
  return errno_error(doing, path, errno);
}

} // namespace artifactd
