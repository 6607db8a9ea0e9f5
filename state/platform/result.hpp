// How failures are reported. A failure the caller is expected to handle is an Error inside a Result;
// exceptions are for bugs and for libraries, and are caught in one place per library. An Error says what
// could not be determined or done; a verdict on somebody's content is never an Error (see finding.hpp).
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace artifactd {

/// The kind of failure: the part of an Error that callers branch on.
enum class Fault : std::uint8_t {
  io,          ///< the device or the file system failed
  no_space,    ///< ENOSPC, EDQUOT
  exhausted,   ///< descriptors or memory: EMFILE, ENFILE, ENOMEM
  denied,      ///< EACCES, EPERM
  forbidden,   ///< the operator's settings do not allow it
  read_only,   ///< EROFS
  missing,     ///< ENOENT, ENOTDIR
  exists,      ///< EEXIST, ENOTEMPTY
  busy,        ///< somebody else holds it; try again later
  changed,     ///< it was altered while we looked; retry soon
  unsafe,      ///< following the path would leave the session, or it is not a regular file or directory
  unsupported, ///< this kernel or file system cannot do it
  invalid,     ///< a text that does not parse
  too_large,   ///< beyond a configured limit
};

struct Error {
  Fault fault;
  std::string message;
  int code = 0; ///< errno if there was one

  /// The same error prefixed with what was being done: "merging a: read: No space left on device".
  [[nodiscard]] Error within(std::string_view doing) &&;
};

/// An Error from errno (or the given code): "<doing>: <path>: <strerror>".
[[nodiscard]] Error errno_error(std::string_view doing, std::string_view path, int code);
[[nodiscard]] Error errno_error(std::string_view doing, std::string_view path);

template <class T>
using Result = std::expected<T, Error>;

[[nodiscard]] inline std::unexpected<Error> fail(Error error) {
  return std::unexpected(std::move(error));
}
[[nodiscard]] inline std::unexpected<Error> fail(Fault fault, std::string message) {
  return std::unexpected(Error{fault, std::move(message)});
}

/// std::nullopt instead of Fault::missing, where it is no failure that something does not exist.
template <class T>
[[nodiscard]] Result<std::optional<T>> unless_missing(Result<T> found) {
  if (found) return std::optional<T>(*std::move(found));
  if (found.error().fault == Fault::missing) return std::nullopt;
  return fail(std::move(found).error());
}

namespace detail {
template <class T, class E>
T take(std::expected<T, E>&& result) {
  return std::move(*result);
}
template <class E>
void take(std::expected<void, E>&&) {}
} // namespace detail

} // namespace artifactd

/// Evaluates to the value of a Result, or of any other std::expected, or returns its error from the enclosing
/// function.
#define TRY(expression) TRY_NUMBERED(expression, __COUNTER__)
#define TRY_NUMBERED(expression, number)                                                                     \
  TRY_NAMED(expression, number) // expands __COUNTER__, so TRYs can nest
#define TRY_NAMED(expression, number)                                                                        \
  __extension__({                                                                                            \
    auto try_result_##number = (expression);                                                                 \
    if (!try_result_##number) return ::std::unexpected(::std::move(try_result_##number).error());            \
    ::artifactd::detail::take(::std::move(try_result_##number));                                             \
  })
