#include "daemon/process/given_socket.hpp"

#include "daemon/process/late_systemd.hpp"

#include <cstdlib>
#include <span>

namespace artifactd {

std::optional<UniqueFd> given_socket(std::string_view name) {
  std::optional<UniqueFd> found;
  if (std::getenv("LISTEN_FDS") == nullptr) return found;
  char** names = nullptr;
  auto const count = sd_listen_fds_with_names(0, &names);
  if (count <= 0) return found;
  int descriptor = SD_LISTEN_FDS_START;
  for (auto* each : std::span(names, static_cast<std::size_t>(count))) {
    if (!found && each == name) found.emplace(descriptor);
    ++descriptor;
    std::free(each);
  }
  std::free(static_cast<void*>(names));
  return found;
}

} // namespace artifactd
