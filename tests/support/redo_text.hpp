// A record of the redo file as it is written, in one piece.
#pragma once

#include "state/settle/redo_record.hpp"

#include <string>

namespace artifactd::test {

[[nodiscard]] inline std::string redo_text(Redo const& record) {
  std::string text;
  for (auto const piece : redo_pieces(record).pieces)
    text += piece;
  return text;
}

} // namespace artifactd::test
