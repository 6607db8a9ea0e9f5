#include "agents/state/update.hpp"

#include "agents/state/guard.hpp"
#include "state/json/parsed.hpp"
#include "state/json/tree.hpp"
#include "state/platform/clock.hpp"
#include "state/platform/digest.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/claim.hpp"
#include "state/settle/document.hpp"
#include "state/tuning/edit.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::tuning {

namespace {

constexpr auto longest_settling = std::chrono::seconds(10);
constexpr int tries = 20; // against a constant writer

/// The file in place; `state` only if its structure is valid.
struct InPlace {
  std::string text;
  std::optional<TuningState> state;
};

/// Now, or just after both states if the clock was set back.
std::string later_than(TuningState const* state, TuningState const* accepted) {
  auto now = wall_now_ns();
  for (auto const* each : {state, accepted})
    if (each != nullptr && each->updated_at) now = std::max(now, each->updated_at->ns + 1'000'000);
  return json::quote(iso8601(now));
}

Result<void> check_expected(InPlace const& base, std::optional<std::string> const& expected) {
  if (!expected) return {};
  auto const& state = base.state;
  auto const stamp = state && state->updated_at ? state->updated_at->node->string() : "null";
  auto const digest = Digest().add(base.text).hex();
  if (*expected == stamp || *expected == digest) return {};
  auto const by_digest = expected->size() == digest.size() && !expected->contains(':');
  return fail(Fault::changed,
              fmt::format("the state was changed meanwhile: {} is {}, expected was {}; read it again and "
                          "apply the change to it",
                          by_digest ? "its digest" : "updated_at", by_digest ? digest : stamp, *expected));
}

class Update {
public:
  Update(Claim const& claim, Session const& session, Change const& change,
         std::optional<std::string> const& expected, StateBounds const& bounds)
      : claim_(claim), session_(session), change_(change), expected_(expected), bounds_(bounds) {}

  Result<Updated> run(Publishing publishing, Changeable changeable) {
    TRY(recover_state(claim_, session_));
    auto history = TRY(StateHistory::open(session_));
    for (int attempt = 0; attempt < tries; ++attempt) {
      auto edition = read_edition(session_.directory(), layout::tuning_state, longest_state, pool_);
      if (!edition && edition.error().fault == Fault::changed) continue;
      if (!edition) return fail(std::move(edition).error());
      InPlace base{std::string(edition->bytes.view()), {}};
      auto judged = judge(layout::tuning_state, base.text);
      auto const is_json = tier_of(judged.findings) != Tier::syntax;
      if (!judged.state && (changeable == Changeable::sound || !is_json))
        return Updated{"", std::move(judged.findings), true};
      base.state = std::move(judged.state);
      auto accepted = TRY(predecessor(history, base, publishing));
      auto updated = TRY(changed(base, accepted ? &*accepted : nullptr));
      if (updated.refused || !updated.changed || publishing == Publishing::no) return updated;
      if (TRY(publish_it(history, edition->stamp, updated.text))) return updated;
    }
    return fail(Fault::busy, layout::tuning_state + " keeps being written by another program");
  }

private:
  /// What the change is a step from: the state in place if it is or can be accepted; else the one accepted
  /// last, so that no change carries over what would be refused.
  Result<std::optional<TuningState>> predecessor(StateHistory& history, InPlace const& base,
                                                 Publishing publishing) {
    auto good = TRY(history.last_good());
    auto const& text = base.text;
    if (!good || *good->state.text != text) {
      if (judge(layout::tuning_state, text, good ? &good->state : nullptr).refused()) {
        if (!good) return std::nullopt;
        return std::move(good->state);
      }
      if (publishing == Publishing::yes) TRY(accept_state(claim_, session_, history, text, bounds_));
    }
    return TuningState::read(text);
  }

  Result<Updated> changed(InPlace const& base, TuningState const* accepted) {
    TRY(check_expected(base, expected_));
    auto after = TRY(change_(base.text));
    if (after == base.text && base.state) return Updated{std::move(after), {}};
    after = TRY(set_member(after, "/updated_at", later_than(base.state ? &*base.state : nullptr, accepted)));
    auto judged = judge(layout::tuning_state, after, accepted);
    auto refused = judged.refused();
    return Updated{std::move(after), std::move(judged.findings), refused, true};
  }

  /// False if another program wrote meanwhile: its text is in place.
  Result<bool> publish_it(StateHistory& history, Stamp const& base, std::string const& text) {
    auto former = TRY(exchange_state(claim_, session_, layout::update_tag, base, text));
    if (!former) return false;
    TRY(accept_state(claim_, session_, history, text, bounds_));
    auto work = TRY(session_.private_directory(layout::work));
    TRY(remove_name(work.get(), *former)); // kept in the history, unless it was refused
    return true;
  }

  Claim const& claim_;
  Session const& session_;
  Change const& change_;
  std::optional<std::string> const& expected_;
  StateBounds const& bounds_;
  BufferPool pool_;
};

} // namespace

Json to_json(Updated const& updated) {
  Json json{{"version", 1},
            {"accepted", !updated.refused},
            {"changed", updated.changed && !updated.refused},
            {"findings", to_json(updated.findings)}};
  if (updated.refused) return json;
  JsonNode const root(updated.text);
  auto const* updated_at = root.find("updated_at");
  json["updated_at"] = updated_at == nullptr ? Json() : json::value_of(updated_at->text());
  json["digest"] = Digest().add(updated.text).hex();
  return json;
}

Result<Updated> update(Session const& session, Change const& change,
                       std::optional<std::string> const& expected, Publishing publishing,
                       StateBounds const& bounds, Changeable changeable) {
  auto claim = TRY(Claim::take_soon(session, longest_settling));
  return update(claim, session, change, expected, publishing, bounds, changeable);
}

Result<Updated> update(Claim const& claim, Session const& session, Change const& change,
                       std::optional<std::string> const& expected, Publishing publishing,
                       StateBounds const& bounds, Changeable changeable) {
  return Update(claim, session, change, expected, bounds).run(publishing, changeable);
}

} // namespace artifactd::tuning
