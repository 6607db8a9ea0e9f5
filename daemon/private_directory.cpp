#include "daemon/private_directory.hpp"

#include <filesystem>

namespace artifactd {

Result<void> make_private_directory(std::string const& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return fail(errno_error("mkdir", path, error.value()));
  return {};
}

} // namespace artifactd
