#include "daemon/queries/named_session.hpp"

#include "state/platform/answering.hpp"
#include "state/vocabulary/nearest_name.hpp"
#include "watchers/scan.hpp"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <fmt/core.h>
#include <memory>
#include <optional>
#include <system_error>

namespace artifactd {

namespace {

std::optional<std::string> real_path(std::string const& path) {
  std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
  if (!real) return std::nullopt;
  return std::string(real.get());
}

/// For a name without a slash: the sessions of that name below the roots.
std::vector<std::string> below_roots(Config const& config, std::string const& name) {
  std::vector<std::string> found;
  for (auto const& root : config.roots) {
    if (!check_answers(root.path)) continue;
    if (auto direct = real_path(root.path + "/" + name)) {
      found.push_back(*direct);
      continue;
    }
    auto listed = list_sessions(root.path, root.depth);
    for (auto const& path : listed ? listed->paths : std::vector<std::string>())
      if (path.ends_with("/" + name)) found.push_back(full_path({root.path, path}));
  }
  return found;
}

/// Says where it looked.
Error no_session(Config const& config, std::string const& argument) {
  if (argument.contains('/'))
    return {Fault::missing, fmt::format("there is no session {}", printable(argument))};
  std::string roots;
  for (auto const& root : config.roots)
    roots += (roots.empty() ? ", and none of that name below " : ", ") + printable(root.path);
  return {Fault::missing,
          fmt::format("there is no session \"{}\": no such directory here{}", printable(argument),
                      roots.empty() ? ", and no root is configured" : roots)};
}

/// The daemon's key for a directory: below the root that leads to it, else a root of its own.
SessionKey key_of(Config const& config, std::string const& path) {
  for (auto const& root : config.roots) {
    auto const real = check_answers(root.path) ? real_path(root.path) : std::nullopt;
    if (!real) continue;
    if (path == *real) return {root.path, ""};
    auto prefix = *real == "/" ? *real : *real + "/";
    if (path.starts_with(prefix)) return {root.path, path.substr(prefix.size())};
  }
  return {path, ""};
}

Error no_name(std::string_view text, std::string_view what, Kinds const& kinds) {
  auto message = fmt::format("\"{}\" is not a valid {} name: {}", printable(text), what, name_rule);
  if (auto const nearest = nearest_name(text, kinds)) message += fmt::format("; try {}", nearest->str());
  return {Fault::invalid, std::move(message)};
}

} // namespace

Result<std::string> session_path(Config const& config, std::string const& argument) {
  TRY(check_answers(argument));
  auto const path = real_path(argument);
  auto const code = errno;
  std::error_code unknown; // a file of that name does not hide a session
  if (path && (argument.contains('/') || std::filesystem::is_directory(*path, unknown))) return *path;
  if (!path && (code == ELOOP || code == ENAMETOOLONG))
    return fail(Fault::missing, fmt::format("there is no session {}: {}", printable(argument),
                                            std::system_category().message(code)));
  if (!path && code != ENOENT) return fail(errno_error("session", printable(argument), code));
  if (argument.empty()) return fail(Fault::missing, "no session is named");
  if (argument.contains('/')) return fail(no_session(config, argument));
  auto found = below_roots(config, argument);
  if (found.empty()) return path ? Result<std::string>(*path) : fail(no_session(config, argument));
  if (found.size() > 1)
    return fail(Fault::exists, fmt::format("{} is the name of {} sessions; give the path, such as {}",
                                           argument, found.size(), printable(found.front())));
  return real_path(found.front()).value_or(found.front());
}

Result<NamedSession> session_argument(Config const& config, std::string const& argument) {
  auto key = key_of(config, TRY(session_path(config, argument)));
  auto entered = enter_session(key, config.served.kinds);
  if (!entered) return fail(std::move(entered).error());
  return NamedSession{*std::move(entered), std::move(key)};
}

Result<std::string> state_argument(Config const& config, std::string const& argument) {
  std::error_code ignored;
  if (argument.contains('/') || std::filesystem::exists(argument, ignored)) return argument;
  if (argument.ends_with(".json")) return argument; // opening it will report that it is missing
  return session_path(config, argument);
}

std::string session_name(Config const& config, std::string const& argument) {
  auto session = session_argument(config, argument);
  return session ? session->session.shown() : argument;
}

Result<SignalName> parse_signal_argument(Kinds const& kinds, std::string_view text) {
  auto const file = parse_signal_file(text, kinds);
  if (file.signal) return *file.signal;
  if (file.form == SignalForm::unknown_kind)
    return fail(Fault::invalid, fmt::format("\"{}\" is not a valid signal name: the kinds of signal are {}",
                                            printable(text), kinds.signal_words()));
  if (auto document = kinds.find(text); document && document->is_document())
    return document_signal(*document);
  auto kind = kinds.find(Kind::default_word).value_or(Kind::by_default());
  auto name = text;
  if (auto dot = text.rfind('.'); dot != text.npos)
    if (auto word = kinds.find(text.substr(dot + 1)); word && !word->is_document()) {
      kind = *word;
      name = text.substr(0, dot);
    }
  auto parsed = Name::parse(name);
  if (parsed && file.form != SignalForm::bad_name) return SignalName{*std::move(parsed), kind};
  return fail(no_name(name, "signal", kinds));
}

Result<Name> agent_argument(std::string const& argument) {
  auto name = Name::parse(argument);
  if (!name) return fail(no_name(argument, "agent", {}));
  return *std::move(name);
}

Result<void> allowed_name(SignalName const& signal) {
  if (!has_reserved_name(signal)) return {};
  return fail(Fault::invalid,
              fmt::format("\"{}\" cannot be the name of {} work: it has a meaning of its own there",
                          signal.name.str(), signal.kind.word()));
}

Result<Name> play_argument(std::string const& argument) {
  auto name = Name::parse(argument);
  if (!name) return fail(Fault::invalid, printable(argument) + " is not a valid play id");
  return *std::move(name);
}

Error error_in(Session const& session, Error error) {
  if (error.code == 0 || error.message.contains(session.shown())) return error;
  return std::move(error).within(session.shown());
}

} // namespace artifactd
