#include "daemon/config/common_options.hpp"

#include "daemon/process/version.hpp"

#include <fmt/core.h>

namespace artifactd {

void common_options(CLI::App& app, ConfigSource& source, std::string_view commit) {
  app.set_version_flag("--version", fmt::format("{} {} ({})", app.get_name(), version_text, commit));
  app.add_option("--config", source.file, "configuration file")
      ->type_name("FILE")
      ->envname("ARTIFACTD_CONFIG");
  app.add_option("--root", source.roots, "one more root, with sessions directly below it")->type_name("DIR");
}

} // namespace artifactd
