#include "daemon/queries/graph_versions.hpp"

#include "daemon/queries/graph_state.hpp"
#include "daemon/queries/graph_text.hpp"
#include "daemon/settling/policies.hpp"
#include "state/platform/clock.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/settled.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <ranges>

namespace artifactd {

namespace {

constexpr std::size_t most_kept = 500'000;                      ///< entries in memory, some 100 bytes each
constexpr std::size_t largest_compared = std::size_t{16} << 20; ///< of a generation, in bytes

std::string file_of(Generation const& generation) {
  return layout::generations + "/" + generation.name;
}

/// A merge may rename the oldest generation and overwrite its file: bytes read after that belong to no
/// version.
Result<std::string> text_of(Session const& session, Generation const& generation, std::size_t most) {
  auto text = read_file(session.directory(), file_of(generation), most);
  auto const kept = stamp_at(session.directory(), file_of(generation));
  if (!kept && kept.error().fault == Fault::missing)
    return fail(Fault::missing, fmt::format("generation {} is no longer kept", generation.number));
  return text;
}

Result<GraphVersion> version_of(Config const& config, Session const& session, Generation const& generation,
                                std::size_t most) {
  GraphVersion version{generation, TRY(text_of(session, generation, most))};
  auto const damage = damage_of("", version.text, kg_policy(config).graph.depth);
  if (!damage.empty())
    return fail(Fault::unsafe, fmt::format("generation {} is damaged: {}", generation.number, damage));
  return version;
}

Result<KnownEntries::Entries> entries_of_generation(Config const& config, Session const& session,
                                                    Generation const& generation, KnownEntries& known) {
  auto const key = session.shown() + "/" + generation.name;
  if (auto found = known.find(key)) return found;
  auto const version = TRY(version_of(config, session, generation, largest_compared));
  auto entries = std::make_shared<GraphEntries const>(entries_of(version.text));
  known.keep(key, entries);
  return entries;
}

/// The agents whose signals a version lists and the one before it does not.
std::vector<std::string> makers_of(Session const& session, std::string const& file,
                                   Generation const* before) {
  auto const listed = settled_by_file(session.directory(), file);
  if (!listed) return {};
  auto const former = before == nullptr
                          ? SettledSignals()
                          : settled_by_file(session.directory(), file_of(*before)).value_or(SettledSignals());
  std::vector<std::string> agents;
  for (auto const& line : listed->lines()) {
    if (std::ranges::find(former.lines(), line) != former.lines().end()) continue;
    auto const word = line.substr(0, line.find(' '));
    auto name = word.substr(0, word.rfind('.'));
    if (std::ranges::find(agents, name) == agents.end()) agents.push_back(std::move(name));
  }
  return agents;
}

/// Goes back from version to version while there are values whose origin is not known.
class Descent {
public:
  Descent(Config const& config, Session const& session, KnownEntries& known)
      : config_(config), session_(session), known_(known) {}

  Result<GraphOrigins> descend(Moment until) {
    auto const now = TRY(graph_version(config_, session_, std::nullopt, largest_compared));
    auto const place = TRY(graph_place(config_, session_));
    auto entries = entries_of(now.text);
    auto const generations = TRY(list_generations(session_));
    found_.complete = entries.complete;
    for (auto& each : entries.all)
      found_.rows.push_back({std::move(each), std::nullopt, 0, false, {}});
    for (std::size_t i = 0; i < found_.rows.size(); ++i)
      open_.push_back(i);
    auto const* newer = static_cast<Generation const*>(nullptr);
    for (auto const& generation : generations | std::views::reverse) {
      if (open_.empty()) break;
      auto const before = Monotonic::now() < until
                              ? entries_of_generation(config_, session_, generation, known_)
                              : Result<KnownEntries::Entries>(fail(Fault::busy, "too many generations"));
      if (!before) break;
      close(**before, newer, place, &generation);
      newer = &generation;
    }
    settle_rest(newer, place, generations);
    return std::move(found_);
  }

private:
  /// Those that `before` does not have came with the version after it.
  void close(GraphEntries const& before, Generation const* version, std::string const& place,
             Generation const* former) {
    std::vector<std::size_t> open;
    std::vector<std::size_t> closed;
    for (auto const row : open_) {
      auto const* same = before.same_place(found_.rows[row].entry);
      (same != nullptr && same->digest == found_.rows[row].entry.digest ? open : closed).push_back(row);
    }
    if (!closed.empty()) attribute(closed, version, place, former);
    open_ = std::move(open);
  }

  void attribute(std::vector<std::size_t> const& rows, Generation const* version, std::string const& place,
                 Generation const* former) {
    auto const file = version == nullptr ? place : file_of(*version);
    auto const stamp = stamp_at(session_.directory(), file);
    auto const makers = makers_of(session_, file, former);
    for (auto const row : rows) {
      auto& origin = found_.rows[row];
      if (version != nullptr) origin.generation = version->number;
      origin.at_ns = version != nullptr ? version->modified_ns : stamp ? stamp->modified_ns : 0;
      origin.agents = origin.entry.agent.empty() ? makers : std::vector{origin.entry.agent};
    }
  }

  void settle_rest(Generation const* oldest, std::string const& place,
                   std::vector<Generation> const& generations) {
    if (open_.empty()) return;
    // Before the first generation there was no graph: then the version is known to be the first.
    auto const first = generations.empty() || generations.front().number == 1;
    auto const all_read = generations.empty() || oldest == &generations.front();
    attribute(open_, oldest, place, nullptr);
    if (first && all_read) return;
    for (auto const row : open_) {
      found_.rows[row].older = true;
      if (found_.rows[row].entry.agent.empty()) found_.rows[row].agents.clear();
    }
  }

  Config const& config_;
  Session const& session_;
  KnownEntries& known_;
  GraphOrigins found_{};
  std::vector<std::size_t> open_{}; ///< rows that all versions so far have
};

} // namespace

Result<GraphVersion> graph_version(Config const& config, Session const& session,
                                   std::optional<std::uint64_t> number, std::size_t most) {
  if (!number) return GraphVersion{std::nullopt, TRY(graph_text(config, session, most)).bytes};
  for (auto const& each : TRY(list_generations(session)))
    if (each.number == *number) return version_of(config, session, each, most);
  return fail(Fault::missing, fmt::format("generation {} is not kept", *number));
}

KnownEntries::Entries KnownEntries::find(std::string const& version) const {
  std::lock_guard const lock(mutex_);
  for (auto const& [name, entries] : kept_)
    if (name == version) return entries;
  return nullptr;
}

void KnownEntries::keep(std::string const& version, Entries entries) {
  std::lock_guard const lock(mutex_);
  kept_.emplace_back(version, std::move(entries));
  std::size_t held = 0;
  for (auto const& each : kept_)
    held += each.second->all.size();
  while (held > most_kept && kept_.size() > 1) {
    held -= kept_.front().second->all.size();
    kept_.pop_front();
  }
}

Result<GraphOrigins> graph_origins(Config const& config, Session const& session, KnownEntries& known,
                                   Duration patience) {
  return Descent(config, session, known)
      .descend(Monotonic::now() + std::chrono::duration_cast<Monotonic::duration>(patience));
}

Json to_json(GraphOrigin const& origin) {
  auto json = to_json(origin.entry);
  json["generation"] = origin.generation ? Json(*origin.generation) : Json();
  json["at"] = iso8601(origin.at_ns);
  json["older"] = origin.older;
  json["agents"] = origin.agents;
  return json;
}

} // namespace artifactd
