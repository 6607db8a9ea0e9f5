// A private directory beside the archive that is being written: the archive until it is complete, and copies
// on their way into it. Removed, with all that is in it, at the end; a kill leaves it behind, under a name
// that says whose it is: `.<archive>.part.<random>`.
#pragma once

#include "state/platform/fd.hpp"

#include <cstdint>
#include <string>

namespace artifactd::backup {

class Staging {
public:
  /// Fault::exists if there is something under the archive's name already.
  static Result<Staging> beside(std::string const& archive);
  /// The same, for copies alone, in $TMPDIR or /var/tmp.
  static Result<Staging> for_copies();
  Staging(Staging&& other) noexcept
      : directory_(std::move(other.directory_)), path_(std::exchange(other.path_, {})),
        number_(other.number_) {}
  ~Staging();

  /// A new empty file, readable by this user alone. It is deleted when its descriptor is closed.
  Result<UniqueFd> nameless_file();
  /// An unused path in it.
  [[nodiscard]] std::string new_path();

  /// Gives the file its name, durably. Fault::exists if the name is taken meanwhile.
  Result<void> publish(int file, std::string const& made, std::string const& archive);

private:
  static Result<Staging> make(std::string const& prefix);
  Staging(UniqueFd directory, std::string path) noexcept
      : directory_(std::move(directory)), path_(std::move(path)) {}

  UniqueFd directory_;
  std::string path_;
  unsigned number_ = 0;
};

} // namespace artifactd::backup
