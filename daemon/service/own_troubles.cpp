#include "daemon/service/own_troubles.hpp"

#include "daemon/status/short_disk.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>

namespace artifactd {

std::vector<std::string> own_troubles(Config const& config, Journal const& journal,
                                      ControlDesk const& control, WebDoor const& web) {
  std::vector<std::string> troubles;
  if (auto const why = journal.trouble()) {
    auto const remedy = disk_remedy(*why, config.state_dir);
    troubles.push_back(fmt::format("the journal cannot be written, and events are lost: {}{}",
                                   printable(*why), remedy ? remedy->clause() : ""));
  }
  if (!control.trouble().empty())
    troubles.push_back(fmt::format("there is no control socket: {}", printable(control.trouble())));
  if (!web.trouble().empty())
    troubles.push_back(fmt::format("the page is not served: {}", printable(web.trouble())));
  return troubles;
}

} // namespace artifactd
