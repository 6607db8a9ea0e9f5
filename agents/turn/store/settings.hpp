// Settings that are stored with the stories, because they describe how the stories are stored.
#pragma once

#include "agents/turn/store/store.hpp"
#include "agents/turn/story.hpp"

#include <optional>

namespace artifactd::turn {

struct Setting {
  std::string value;
  Time updated_at = 0;
};

/// std::nullopt if it was never set.
Result<std::optional<Setting>> setting(Store const& store, std::string const& name);
Result<void> set_setting(Store const& store, std::string const& name, std::string const& value, Time at);

} // namespace artifactd::turn
