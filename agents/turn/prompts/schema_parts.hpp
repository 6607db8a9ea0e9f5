// The parts that the schemas of replies consist of. Members have a fixed order: a prompt contains its schema,
// and a recorded reply matches only the same bytes.
#pragma once

#include "state/json/json_text.hpp"

namespace artifactd::turn {

/// {type}
[[nodiscard]] Json typed_schema(std::string_view type);
/// {enum}
[[nodiscard]] Json words_schema(Json words);
/// A text that is not empty: {type, minLength, maxLength}
[[nodiscard]] Json text_schema(std::size_t longest);
/// {type, minimum, maximum}
[[nodiscard]] Json whole_schema(int least, int most);
/// {type, maxItems, items}
[[nodiscard]] Json list_schema(std::size_t most, Json items);
/// {type, required, properties}; without `required` if nothing is.
[[nodiscard]] Json object_schema(Json properties, Json required = nullptr);

} // namespace artifactd::turn
