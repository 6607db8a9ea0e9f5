// A session on a scratch directory with everything around it that a run needs: a configuration, a state
// directory and the programs under test. Fresh for every point of a sweep, gone with the object.
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
  std::string artifactd; ///< empty: artifactctl does its work
};

class Stage {
public:
  /// In the rules "@home@" stands for home().
  explicit Stage(Binaries const& binaries, std::string_view agent_rules = "");

  [[nodiscard]] std::filesystem::path const& session() const { return session_; }
  [[nodiscard]] std::string read(std::string_view name) const; ///< empty when there is none
  [[nodiscard]] bool has(std::string_view name) const;

  void write(std::string_view name, std::string_view text);
  /// What a program does that replaces a file without asking anybody: a temp of its own and a rename.
  void replace(std::string_view name, std::string_view text) const;
  void move(std::string_view from, std::string_view to) const;
  void drop(std::string_view agent, std::string_view kind = "kg");
  /// What the agents wrote, by name: nobody else may change it.
  [[nodiscard]] std::map<std::string, std::string> const& inputs() const { return inputs_; }

  [[nodiscard]] Program merge() const;                      ///< artifactctl merge
  [[nodiscard]] Program merge(std::string_view name) const; ///< the same of one signal
  /// The skill whose files fixes change.
  [[nodiscard]] std::filesystem::path project_path() const { return scratch_ / "project/skill"; }
  [[nodiscard]] std::string project(std::string_view name) const; ///< empty when there is none

  /// artifactctl state WORD on the session and that skill
  [[nodiscard]] Program fix(std::string_view word) const;
  [[nodiscard]] Program state_run() const;                           ///< of that skill, for its context alone
  [[nodiscard]] Program update() const;                              ///< artifactctl state update
  [[nodiscard]] Program once() const;                                ///< artifactd --once
  [[nodiscard]] Program edit_by_model(std::string_view agent) const; ///< artifactctl edit run --engine model
  [[nodiscard]] Program turn(std::vector<std::string> words) const;  ///< artifactctl turn WORDS
  [[nodiscard]] Program artifactctl(std::vector<std::string> words) const;
  [[nodiscard]] Program report_confirm() const; ///< of the one proposal there is
  [[nodiscard]] Program turn_play() const;      ///< goes on with what is pending, and reads no more
  /// What programs find as their home, outside the session.
  [[nodiscard]] std::filesystem::path const& home() const { return scratch_.path(); }
  /// Waits until a signal dropped just now counts as published.
  void let_settle() const;

  /// Traced calls belong to the settling from the first that names this on.
  static std::string landmark();

  int faults = 0;       ///< that the programs have met
  bool meddled = false; ///< another program has replaced the graph in mid-settling

private:
  [[nodiscard]] Program program(std::string const& binary, std::vector<std::string> arguments) const;

  Binaries const& binaries_;
  test::ScratchDir scratch_;
  std::filesystem::path session_;
  std::map<std::string, std::string> inputs_;
  std::chrono::steady_clock::time_point made_ = std::chrono::steady_clock::now();
};

} // namespace artifactd::faults
