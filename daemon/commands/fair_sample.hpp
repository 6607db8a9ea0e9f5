// A sample of the files of many folders: where there are more than are wanted, as many of each folder as of
// the others, at even distances, so that no part of a tree is left out because another one is large.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace artifactd {

class FairSample {
public:
  /// Holds at most twice as many at any time.
  explicit FairSample(std::size_t most) : most_(most) {}

  /// A folder's, in the order they are to be given.
  void add(std::vector<std::string> files);
  /// Folder by folder as they came.
  [[nodiscard]] std::vector<std::string> take();

private:
  void thin(std::size_t most);

  std::size_t most_;
  std::size_t held_ = 0;
  std::vector<std::vector<std::string>> folders_; ///< none is empty
};

/// So many of the values at even distances, the first among them; all where they are no more.
template <class Value>
void keep_evenly(std::vector<Value>& values, std::size_t count) {
  auto const all = values.size();
  if (all <= count) return;
  for (std::size_t i = 1; i < count; ++i)
    if (auto const from = i * all / count; from != i) values[i] = std::move(values[from]);
  values.resize(count);
}

} // namespace artifactd
