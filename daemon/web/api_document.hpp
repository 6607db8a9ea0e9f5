// The description of the API that it serves itself (OpenAPI 3.1).
#pragma once

#include <string>

namespace artifactd::web {

[[nodiscard]] std::string const& api_document();

} // namespace artifactd::web
