#include "agents/report/adoption.hpp"

#include "agents/report/played.hpp"
#include "merge/game/checks/validation.hpp"
#include "merge/play/record/record_walk.hpp"
#include "merge/play/runtime/legality.hpp"
#include "merge/play/runtime/state_digest.hpp"
#include "state/json/json_member.hpp"
#include "state/platform/clock.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/finding.hpp"

#include <fmt/core.h>

namespace artifactd::report {

namespace {

using game::Value;
using play::RecordLine;

/// The current artifacts of the play's agent, if they are valid.
Result<std::vector<game::GameFile>> current_files(Session const& session, play::RecordMeta const& meta) {
  auto const agent = Name::parse(meta.agent);
  auto files = agent ? game_files_of(session, *agent) : std::vector<game::GameFile>();
  if (files.empty())
    return fail(Fault::missing, fmt::format("play '{}': meta.json names no agent whose artifacts are in {}",
                                            meta.id, session.shown()));
  if (auto const findings = game::validate(game::Game(files)); first_error(findings) != nullptr)
    return fail(Fault::invalid, fmt::format("the artifacts of '{}' are faulty: {}", agent->str(),
                                            first_error(findings)->message));
  return files;
}

/// Walks to the step where the new game can take over.
class Takeover {
public:
  Takeover(std::vector<game::GameFile> const& former, std::vector<game::GameFile> const& files,
           play::Record const& record)
      : record_(record), former_(former), game_(files), former_walk_(former_, record.meta.players),
        runtime_(game_, record.meta.players) {}

  Adoption find() {
    auto const last = record_.last_step();
    Adoption adoption{1, last, runtime_.program().layout().state(runtime_.start(), runtime_.pool())};
    for (auto const& line : record_.judged()) {
      note(line.step, adoption);
      static_cast<void>(former_walk_.take(line));
    }
    note(last + 1, adoption);
    return adoption;
  }

private:
  /// The play as it is before that step.
  void note(std::uint64_t step, Adoption& adoption) {
    if (!former_walk_.begun()) return;
    if (former_walk_.row() != checked_) {
      checked_ = former_walk_.row();
      auto state = former_walk_.state();
      fits_ = fits(state);
      if (fits_) adoption.state = std::move(state);
    }
    if (fits_) adoption.from = step;
  }

  bool fits(Value const& state) {
    auto const row = runtime_.program().layout().row(state, runtime_.pool());
    if (!row || !play::illegal_in(runtime_, *row).empty()) return false;
    auto const standing = runtime_.standing(*row);
    return standing.phase != nullptr && standing.next != play::Standing::Next::deadlock;
  }

  play::Record const& record_;
  game::Game former_;
  game::Game game_;
  play::RecordWalk former_walk_;
  play::Runtime runtime_;
  play::Row checked_;
  bool fits_ = false;
};

/// The play and the artifacts offered to it.
struct Offer {
  Played played;
  std::vector<game::GameFile> files;
  bool is_taken = false; ///< it is already played with them
  bool is_done = false;  ///< and nothing remains to be done
};

/// For a play that adopted the artifacts: false if a process was killed before it finished the rest.
bool is_done(play::Record const& record, play::RecordMeta const& written) {
  auto const& last = record.lines.back();
  return written.artifacts == record.meta.artifacts &&
         play::digests_of(record.artifacts) == record.meta.artifacts &&
         (!last.adopts_artifacts() || play::state_digest(record.state) == last.digest_after);
}

Result<Offer> offer_for(Session const& session, Name const& play) {
  auto const directory = TRY(open_directory(session.directory(), layout::play_of(play)));
  auto record = TRY(play::read_record(directory.get()));
  record.meta.id = play.str();
  auto files = TRY(current_files(session, record.meta));
  auto const is_taken = play::digests_of(files) == record.meta.artifacts;
  if (!is_taken) return Offer{TRY(read_play(session, play)), std::move(files)};
  auto const written = TRY(play::read_head(directory.get())).meta;
  auto const done = record.adopted == 0 || is_done(record, written);
  return Offer{{std::move(record), files, {}}, files, true, done};
}

Value digests_json(std::vector<game::GameFile> const& files) {
  auto json = Value::object();
  for (auto const& [name, digest] : play::digests_of(files))
    json[name] = digest;
  return json;
}

RecordLine line_of(Adoption const& adoption, Offer const& offer, std::string const& by) {
  auto const& lines = offer.played.record.lines;
  auto const before = lines.empty() ? RecordLine() : lines.back();
  return {.step = adoption.steps + 1,
          .at = iso8601_now(),
          .kind = RecordLine::Kind::restart,
          .phase_before = before.phase_after,
          .phase_after = play::current_phase(adoption.state),
          .digest_before = before.digest_after,
          .digest_after = play::state_digest(adoption.state),
          .more = {{"from", adoption.from},
                   {"reason", "the game was repaired"},
                   {"confirmedBy", by},
                   {"artifacts", digests_json(offer.files)},
                   {"state", adoption.state}}};
}

} // namespace

Result<std::optional<Adoption>> adoption_of(Session const& session, Name const& play) {
  auto const offer = TRY(offer_for(session, play));
  if (offer.is_taken) return std::nullopt;
  return Takeover(offer.played.files, offer.files, offer.played.record).find();
}

Result<std::optional<Adoption>> adopt(Session const& session, Name const& play, std::string const& by) {
  auto writer =
      TRY(play::RecordWriter::open(TRY(open_directory(session.directory(), layout::play_of(play)))));
  auto offer = TRY(offer_for(session, play));
  if (offer.is_done) return std::nullopt;
  auto meta = offer.played.record.meta;
  meta.artifacts = play::digests_of(offer.files);
  std::optional<Adoption> adoption;
  if (!offer.is_taken) {
    adoption = Takeover(offer.played.files, offer.files, offer.played.record).find();
    TRY(writer.stage(offer.files));
    TRY(writer.append(line_of(*adoption, offer, by)));
  }
  TRY(writer.adopt(meta));
  if (adoption) {
    TRY(writer.settle(adoption->state));
  } else if (auto const& last = offer.played.record.lines.back(); last.adopts_artifacts()) {
    TRY(writer.settle(last.more["state"]));
  }
  return adoption;
}

} // namespace artifactd::report
