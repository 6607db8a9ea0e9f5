// A long list, page by page: at most `limit` rows from the row with the number `after` on.
#pragma once

#include "daemon/api/web_question.hpp"

#include <algorithm>
#include <cstddef>

namespace artifactd {

struct WebPage {
  std::size_t limit = 0;
  std::size_t after = 0;

  /// Adds `total` and, unless this is the last page, `next`.
  void close(Json& json, std::size_t total) const {
    json["total"] = total;
    if (after < total && limit < total - after) json["next"] = after + limit;
  }
  /// Leaves only the rows of this page in the list of that name.
  void cut(Json& json, char const* list) const {
    auto const total = json[list].size();
    auto rows = Json::array();
    for (auto i = begin(total); i < end(total); ++i)
      rows.push_back(std::move(json[list][i]));
    json[list] = std::move(rows);
    close(json, total);
  }
  [[nodiscard]] std::size_t begin(std::size_t total) const { return std::min(after, total); }
  [[nodiscard]] std::size_t end(std::size_t total) const {
    return begin(total) + std::min(limit, total - begin(total));
  }
};

/// The parameters `limit` (1 to 1000, usually 100) and `after` (usually 0).
[[nodiscard]] inline Result<WebPage> page_of(WebQuestion const& question) {
  auto const limit = TRY(question.number("limit", 100, 1, 1000));
  auto const after = TRY(question.number("after", 0, 0, INT64_MAX));
  return WebPage{static_cast<std::size_t>(limit), static_cast<std::size_t>(after)};
}

} // namespace artifactd
