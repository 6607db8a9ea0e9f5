#include "state/session_layout.hpp"

#include <fmt/core.h>

namespace artifactd::layout {

std::string artifacts_of(Name const& agent) {
  return artifacts + "/" + agent.str();
}

std::string values_of(Name const& agent) {
  return values + "/" + agent.str() + std::string(values_suffix);
}

std::string signal(SignalName const& signal) {
  return fmt::format("{}.{}.lock", signal.name.str(), kind_word(signal.kind));
}

std::string refused(SignalName const& refused_signal) {
  return signal(refused_signal) + ".error";
}

std::string instructions(SignalName const& signal) {
  if (signal.kind == Kind::kg) return signal.name.str() + ".retry-instructions.json";
  return fmt::format("{}.{}.retry-instructions.json", signal.name.str(), kind_word(signal.kind));
}

std::string attempts_of(SignalName const& signal) {
  return fmt::format("{}/{}.{}.json", attempts, signal.name.str(), kind_word(signal.kind));
}

std::string run_log(SignalName const& signal, std::string const& attempt) {
  return fmt::format("{}.{}.{}.log", signal.name.str(), kind_word(signal.kind), attempt);
}

} // namespace artifactd::layout
