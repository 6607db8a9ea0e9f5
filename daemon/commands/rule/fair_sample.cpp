#include "daemon/commands/rule/fair_sample.hpp"

#include <algorithm>
#include <iterator>

namespace artifactd {

namespace {

/// The largest number per folder for which the total is at most `most`; at least one per folder.
std::size_t share_of(std::vector<std::size_t> sizes, std::size_t most) {
  std::ranges::sort(sizes);
  auto left = most;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    auto const share = left / (sizes.size() - i);
    if (sizes[i] > share) return share;
    left -= sizes[i];
  }
  return most;
}

} // namespace

void FairSample::add(std::vector<std::string> files) {
  if (files.empty()) return;
  held_ += files.size();
  folders_.push_back(std::move(files));
  if (held_ > 2 * most_) thin(most_);
}

void FairSample::thin(std::size_t most) {
  keep_evenly(folders_, most);
  std::vector<std::size_t> sizes;
  for (auto const& folder : folders_)
    sizes.push_back(folder.size());
  auto const share = share_of(std::move(sizes), most);
  held_ = 0;
  for (auto& folder : folders_) {
    keep_evenly(folder, share);
    held_ += folder.size();
  }
}

std::vector<std::string> FairSample::take() {
  if (held_ > most_) thin(most_);
  std::vector<std::string> files;
  for (auto& folder : folders_)
    std::ranges::move(folder, std::back_inserter(files));
  folders_.clear();
  held_ = 0;
  return files;
}

} // namespace artifactd
