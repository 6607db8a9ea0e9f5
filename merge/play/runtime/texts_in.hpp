// Walks over the texts inside a value.
#pragma once

#include "merge/game/values/value.hpp"

#include <string>

namespace artifactd::play {

using game::Value;

/// The value with each text replaced by the result of `rewrite`.
template <class Rewrite>
Value rewritten(Value const& value, Rewrite const& rewrite) {
  if (value.is_string()) return rewrite(value.get_ref<std::string const&>());
  if (!value.is_structured()) return value;
  Value result = value;
  for (auto& part : result)
    part = rewritten(part, rewrite);
  return result;
}

/// Calls `visit` with each text, including those in members, but not the members' names.
template <class Visit>
void each_text(Value const& value, Visit const& visit) {
  if (value.is_string()) visit(value.get_ref<std::string const&>());
  if (value.is_structured())
    for (auto const& part : value)
      each_text(part, visit);
}

} // namespace artifactd::play
