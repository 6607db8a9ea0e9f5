// The options of `web` and `web token …`.
#pragma once

#include "daemon/commands/commands.hpp"

namespace artifactd {

struct WebOptions {
  enum class What : std::uint8_t { serve, add, list, revoke };
  What what = What::serve;
  unsigned port = 0;                       ///< of serve; 0: any that is free
  std::string name = {};                   ///< of the token
  std::string scope = "read";              ///< for add
  std::string session = {};                ///< for add, with scope agent
  std::string agent = {};                  ///< likewise
  std::optional<Duration> expires_in = {}; ///< for add
};

Exit web_command(Cli const& cli, WebOptions const& options);

} // namespace artifactd
