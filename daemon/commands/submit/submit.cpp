#include "daemon/commands/commands.hpp"
#include "daemon/commands/inbox/intervene.hpp"
#include "daemon/commands/submit/placed_files.hpp"
#include "daemon/commands/submit/verdict_wait.hpp"
#include "state/json/json_text.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/instructions.hpp"

#include <array>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <unistd.h>

namespace artifactd {

namespace {

using Outcome = SubmitResult::Outcome;

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

std::string file_name_of(std::string const& path) {
  return path.substr(path.rfind('/') + 1); // npos + 1: the whole path
}

/// Everything that is given, with its place; read before anything is written.
Result<std::vector<PlacedFile>> given_files(SignalName const& signal, SubmitOptions const& options) {
  std::vector<PlacedFile> files;
  for (auto const& path : options.files) {
    auto place = TRY(place_for(signal, file_name_of(path)));
    files.push_back({std::move(place), TRY(read_named(path, longest_file))});
  }
  if (!options.as.empty()) files.push_back({TRY(place_for(signal, options.as)), TRY(read_standard_input())});
  for (std::size_t i = 0; i < files.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (files[i].path == files[j].path)
        return fail(Fault::invalid, fmt::format("two files are given for {}", printable(files[i].path)));
  return files;
}

/// Files and signal as one step for artifactd: while the claim is held nothing of the session is settled.
Result<Followed> drop(Case const& chosen, std::vector<PlacedFile>& files, SubmitOptions const& options,
                      std::vector<std::string>& former) {
  auto const& session = chosen.session();
  auto const& signal = chosen.signal;
  auto const claim = TRY(claim_soon(session));
  if (signal.kind.is_document())
    return Followed::of(
        session, signal,
        TRY(FollowedDocument::write(claim, session, signal.kind, std::move(files.front().bytes))));
  if (stamp_at(session.directory(), layout::signal(signal)))
    return fail(Fault::exists,
                fmt::format("{} is pending already, and nothing was copied: wait for it first (--wait)",
                            layout::signal(signal)));
  former = files.empty() ? std::vector<std::string>() : TRY(former_files(session, signal, files));
  TRY(place_files(claim, session, files));
  if (options.former == SubmitOptions::Former::go) {
    for (auto const& each : former)
      TRY(remove_name(session.directory(), each));
    former.clear();
  }
  return Followed::of(session, signal, TRY(FollowedSignal::drop(session, signal)));
}

Result<Followed> drop_in_turn(Case const& chosen, std::vector<PlacedFile>& files,
                              SubmitOptions const& options, std::vector<std::string>& former) {
  for (;;) {
    auto dropped = drop(chosen, files, options, former);
    if (dropped || dropped.error().fault != Fault::exists || !options.queue) return dropped;
    auto earlier = TRY(unless_missing(Followed::find(chosen.session(), chosen.signal)));
    if (!earlier && stamp_at(chosen.session().directory(), layout::signal(chosen.signal)))
      return fail(Fault::unsafe, layout::signal(chosen.signal) + " is in the way: it is not a file");
    if (!earlier) continue; // it has just been settled
    auto const verdict = TRY(wait_for_verdict(chosen.config, chosen.named, *std::move(earlier), options));
    if (verdict.outcome == Outcome::pending || verdict.outcome == Outcome::unattended)
      return fail(Fault::exists, fmt::format("{} is pending already, and nothing was copied: {}",
                                             layout::signal(chosen.signal), verdict.reason));
  }
}

void print_merged(SubmitResult const& result) {
  fmt::print("{}: merged", signal_word(result.signal));
  if (result.generation) fmt::print(", in place of generation {}", *result.generation);
  if (!result.reason.empty()) fmt::print(" ({})", result.reason);
  fmt::print("\n");
}

Exit print(Cli const& cli, SubmitResult const& result) {
  for (auto const& file : result.former)
    tell(cli,
         fmt::format("{} is from an earlier submission and was submitted too (--replace removes such files)",
                     printable(file)));
  if (cli.output == Output::json) return print_json(to_json(result)), exit_of(result);
  auto const word = signal_word(result.signal);
  if (result.outcome == Outcome::merged)
    print_merged(result);
  else if (result.outcome == Outcome::refused)
    fmt::print("{}\n", trimmed(printable_lines(to_prompt(result.signal, result.instructions))));
  else if (result.outcome == Outcome::removed)
    fmt::print("{}: no verdict: {}\n", word, printable(result.reason));
  else
    fmt::print("{}: still pending: {}\n", word, printable(result.reason));
  if (result.goes_on())
    tell(cli, "artifactd repairs this itself: leave the files alone (--until-settled waits for the end)");
  return exit_of(result);
}

/// 1 means that submitted work was judged, so it is never the answer to what is wrong with a file or a
/// session.
Exit nothing_submitted(Cli const& cli, Error const& error, Exit instead) {
  auto const exit = complain(cli, error);
  return exit == Exit::judged_bad ? instead : exit;
}

Result<Exit> submit(Cli const& cli, Case const& chosen, SubmitOptions const& options) {
  auto files = given_files(chosen.signal, options);
  if (!files) return nothing_submitted(cli, files.error(), Exit::usage);
  if (chosen.signal.kind.is_document() && files->size() != 1) {
    tell(cli, "a document is submitted as one file: give its path, or --as " + layout::signal(chosen.signal));
    return Exit::usage;
  }
  std::vector<std::string> former;
  auto followed = drop_in_turn(chosen, *files, options, former);
  if (!followed) return nothing_submitted(cli, followed.error(), Exit::conflict);
  if (options.drop_only) {
    SubmitResult result{.session = chosen.session().shown(), .signal = chosen.signal};
    result.reason = "submitted; artifactctl wait says how it ends";
    result.former = std::move(former);
    print(cli, result);
    return Exit::ok;
  }
  auto result = TRY(wait_for_verdict(chosen.config, chosen.named, *std::move(followed), options));
  result.former = std::move(former);
  return print(cli, result);
}

Result<Exit> wait(Cli const& cli, Case const& chosen, VerdictOptions const& options) {
  auto followed = TRY(unless_missing(Followed::find(chosen.session(), chosen.signal)));
  if (!followed) return print(cli, TRY(former_verdict(chosen.named, chosen.signal)));
  return print(cli, TRY(wait_for_verdict(chosen.config, chosen.named, *std::move(followed), options)));
}

} // namespace

Exit submit_command(Cli const& cli, SubmitOptions const& options) {
  return with_case(cli, {options.session, options.signal},
                   [&](Case const& chosen) { return submit(cli, chosen, options); });
}

Exit wait_command(Cli const& cli, VerdictOptions const& options) {
  return with_case(cli, {options.session, options.signal},
                   [&](Case const& chosen) { return wait(cli, chosen, options); });
}

} // namespace artifactd
