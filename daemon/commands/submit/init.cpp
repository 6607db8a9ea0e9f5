#include "daemon/commands/commands.hpp"
#include "daemon/commands/inbox/intervene.hpp"
#include "daemon/commands/submit/agent_guide.hpp"
#include "state/json/json_text.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/new_session.hpp"
#include "state/vocabulary/kind.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd {

namespace {

constexpr auto guide_name = "README.md";

Result<std::vector<Kind>> kinds_named(Kinds const& served, std::vector<std::string> const& words) {
  std::vector<Kind> kinds;
  for (auto const& word : words) {
    auto const kind = served.find(word);
    if (!kind)
      return fail(Fault::invalid, fmt::format("\"{}\" is not a kind of work: the kinds are {}",
                                              printable(word), served.signal_words()));
    kinds.push_back(*kind);
  }
  if (kinds.empty()) kinds.push_back(served.find(Kind::default_word).value_or(Kind::by_default()));
  return kinds;
}

/// What was missing, by its name below the session.
Result<std::vector<std::string>> furnish(Config const& config, Session const& session,
                                         std::vector<Kind> const& kinds) {
  std::vector<std::string> made;
  auto const claim = TRY(claim_soon(session));
  for (auto const& kind : kinds)
    for (auto const name : kind.traits().names) {
      if (name.empty()) continue;
      auto const there = stamp_at(session.directory(), std::string(name)).has_value();
      TRY(session.private_directory(std::string(name))); // a file or a link of that name is an Error
      if (!there) made.push_back(std::string(name) + "/");
    }
  if (stamp_at(session.directory(), guide_name)) return made;
  TRY(replace_file(session, guide_name, agent_readme(config, kinds)));
  made.emplace_back(guide_name);
  return made;
}

/// A README that was there stays, and may describe other kinds of work.
void warn_of_other_guide(Cli const& cli, Config const& config, Session const& session,
                         std::vector<Kind> const& kinds, std::vector<std::string> const& made) {
  if (std::ranges::find(made, guide_name) != made.end()) return;
  auto const wanted = agent_readme(config, kinds);
  auto const there = read_file(session.directory(), guide_name, wanted.size() + 1);
  if (there && *there == wanted) return;
  std::vector<std::string> words;
  for (auto const& kind : kinds)
    words.emplace_back(kind.word());
  tell(cli, fmt::format("{} was there already and is left as it is; what agents have to know is printed by: "
                        "artifactctl init --prompt --profile {}",
                        guide_name, fmt::join(words, ",")));
}

Result<Exit> init(Cli const& cli, Config const& config, InitOptions const& options) {
  auto const kinds = kinds_named(config.served.kinds, options.kinds);
  if (!kinds) return complain(cli, kinds.error()), Exit::usage;
  if (options.prompt) {
    auto const prompt = agent_prompt(config, *kinds);
    if (cli.output == Output::json)
      print_json({{"version", 1}, {"prompt", prompt}});
    else
      fmt::print("{}", prompt);
    return Exit::ok;
  }
  auto const made_directory = make_session_directory(options.directory);
  if (!made_directory && made_directory.error().fault != Fault::exists) return fail(made_directory.error());
  auto const entered = TRY(session_argument(config, options.directory));
  auto const made = TRY(furnish(config, entered.session, *kinds));
  warn_of_other_guide(cli, config, entered.session, *kinds, made);
  if (cli.output == Output::json)
    print_json({{"version", 1}, {"session", entered.session.shown()}, {"made", made}});
  else
    fmt::print("{}: {}\n", printable(entered.session.shown()),
               made.empty() ? "nothing was missing" : fmt::format("made {}", fmt::join(made, ", ")));
  return Exit::ok;
}

} // namespace

Exit init_command(Cli const& cli, InitOptions const& options) {
  if (options.directory.empty() && !options.prompt) {
    tell(cli, "init needs the directory of the session, or --prompt");
    return Exit::usage;
  }
  return run_configured(cli, configuration(cli), options, init);
}

} // namespace artifactd
