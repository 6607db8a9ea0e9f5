// How to read on behind a fault: what the text most likely should have said there. Answers only where one
// reading is plainly meant, since a wrong guess would report faults that nobody made.
#pragma once

#include "state/json/mistake.hpp"

namespace artifactd::json {

/// `text` in place of the bytes from `begin` to before `end`. Takes away and adds no line break.
struct Cure {
  std::size_t begin;
  std::size_t end;
  std::string text;
};

[[nodiscard]] std::optional<Cure> cure_for(Scene const& scene);

} // namespace artifactd::json
