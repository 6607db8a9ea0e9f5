// The files of the page, which are built into the program.
#pragma once

#include "daemon/web/http_request.hpp"
#include "daemon/web/http_response.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace artifactd::web {

struct PageFile {
  std::string_view path; ///< "/" or "/page/app.js"
  std::string_view type;
  std::string_view etag;
  std::string_view gzipped;
  std::size_t size; ///< unpacked
};

/// Empty if the program was built without the page. CMake makes this.
[[nodiscard]] std::span<PageFile const> page_files() noexcept;

/// std::nullopt if the request is for something else. They hold no data: no token is needed.
[[nodiscard]] std::optional<HttpResponse> page_answer(HttpRequest const& request);

/// Whether the page is asked for: a link of another site may open it.
[[nodiscard]] bool opens_page(HttpRequest const& request);

} // namespace artifactd::web
