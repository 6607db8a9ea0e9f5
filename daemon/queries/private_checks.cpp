#include "daemon/queries/graph_state.hpp"
#include "daemon/queries/stored_checks.hpp"
#include "state/json/json_text.hpp"
#include "state/json/scan.hpp"
#include "state/platform/identity.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/attempts.hpp"
#include "state/settle/claim.hpp"
#include "state/settle/generations.hpp"
#include "state/settle/settled.hpp"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <fmt/core.h>
#include <ranges>
#include <sys/stat.h>

namespace artifactd {

namespace {

constexpr auto claim_patience = std::chrono::seconds(2);
constexpr std::size_t most_entries = 200'000;
constexpr std::size_t longest_attempts = std::size_t{4} << 20;

/// One session at work; the claim is held.
class PrivateChecks {
public:
  PrivateChecks(Session const& session, Config const& config, StoredCheckup& stored)
      : session_(session), config_(config), stored_(stored) {
    if (auto const state = answer_as_self([&] { return stamp_at(AT_FDCWD, config.state_dir); }))
      daemon_ = state->owner;
  }

  void run() {
    auto const home = open_directory(session_.directory(), layout::home);
    if (!home && home.error().fault == Fault::missing) return;
    if (!home) return problem(layout::home, home.error().message, "rm -r -- " + quoted(layout::home));
    check_names(home->get());
    if (auto const stamp = stamp_of(home->get())) check_owners(home->get(), layout::home, stamp->owner, 0);
    check_work();
    check_attempts();
    check_settled();
    check_generations();
  }

private:
  [[nodiscard]] std::string quoted(std::string const& path) const {
    return shell_quoted(session_.shown() + "/" + path);
  }

  void problem(std::string const& path, std::string const& text, std::string cure) {
    stored_.checkup.push_back({Diagnosed::Weight::problem, session_.shown(),
                               fmt::format("{}: {}", printable(path), text), std::move(cure)});
  }

  void note(std::string const& path, std::string const& text, std::string cure = {}) {
    stored_.checkup.push_back({Diagnosed::Weight::note, session_.shown(),
                               fmt::format("{}: {}", printable(path), text), std::move(cure)});
  }

  /// The names in a private directory, which need not exist.
  std::vector<std::string> names_in(std::string const& path) {
    auto const directory = open_directory(session_.directory(), path);
    if (!directory && directory.error().fault == Fault::missing) return {};
    auto names = directory ? list_directory(directory->get(), most_entries) : fail(directory.error());
    if (!names) return problem(path, names.error().message, "artifactctl doctor"), std::vector<std::string>();
    std::ranges::sort(*names);
    return *std::move(names);
  }

  void check_names(int home) {
    auto const names = list_directory(home, most_entries);
    std::array const known{layout::work,   layout::idle_mutex, layout::settled, layout::generations,
                           layout::states, layout::values,     layout::redo,    layout::attempts,
                           layout::runs,   layout::logs,       layout::warnings};
    for (auto const& name : names ? *names : std::vector<std::string>()) {
      auto const path = layout::home + "/" + name;
      if (path.starts_with(layout::kept_mutex))
        note(path, "another tool left a lock behind with files in it",
             fmt::format("rm -r -- {}  # if nobody needs the files", quoted(path)));
      else if (std::ranges::find(known, path) == known.end() && !path.starts_with(layout::lock_note))
        note(path, "this version of artifactd keeps nothing of that name: another version may");
    }
  }

  /// Whether the session is shared by a group, and this file with it: a member may have made it.
  [[nodiscard]] bool is_shared(Stamp const& stamp) const {
    return (session_.stamp().mode & S_IWGRP) != 0 && stamp.group == session_.stamp().group;
  }

  /// What is in the private directory belongs to the `keeper` of it, to the daemon's own account, to the
  /// owner of the session, or to the group that shares it.
  void check_owners(int directory, std::string const& path, uid_t keeper, unsigned depth) {
    constexpr unsigned deepest = 8;
    auto const names = list_directory(directory, most_entries);
    for (auto const& name : names ? *names : std::vector<std::string>()) {
      auto const stamp = stamp_at(directory, name);
      if (!stamp) continue;
      auto const below = path + "/" + name;
      auto const owner = session_.stamp().owner;
      if (stamp->owner != owner && stamp->owner != keeper && stamp->owner != daemon_ && !is_shared(*stamp))
        problem(below, fmt::format("it belongs to user {}, and the session to {}", stamp->owner, owner),
                fmt::format("chown -hR {} -- {}", keeper, quoted(below)));
      else if (!S_ISLNK(stamp->mode) && (stamp->mode & S_IWOTH & ~session_.stamp().mode) != 0)
        problem(below, "everybody may write to it", "chmod o-w -- " + quoted(below));
      if (!S_ISDIR(stamp->mode) || depth == deepest) continue;
      if (auto const inside = open_directory(directory, name))
        check_owners(inside->get(), below, keeper, depth + 1);
    }
  }

  void check_work() {
    auto const names = names_in(layout::work);
    if (!names.empty())
      problem(layout::work,
              fmt::format("it holds unfinished work of a killed artifactd ({} and {} more)",
                          printable(names.front()), names.size() - 1),
              "artifactctl merge " + shell_quoted(session_.shown()));
  }

  void check_attempts() {
    for (auto const& name : names_in(layout::attempts)) {
      auto const path = layout::attempts + "/" + name;
      auto const signal = signal_of(name);
      if (!signal)
        problem(path, "it counts the attempts of no signal", "rm -r -- " + quoted(path));
      else if (!can_be_read(path, *signal))
        problem(path, "the attempts that it counts cannot be read",
                fmt::format("rm -r -- {}  # the journal counts them too", quoted(path)));
    }
  }

  /// "<name>.<kind>.json"
  [[nodiscard]] std::optional<SignalName> signal_of(std::string_view name) const {
    if (!name.ends_with(".json")) return std::nullopt;
    name.remove_suffix(5);
    auto const dot = name.rfind('.');
    auto const kind = dot == name.npos ? std::nullopt : config_.served.kinds.find(name.substr(dot + 1));
    if (!kind) return std::nullopt;
    if (kind->is_document()) return document_signal(*kind);
    auto parsed = Name::parse(name.substr(0, dot));
    if (!parsed) return std::nullopt;
    return SignalName{*std::move(parsed), *kind};
  }

  /// load_attempts() takes what is damaged for an empty log.
  bool can_be_read(std::string const& path, SignalName const& signal) {
    auto const text = read_file(session_.directory(), path, longest_attempts);
    if (!text || !json::scan(*text, {.depth = 32})) return false;
    auto const document = Json::parse(*text, nullptr, false);
    if (!document.is_object() || !document.contains("attempts") || !document["attempts"].is_array())
      return false;
    auto const log = load_attempts(session_, signal);
    return log && log->attempts.size() == document["attempts"].size();
  }

  /// A power cut may tear a line, and a signal without a line is judged again if it comes back.
  void check_settled() {
    auto const text = read_file(session_.directory(), layout::settled, longest_settled_record);
    if (!text && text.error().fault == Fault::missing) return;
    if (!text) return problem(layout::settled, text.error().message, "artifactctl doctor");
    std::size_t lines = 0;
    for (auto const line : std::views::split(*text, '\n'))
      lines += line.empty() ? 0 : 1;
    auto const settled = settled_on_record(session_);
    if (!settled || settled->lines().size() < lines)
      note(layout::settled, "a line of it is damaged: a signal that a power cut brings back is judged again");
  }

  void check_generations() {
    auto const known = list_generations(session_);
    if (!known)
      return problem(layout::generations, known.error().message,
                     "artifactctl history " + shell_quoted(session_.shown()) + " AGENT");
    for (auto const& name : names_in(layout::generations)) {
      auto const path = layout::generations + "/" + name;
      auto const generation = std::ranges::find(*known, name, &Generation::name);
      if (generation != known->end())
        check_generation(path, *generation);
      else if (name != layout::recycled)
        problem(path, "it is no generation", "rm -r -- " + quoted(path));
    }
  }

  void check_generation(std::string const& path, Generation const& generation) {
    ++stored_.generations;
    auto const text = read_file(session_.directory(), path, config_.kg.graph.bytes);
    auto const cure = fmt::format("rm -r -- {}  # the others stay", quoted(path));
    if (!text) return problem(path, text.error().message, cure);
    if (text->size() != generation.size)
      return problem(
          path,
          fmt::format("it has {} bytes, and had {} when it was replaced", text->size(), generation.size),
          cure);
    if (auto const damage = damage_of("", *text, config_.kg.graph.depth); !damage.empty())
      return problem(path, damage, cure);
    auto const stamp = stamp_at(session_.directory(), path);
    if (stamp && stamp->inode == generation.inode && stamp->modified_ns != generation.modified_ns)
      note(path, "another program wrote to it after it was replaced");
  }

  Session const& session_;
  Config const& config_;
  StoredCheckup& stored_;
  uid_t daemon_ = own_user(); ///< of the state directory
};

} // namespace

void check_private_directory(Session const& session, Config const& config, StoredCheckup& stored) {
  auto const claim = Claim::take_soon(session, claim_patience);
  if (claim) return PrivateChecks(session, config, stored).run();
  stored.checkup.push_back({Diagnosed::Weight::problem, session.shown(), claim.error().message,
                            "artifactctl doctor --fsck  # again, later"});
}

} // namespace artifactd
