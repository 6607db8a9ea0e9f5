#include "daemon/process/given_socket.hpp"

#include <cstdlib>
#include <span>
#include <systemd/sd-daemon.h>

namespace artifactd {

std::optional<UniqueFd> given_socket(std::string_view name) {
  char** names = nullptr;
  auto const count = ::sd_listen_fds_with_names(0, &names);
  std::optional<UniqueFd> found;
  if (count <= 0) return found;
  int descriptor = SD_LISTEN_FDS_START;
  for (auto* each : std::span(names, static_cast<std::size_t>(count))) {
    if (!found && each == name) found.emplace(descriptor);
    ++descriptor;
    std::free(each);
  }
  std::free(names);
  return found;
}

} // namespace artifactd
