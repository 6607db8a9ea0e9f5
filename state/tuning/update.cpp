#include "state/tuning/update.hpp"

#include "state/atomic_file.hpp"
#include "state/clock.hpp"
#include "state/digest.hpp"
#include "state/session_layout.hpp"
#include "state/settle/claim.hpp"
#include "state/settle/generations.hpp"
#include "state/settle/leftovers.hpp"
#include "state/settle/publish.hpp"
#include "state/tuning/edit.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fmt/core.h>

namespace artifactd::tuning {

namespace {

constexpr std::uint64_t longest_state = 64u << 20;
constexpr auto longest_settling = std::chrono::seconds(10);
constexpr int tries = 20; // against one who writes all the time

/// Later than what stands there, whatever the clock says.
std::string later_than(TuningState const& state) {
  auto now = wall_now_ns();
  if (state.updated_at) now = std::max(now, state.updated_at->ns + 1'000'000);
  return json::quote(iso8601(now));
}

Result<void> check_expected(TuningState const& state, std::optional<std::string> const& expected) {
  if (!expected) return {};
  auto stamp = state.updated_at ? state.updated_at->node->string() : "null";
  if (*expected == stamp || *expected == Digest().add(*state.text).hex()) return {};
  return fail(
      Fault::changed,
      fmt::format("the state was changed meanwhile: updated_at is {}, expected was {}; read it again and "
                  "apply the change to it",
                  stamp, *expected));
}

/// What another wrote in the last instant was swapped out: it stands, ours goes.
Result<void> give_back(int work, Place const& place, std::string const& theirs) {
  if (::renameat2(work, theirs.c_str(), place.directory.get(), place.name.c_str(), RENAME_EXCHANGE) < 0)
    return fail(errno_error("exchange", place.path));
  return remove_name(work, theirs); // the name is that of ours now
}

class Update {
public:
  Update(Session const& session, Place place, Change const& change,
         std::optional<std::string> const& expected)
      : session_(session), place_(std::move(place)), change_(change), expected_(expected) {}

  Result<Updated> run(Publishing publishing) {
    auto claim = TRY(Claim::take_soon(session_, longest_settling));
    if (TRY(has_leftovers(session_))) TRY(recover());
    for (int attempt = 0; attempt < tries; ++attempt) {
      auto edition = read_edition(place_.directory.get(), place_.name, longest_state, pool_);
      if (!edition && edition.error().fault == Fault::changed) continue;
      if (!edition) return fail(std::move(edition).error());
      auto updated = TRY(changed(std::string(edition->bytes.view())));
      if (updated.refused || !updated.changed || publishing == Publishing::no) return updated;
      if (TRY(publish_it(edition->stamp, updated.text))) return updated;
    }
    return fail(Fault::busy, place_.path + " is written by another program again and again");
  }

private:
  Result<void> recover() {
    auto work = TRY(session_.private_directory(layout::work));
    for (auto const& name : TRY(clear_leftovers(session_, place_)).foreign) {
      auto inodes = parse_swap_name(place_.tag, name);
      auto standing = stamp_at(place_.directory.get(), place_.name);
      if (inodes && standing && standing->inode == inodes->own) // killed before it could give back
        TRY(give_back(work.get(), place_, name));
      else
        TRY(TRY(Generations::open(session_)).archive(work.get(), name, Origin::foreign));
    }
    return {};
  }

  Result<Updated> changed(std::string text) {
    auto before = judge(place_.path, std::move(text));
    if (!before.state) return Updated{"", std::move(before.findings), true};
    auto const& accepted = *before.state;
    TRY(check_expected(accepted, expected_));
    auto after = TRY(change_(*accepted.text));
    if (after == *accepted.text) return Updated{std::move(after), {}};
    after = TRY(set_member(after, "/updated_at", later_than(accepted)));
    auto judged = judge(place_.path, after, &accepted);
    auto refused = judged.refused();
    return Updated{std::move(after), std::move(judged.findings), refused, true};
  }

  /// False when another wrote meanwhile: what it wrote is in place.
  Result<bool> publish_it(Stamp const& base, std::string const& text) {
    std::array const pieces = {std::string_view(text)};
    auto swap = TRY(publish(session_, place_, base, pieces));
    if (swap.outcome == SwapOutcome::base_moved) return false;
    auto work = TRY(session_.private_directory(layout::work));
    if (swap.outcome != SwapOutcome::clean) {
      TRY(give_back(work.get(), place_, swap.old_name));
      return false;
    }
    auto generations = TRY(Generations::open(session_));
    TRY(generations.archive(work.get(), swap.old_name, Origin::own, swap.old));
    TRY(generations.prune({}));
    return true;
  }

  Session const& session_;
  Place place_;
  Change const& change_;
  std::optional<std::string> const& expected_;
  BufferPool pool_;
};

} // namespace

Result<Updated> update(Session const& session, std::string const& file, Change const& change,
                       std::optional<std::string> const& expected, Publishing publishing) {
  Place place{TRY(open_directory(session.directory(), ".")), file, file, "state"};
  return Update(session, std::move(place), change, expected).run(publishing);
}

} // namespace artifactd::tuning
