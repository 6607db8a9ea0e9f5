// How to continue reading after a fault: what the text most likely should have been there. Answers only if
// one reading is clearly meant, since a wrong guess would report faults that nobody made.
#pragma once

#include "state/json/mistake.hpp"

namespace artifactd::json {

/// Replaces the bytes in [begin, end) with `text`. Neither removes nor adds a line break.
struct Cure {
  std::size_t begin;
  std::size_t end;
  std::string text;
};

[[nodiscard]] std::optional<Cure> cure_for(Scene const& scene);

} // namespace artifactd::json
