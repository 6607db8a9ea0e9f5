// Where callers get their models: by the configured key, and charged to a spender's accounts.
#pragma once

#include "agents/model/budget.hpp"
#include "state/platform/result.hpp"

#include <functional>
#include <memory>
#include <string_view>

namespace artifactd::model {

/// Fault::missing for a key that is not configured.
using ModelSource =
    std::function<Result<std::unique_ptr<Model>>(std::string_view key, Spender const& spender)>;

} // namespace artifactd::model
