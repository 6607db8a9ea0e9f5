// A session in a scratch directory with everything that a run needs: a configuration, a state directory and
// the programs under test. Made for each point of a sweep, removed by the destructor.
#pragma once

#include "tests/faults/tracee.hpp"
#include "tests/support/scratch_dir.hpp"

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace artifactd::faults {

struct Binaries {
  std::string artifactctl;
  std::string artifactd; ///< empty: artifactctl replaces it
};

class Stage {
public:
  /// In the rules "@home@" is replaced by home().
  explicit Stage(Binaries const& binaries, std::string_view agent_rules = "");

  [[nodiscard]] std::filesystem::path const& session() const { return session_; }
  [[nodiscard]] std::string read(std::string_view name) const; ///< empty if missing
  [[nodiscard]] bool has(std::string_view name) const;

  void write(std::string_view name, std::string_view text);
  /// Replaces a file as a program without locks does: by a temporary file and a rename.
  void replace(std::string_view name, std::string_view text) const;
  void move(std::string_view from, std::string_view to) const;
  void drop(std::string_view agent, std::string_view kind = "kg");
  /// What the agents wrote, by name; nobody else may change it.
  [[nodiscard]] std::map<std::string, std::string> const& inputs() const { return inputs_; }

  [[nodiscard]] Program merge() const;                      ///< artifactctl merge
  [[nodiscard]] Program merge(std::string_view name) const; ///< for one signal
  /// The skill whose files fixes change.
  [[nodiscard]] std::filesystem::path project_path() const { return scratch_ / "project/skill"; }
  [[nodiscard]] std::string project(std::string_view name) const; ///< empty if missing

  /// artifactctl state WORD on the session and that skill
  [[nodiscard]] Program fix(std::string_view word) const;
  [[nodiscard]] Program state_run() const;                           ///< only for that skill's context
  [[nodiscard]] Program update() const;                              ///< artifactctl state update
  [[nodiscard]] Program once() const;                                ///< artifactd --once
  [[nodiscard]] Program edit_by_model(std::string_view agent) const; ///< artifactctl edit run --engine model
  [[nodiscard]] Program turn(std::vector<std::string> words) const;  ///< artifactctl turn WORDS
  [[nodiscard]] Program artifactctl(std::vector<std::string> words) const;
  [[nodiscard]] Program report_confirm() const; ///< of the only proposal
  [[nodiscard]] Program turn_play() const;      ///< continues what is pending, and reads nothing new
  /// The home directory of the programs, outside the session.
  [[nodiscard]] std::filesystem::path const& home() const { return scratch_.path(); }
  /// Waits until a signal that was just dropped counts as published.
  void let_settle() const;

  /// Traced calls count from the first whose path contains this.
  static std::string landmark();

  int faults = 0;       ///< faults so far
  bool meddled = false; ///< another program has replaced the graph during the settling

private:
  [[nodiscard]] Program program(std::string const& binary, std::vector<std::string> arguments) const;

  Binaries const& binaries_;
  test::ScratchDir scratch_;
  std::filesystem::path session_;
  std::map<std::string, std::string> inputs_;
  std::chrono::steady_clock::time_point made_ = std::chrono::steady_clock::now();
};

} // namespace artifactd::faults
