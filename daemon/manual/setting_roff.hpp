// The settings of the configuration in roff, from the reference configuration with its comments.
#pragma once

#include <string>
#include <string_view>

namespace artifactd {

/// `reference`: the text of systemd/artifactd.toml. A subsection for each table, with its settings and what
/// the comments say about them.
[[nodiscard]] std::string setting_sections(std::string_view reference);

} // namespace artifactd
