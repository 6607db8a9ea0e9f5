// Which parts of a fragment, or of a file, a model may change: those that some error points at. Everything
// else must stay the same, so that a change that resolves its error cannot empty or move correct parts beside
// it. New members and new list elements are allowed.
#pragma once

#include "merge/game/fragment_address.hpp"
#include "merge/game/game.hpp"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::editor {

class MemberGuard {
public:
  /// For an existing fragment. `known`: what the checks found before anything was changed. Errors that no
  /// check finds, wishes, and faults of play may concern anything in it.
  MemberGuard(game::Game const& game, game::FragmentAddress const& address,
              std::span<std::string const> errors, std::span<Finding const> known);

  /// For the whole file with this path. An error without a place, or without a file, may concern anything.
  MemberGuard(std::span<Finding const> found, std::string_view file);

  /// One sentence for each existing value that was changed or removed although no error points at it; limited
  /// to a few.
  [[nodiscard]] std::vector<std::string> faults(nlohmann::ordered_json const& before,
                                                nlohmann::ordered_json const& after) const;

private:
  using Path = std::vector<std::string>;

  /// Everything below `place`; if there are names, only below members with these names.
  struct Pointed {
    Path place;
    std::set<std::string, std::less<>> names;
  };

  void point(Finding const& finding, std::optional<Path> const& inside);
  [[nodiscard]] bool is_free(Path const& path) const;
  void compare(nlohmann::ordered_json const& before, nlohmann::ordered_json const& after, Path& path,
               std::vector<std::string>& faults) const;
  void compare_members(nlohmann::ordered_json const& before, nlohmann::ordered_json const& after, Path& path,
                       std::vector<std::string>& faults) const;
  void compare_elements(nlohmann::ordered_json const& before, nlohmann::ordered_json const& after, Path& path,
                        std::vector<std::string>& faults) const;

  Path base_; ///< path to the fragment from the transition, phase or artifact it belongs to
  bool all_free_ = false;
  std::vector<Pointed> pointed_;
};

} // namespace artifactd::editor
