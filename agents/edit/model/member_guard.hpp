// What of a fragment a model may write otherwise: what some error points at. All else has to stay as it is,
// so that a change that resolves its error cannot empty or move what was right beside it. New members and new
// elements of lists may come.
#pragma once

#include "merge/game/fragment_address.hpp"
#include "merge/game/game.hpp"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace artifactd::editor {

class MemberGuard {
public:
  /// Of a fragment that is there. `known`: what the checks found before anything was changed. Errors that no
  /// check finds, wishes, and faults of play may be about anything in it.
  MemberGuard(game::Game const& game, game::FragmentAddress const& address,
              std::span<std::string const> errors, std::span<Finding const> known);

  /// One sentence for each value that was there, is different or gone, and is pointed at by no error; a few
  /// of them at most.
  [[nodiscard]] std::vector<std::string> faults(nlohmann::ordered_json const& before,
                                                nlohmann::ordered_json const& after) const;

private:
  using Path = std::vector<std::string>;

  /// Everything below `place`; or with names, below members of these names there.
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

  Path base_; ///< of the fragment, from the transition, phase or artifact it is part of
  bool all_free_ = false;
  std::vector<Pointed> pointed_;
};

} // namespace artifactd::editor
