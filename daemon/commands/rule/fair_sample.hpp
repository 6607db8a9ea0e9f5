// A sample of the files of many folders: if there are more than wanted, equally many of each folder, at even
// distances, so that a large part of a tree does not crowd out another.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace artifactd {

class FairSample {
public:
  /// Holds at most twice as many at any time.
  explicit FairSample(std::size_t most) : most_(most) {}

  /// The files of one folder, in the order of the result.
  void add(std::vector<std::string> files);
  /// Folder by folder, in the order added.
  [[nodiscard]] std::vector<std::string> take();

private:
  void thin(std::size_t most);

  std::size_t most_;
  std::size_t held_ = 0;
  std::vector<std::vector<std::string>> folders_; ///< none is empty
};

/// Keeps `count` of the values at even distances, including the first; all if there are no more.
template <class Value>
void keep_evenly(std::vector<Value>& values, std::size_t count) {
  auto const all = values.size();
  if (all <= count) return;
  for (std::size_t i = 1; i < count; ++i)
    if (auto const from = i * all / count; from != i) values[i] = std::move(values[from]);
  values.resize(count);
}

} // namespace artifactd
