// Errors as shown to models: a numbered list, so that replies refer to them by number and need not repeat
// them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

namespace artifactd::editor {

inline constexpr std::size_t most_errors_told = 100;

/// What is wrong with a change's `errorsAddressed`; `at` is the change's pointer in the reply.
[[nodiscard]] std::vector<std::string> addressing_faults(nlohmann::ordered_json const& change,
                                                         std::string const& at,
                                                         std::span<std::string const> errors);

/// The texts of the errors a change addresses.
[[nodiscard]] std::vector<std::string> errors_addressed(nlohmann::ordered_json const& change,
                                                        std::span<std::string const> errors);

} // namespace artifactd::editor
