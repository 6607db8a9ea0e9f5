#include "agents/model/endpoint/secret.hpp"

#include "state/platform/fd.hpp"
#include "state/session/atomic_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/core.h>

namespace artifactd::model {

namespace {

Result<std::string> key_file_bytes(KeySource const& source) {
  if (source.kind == KeySource::Kind::credential) {
    auto const* directory = std::getenv("CREDENTIALS_DIRECTORY");
    if (directory == nullptr)
      return fail(Fault::missing,
                  fmt::format("credential {}: CREDENTIALS_DIRECTORY is not set", source.name));
    auto const opened = TRY(open_trusted_directory(directory));
    return read_file(opened.get(), source.name, longest_key);
  }
  // O_NONBLOCK: a FIFO in its place must not block the call.
  UniqueFd const file(::open(source.name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!file) return fail(errno_error("open", source.name));
  return read_whole(file.get(), source.name, longest_key);
}

} // namespace

std::string Secret::struck_from(std::string text) const {
  if (text_.empty()) return text;
  constexpr std::string_view instead = "[key]";
  std::string clean;
  std::size_t from = 0;
  for (std::size_t at = 0; (at = text.find(text_, from)) != std::string::npos; from = at + text_.size())
    clean.append(text, from, at - from).append(instead);
  return from == 0 ? std::move(text) : clean.append(text, from);
}

Result<Secret> read_key(KeySource const& source) {
  if (source.kind == KeySource::Kind::none) return Secret();
  auto bytes = key_file_bytes(source);
  if (!bytes) return fail(std::move(bytes).error().within("reading the key"));
  while (bytes->ends_with('\n') || bytes->ends_with('\r'))
    bytes->pop_back();
  if (bytes->empty())
    return fail(Fault::invalid, fmt::format("reading the key: {}: it is empty", source.name));
  if (!std::ranges::all_of(*bytes, [](char c) { return c > ' ' && c <= '~'; }))
    return fail(Fault::invalid, fmt::format("reading the key: {}: it holds more than one word", source.name));
  return Secret(*std::move(bytes));
}

} // namespace artifactd::model
