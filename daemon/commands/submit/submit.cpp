#include "daemon/commands/commands.hpp"
#include "daemon/commands/inbox/intervene.hpp"
#include "daemon/commands/submit/dropping.hpp"
#include "daemon/config/quantity.hpp"
#include "state/json/json_text.hpp"
#include "state/session/session_layout.hpp"

#include <array>
#include <filesystem>
#include <fmt/core.h>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr std::size_t longest_file = std::size_t{64} << 20; // what is too large for its kind is refused later

Result<std::string> read_standard_input() {
  std::string bytes;
  std::array<char, std::size_t{64} * 1024> part;
  for (;;) {
    auto const got = ::read(STDIN_FILENO, part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(errno_error("read", "standard input"));
    if (got == 0) return bytes;
    if (bytes.size() + static_cast<std::size_t>(got) > longest_file)
      return fail(Fault::too_large, fmt::format("standard input is larger than {} bytes", longest_file));
    bytes.append(part.data(), static_cast<std::size_t>(got));
  }
}

/// Fault::invalid for a word that is meant otherwise.
Result<std::string> file_name_of(std::string const& path) {
  auto name = path.substr(path.rfind('/') + 1); // npos + 1: the whole path
  std::error_code unknown;
  if (path == "-")
    return fail(Fault::invalid, "- is not a FILE: --as NAME takes standard input as a file of that name");
  if (name.empty()) return fail(Fault::invalid, printable(path) + " is a directory: give the files in it");
  if (parse_duration(path) && !std::filesystem::exists(path, unknown))
    return fail(Fault::invalid,
                fmt::format("{} is not a FILE: to wait that long, write --wait={}", path, path));
  return name;
}

/// Everything that is given, with its place; read before anything is written.
Result<std::vector<PlacedFile>> given_files(SignalName const& signal, SubmitOptions const& options) {
  std::vector<PlacedFile> files;
  for (auto const& path : options.files) {
    auto place = TRY(place_for(signal, TRY(file_name_of(path))));
    files.push_back({std::move(place), TRY(read_named(path, longest_file))});
  }
  if (!options.as.empty()) files.push_back({TRY(place_for(signal, options.as)), TRY(read_standard_input())});
  TRY(no_place_twice(files));
  return files;
}

void tell_former(Cli const& cli, SubmitResult const& result) {
  for (auto const& file : result.former)
    tell(cli,
         fmt::format("{} is from an earlier submission and was submitted too (--replace removes such files)",
                     printable(file)));
}

void print_submitted(Cli const& cli, SubmitResult const& result) {
  tell_former(cli, result);
  if (cli.output == Output::json)
    print_json(to_json(result));
  else
    fmt::print("{}: {}\n", signal_word(result.signal), result.reason);
}

Exit print(Cli const& cli, SubmitResult const& result) {
  tell_former(cli, result);
  if (cli.output == Output::json) return print_json(to_json(result)), exit_of(result);
  for (auto const& warning : warnings_of(result))
    tell(cli, "warning: " + warning);
  fmt::print("{}\n", to_text(result));
  if (result.goes_on())
    tell(cli, "artifactd repairs this itself: leave the files alone (--until-settled waits for the end)");
  return exit_of(result);
}

/// 1 means that submitted work was judged, and 3 that it should be submitted again, so neither is the answer
/// to what is wrong with a file or a session.
Exit nothing_submitted(Cli const& cli, Error const& error, Exit instead) {
  auto const exit = complain(cli, error);
  return exit == Exit::judged_bad || exit == Exit::not_found ? instead : exit;
}

Result<Exit> submit(Cli const& cli, Case const& chosen, SubmitOptions const& options) {
  if (auto const allowed = allowed_name(chosen.signal); !allowed)
    return complain(cli, allowed.error()), Exit::usage;
  auto files = given_files(chosen.signal, options);
  if (!files) return nothing_submitted(cli, files.error(), Exit::usage);
  if (chosen.signal.kind.is_document() && files->size() != 1) {
    tell(cli, "a document is submitted as one file: give its path, or --as " + layout::signal(chosen.signal));
    return Exit::usage;
  }
  auto dropped = drop(chosen, *std::move(files), options);
  if (!dropped) {
    auto const exit = nothing_submitted(cli, dropped.error(), Exit::conflict);
    if (dropped.error().fault == Fault::exists && !options.queue) tell(cli, "--wait does that");
    return exit;
  }
  if (options.drop_only) {
    SubmitResult result{.session = chosen.session().shown(), .signal = chosen.signal};
    result.reason = "submitted; artifactctl wait says how it ends";
    result.former = std::move(dropped->former);
    print_submitted(cli, result);
    return Exit::ok;
  }
  auto result = TRY(wait_for_verdict(chosen.config, chosen.named, std::move(dropped->followed), options));
  result.former = std::move(dropped->former);
  return print(cli, result);
}

Result<Exit> wait(Cli const& cli, Case const& chosen, VerdictOptions const& options) {
  auto followed = TRY(unless_missing(Followed::find(chosen.session(), chosen.signal)));
  if (!followed) return print(cli, TRY(former_verdict(chosen.config, chosen.named, chosen.signal)));
  return print(cli, TRY(wait_for_verdict(chosen.config, chosen.named, *std::move(followed), options)));
}

} // namespace

Exit submit_command(Cli const& cli, SubmitOptions const& options) {
  return with_case(cli, configuration_to_look(cli), {options.session, options.signal},
                   [&](Case const& chosen) { return submit(cli, chosen, options); });
}

Exit wait_command(Cli const& cli, VerdictOptions const& options) {
  return with_case(cli, configuration_to_look(cli), {options.session, options.signal},
                   [&](Case const& chosen) { return wait(cli, chosen, options); });
}

} // namespace artifactd
