// The grammar of RFC 8259 as one loop over token starts: what may follow what, how deep, and where the
// members of the outermost object are.
#pragma once

#include "state/json/scan.hpp"
#include "state/json/token_starts.hpp"

#include <expected>
#include <string_view>

namespace artifactd::json {

/// scan() with a given classifier, so that tests can compare them.
[[nodiscard]] std::expected<Document, Broken> scan_with(Classifier classifier, std::string_view text,
                                                        Limits limits = {});

/// Reads the whole text. Faults found by `starts` count too; the first one in the text is returned.
[[nodiscard]] std::expected<Document, Broken> read_document(std::string_view text, TokenStarts& starts,
                                                            Limits limits);

} // namespace artifactd::json
