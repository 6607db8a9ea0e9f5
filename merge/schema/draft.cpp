#include "merge/schema/draft.hpp"

#include <algorithm>
#include <array>

namespace artifactd {

namespace {

struct Named {
  std::string_view place; ///< without scheme and fragment
  std::string_view word;
};

constexpr std::array drafts = {
    Named{"json-schema.org/draft-07/schema", "draft 7"},
    Named{"json-schema.org/draft/2019-09/schema", "2019-09"},
    Named{"json-schema.org/draft/2020-12/schema", "2020-12"},
};

} // namespace

std::optional<Draft> draft_named(std::string_view uri) noexcept {
  if (uri.ends_with('#')) uri.remove_suffix(1);
  for (std::string_view scheme : {"https://", "http://"})
    if (uri.starts_with(scheme)) uri.remove_prefix(scheme.size());
  auto const* found = std::ranges::find(drafts, uri, &Named::place);
  if (found == drafts.end()) return std::nullopt;
  return static_cast<Draft>(found - drafts.begin());
}

std::string_view draft_word(Draft draft) noexcept {
  return drafts[static_cast<std::size_t>(draft)].word;
}

} // namespace artifactd
