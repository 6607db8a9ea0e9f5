#include "daemon/queries/odd_file.hpp"

#include "state/session/renaming.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/nearest_name.hpp"

#include <fmt/core.h>
#include <sys/stat.h>

namespace artifactd {

namespace {

/// The path of the inputs of a signal whose name may be invalid; empty if it shares them with others.
std::string inputs_path(Kind const& kind, std::string_view name) {
  auto pattern = kind.traits().inputs;
  if (pattern.ends_with('/')) pattern.remove_suffix(1);
  return pattern.contains("{0}") ? fmt::format(fmt::runtime(pattern), name) : "";
}

bool is_pending_or_refused(int session, SignalName const& signal) {
  return is_in_session(session, layout::signal(signal)) || is_in_session(session, layout::refused(signal));
}

bool is_in_use(int session, SignalName const& signal) {
  auto const inputs = inputs_path(signal.kind, signal.name.str());
  return is_pending_or_refused(session, signal) || (!inputs.empty() && is_in_session(session, inputs));
}

/// The signal itself, or with a number if its name is in use.
SignalName unused(SignalName const& nearest, int session) {
  auto tried = nearest;
  for (unsigned number = 2; number <= most_numbers && is_in_use(session, tried); ++number) {
    auto const suffix = fmt::format("-{}", number);
    tried.name = *Name::parse(nearest.name.str().substr(0, Name::longest - suffix.size()) + suffix);
  }
  return tried;
}

/// With its inputs, if there are any.
OddFileAdvice rename_signal(std::string const& file, SignalName const& better, int directory,
                            std::string const& session) {
  OddFileAdvice advice{"; the nearest unused name is " + signal_word(better), ""};
  auto const ending = file.rfind(fmt::format(".{}.lock", better.kind.word()));
  auto const rename = [&](std::string const& from, std::string const& to) {
    return rename_command(session + "/" + from, session + "/" + to);
  };
  auto const inputs = inputs_path(better.kind, std::string_view(file).substr(0, ending));
  if (!inputs.empty() && is_in_session(directory, inputs))
    advice.command = rename(inputs, inputs_path(better.kind, better.name.str())) + " && ";
  else if (!inputs.empty())
    advice.reason += ", which its inputs need, too";
  advice.command += rename(file, better.name.str() + file.substr(ending));
  return advice;
}

} // namespace

OddFileAdvice advice_on(OddFile const& odd, int directory, std::string const& session, Kinds const& kinds) {
  if (odd.why == Oddity::unknown_kind) return {"signals ask for " + kinds.signal_words(), ""};
  std::string const phrase(oddity_phrase(odd.why));
  if (odd.why == Oddity::bad_name)
    if (auto const nearest = nearest_signal(odd.file, kinds)) {
      auto const renamed = rename_signal(odd.file, unused(*nearest, directory), directory, session);
      return {phrase + renamed.reason, renamed.command};
    }
  if (odd.why == Oddity::wrong_case || odd.why == Oddity::misspelt)
    if (auto const meant = misspelt_signal(odd.file, kinds);
        meant && !is_pending_or_refused(directory, *meant))
      return {phrase, rename_command(session + "/" + odd.file, session + "/" + layout::signal(*meant))};
  auto const aside = unused_path(directory, odd.file + ".ignored");
  return {phrase, rename_command(session + "/" + odd.file, session + "/" + aside)};
}

std::string why_ignored(Session const& session, std::string const& file) {
  auto const stamp = stamp_at(session.directory(), file);
  auto const why = stamp ? oddity_of(*stamp) : std::nullopt;
  if (!why) return "";
  auto const advice = advice_on({file, *why}, session.directory(), session.shown(), {});
  return fmt::format("{} is ignored: {}: {}", file, advice.reason, advice.command);
}

Result<Stamp> refused_signal(Session const& session, SignalName const& signal) {
  auto const file = layout::refused(signal);
  auto const stamp = TRY(unless_missing(stamp_at(session.directory(), file)));
  if (!stamp) return fail(Fault::missing, fmt::format("there is no {} in {}", file, session.shown()));
  auto const whole_document = signal.kind.is_document() && S_ISREG(stamp->mode);
  if (whole_document || !oddity_of(*stamp)) return *stamp;
  return fail(Fault::missing, why_ignored(session, file));
}

std::string command_for_misplaced(std::string const& path, int directory, std::string const& session) {
  auto const name = path.substr(path.rfind('/') + 1);
  auto const to = is_in_session(directory, name) ? unused_path(directory, path + ".ignored") : name;
  return rename_command(session + "/" + path, session + "/" + to);
}

} // namespace artifactd
