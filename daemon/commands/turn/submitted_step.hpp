// One step of a story that was submitted from the command line, from its signal to its end.
#pragma once

#include "daemon/commands/turn/step_done.hpp"
#include "daemon/interventions/case.hpp"
#include "daemon/status/activity.hpp"

#include <functional>
#include <set>

namespace artifactd {

/// Something that happened on the way: resolving, rolled, acts, narrating; and its text.
using OnStep = std::function<void(std::string const& what, std::string const& text)>;

/// Begins the names of signals that come from the command line.
inline constexpr std::string_view step_prefix = "step-";

/// The pending signal of another command that submitted the same request, such as one that was killed.
[[nodiscard]] Result<std::optional<SignalName>> submitted_before(Case const& chosen, Json const& request);

class SubmittedStep {
public:
  SubmittedStep(Cli const& cli, Case const& chosen, OnStep const& on_step)
      : cli_(cli), chosen_(chosen), on_step_(on_step) {}

  /// Writes the request and drops the signal.
  [[nodiscard]] Result<void> submit(Json const& request) const;

  void hear(ActivityEvent const& event);

  /// std::nullopt while it goes on. Once it has ended, its files are removed; Fault::missing if another
  /// command that waited for it has removed them.
  [[nodiscard]] Result<std::optional<StepDone>> end();

  /// It has not ended, and is not waited for any longer.
  [[nodiscard]] StepDone late() const;
  [[nodiscard]] StepDone waiting(Exit exit, std::string why) const;

private:
  void wait_for(std::string const& reason);
  [[nodiscard]] Exit exit_of_pending() const;
  [[nodiscard]] bool goes_on() const;
  [[nodiscard]] Result<void> write_as_oneself(std::string const& text) const;
  [[nodiscard]] std::string signal_path() const;
  [[nodiscard]] std::string request_path() const;
  [[nodiscard]] Result<StepDone> accepted() const;
  [[nodiscard]] Result<StepDone> refused() const;

  Cli const& cli_;
  Case const& chosen_;
  OnStep const& on_step_;
  std::string pending_;
  std::set<std::string> told_;
};

} // namespace artifactd
