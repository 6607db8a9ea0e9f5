// Moves the elements of one list to the end of another.
#pragma once

#include <algorithm>
#include <iterator>
#include <vector>

namespace artifactd::turn {

template <class T>
void append(std::vector<T>& all, std::vector<T> more) {
  std::ranges::move(more, std::back_inserter(all));
}

} // namespace artifactd::turn
