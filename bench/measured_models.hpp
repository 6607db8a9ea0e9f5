// A process that asks models, as a service of its own: one that the daemon starts would get none of the
// benchmark's environment.
#pragma once

#include <filesystem>
#include <sys/types.h>

namespace artifactd::bench {

class MeasuredModels {
public:
  /// Listens at `place`/model. `place`/artifactd.toml must exist, and name it as the socket of [model].
  explicit MeasuredModels(std::filesystem::path const& place);
  ~MeasuredModels();
  MeasuredModels(MeasuredModels const&) = delete;
  MeasuredModels& operator=(MeasuredModels const&) = delete;

private:
  pid_t pid_ = -1;
};

} // namespace artifactd::bench
