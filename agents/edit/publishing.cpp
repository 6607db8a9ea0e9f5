#include "agents/edit/publishing.hpp"

#include "merge/kg/kg_kind.hpp"
#include "state/json/json_member.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/claim.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fmt/core.h>

namespace artifactd::editor {

namespace {

constexpr auto publishing_patience = std::chrono::seconds(10); // others hold the claim for milliseconds
constexpr std::string_view about_edits = "edit ";

SignalName kg_signal(Name const& agent) {
  return {agent, kg_kind};
}

std::string about_of(Name const& agent, std::string const& run) {
  return fmt::format("{}{} {}", about_edits, agent.str(), run);
}

/// Resubmits the refused signal, or creates a new one; an existing one serves as well.
Result<void> submit(Session const& session, Name const& agent) {
  auto const signal = layout::signal(kg_signal(agent));
  auto const refused = layout::refused(kg_signal(agent));
  auto const renamed = ::renameat2(session.directory(), refused.c_str(), session.directory(), signal.c_str(),
                                   RENAME_NOREPLACE);
  if (renamed < 0 && errno != ENOENT && errno != EEXIST) return fail(errno_error("rename", refused));
  if (renamed < 0 && errno == ENOENT) {
    auto made = open_beneath(session.directory(), signal, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (!made && made.error().fault != Fault::exists) return fail(std::move(made).error());
    if (made) TRY(adopt(made->get(), session, session.file_mode()));
  }
  return sync_directory(session.directory());
}

Result<std::vector<FileEdit>> file_edits(Session const& session, Name const& agent, ArtifactSet const& judged,
                                         std::vector<game::GameFile> const& changed) {
  std::vector<FileEdit> edits;
  for (auto const& file : changed) {
    auto path = layout::artifacts_of(agent) + "/" + file.name;
    auto former = std::ranges::find(judged.files, file.name, &Artifact::name);
    if (former == judged.files.end()) {
      edits.push_back({path, std::nullopt, file.bytes, session.file_mode()});
      continue;
    }
    auto const stamp = TRY(stamp_at(session.directory(), path));
    edits.push_back({path, former->bytes, file.bytes, stamp.mode & 0777});
  }
  return edits;
}

Result<bool> exists(Session const& session, std::string const& file) {
  return TRY(unless_missing(stamp_at(session.directory(), file))).has_value();
}

struct Unfinished {
  Name agent;
  std::string run;
};

/// std::nullopt for a change set that is not an edit's.
std::optional<Unfinished> unfinished_edit(ChangeSet const& set) {
  auto const& about = set.intent().about;
  if (!about.starts_with(about_edits)) return std::nullopt;
  auto const blank = about.find(' ', about_edits.size());
  if (blank == about.npos) return std::nullopt;
  auto agent = Name::parse(std::string_view(about).substr(about_edits.size(), blank - about_edits.size()));
  if (!agent) return std::nullopt;
  auto const place = layout::artifacts_of(*agent) + "/";
  auto beneath = [&](std::string const& path) {
    return path.starts_with(place) && path.find('/', place.size()) == path.npos;
  };
  if (!std::ranges::all_of(set.paths(), beneath)) return std::nullopt;
  return Unfinished{*std::move(agent), about.substr(blank + 1)};
}

bool is_published(Session const& session, std::string const& run) {
  auto verdict = read_run_json(session, run, "verdict.json");
  return verdict && text_member(*verdict, "end") == edit_end_word(EditEnd::published);
}

/// The process that wrote the verdict may have ended or failed before it was on disk.
Result<void> sync_verdict(Session const& session, std::string const& run) {
  return sync_directory(TRY(open_directory(session.directory(), layout::runs + "/" + run)).get());
}

} // namespace

Result<bool> is_still_wanted(Session const& session, EditOrder const& order, ArtifactSet const& judged,
                             ArtifactLimits const& limits) {
  if (!order.asking.empty() && !TRY(exists(session, order.asking))) return false;
  if (TRY(exists(session, layout::signal(kg_signal(order.agent))))) return false;
  return still_the_same(session, order.agent, judged, limits);
}

Result<bool> publish_edit(Session const& session, EditOrder const& order, RunRecord const& record,
                          ArtifactSet const& judged, std::vector<game::GameFile> const& changed,
                          ArtifactLimits const& limits, std::function<Result<void>()> const& conclude) {
  auto const claim = TRY(Claim::take_soon(session, publishing_patience));
  if (!TRY(is_still_wanted(session, order, judged, limits))) return false;
  auto const edits = TRY(file_edits(session, order.agent, judged, changed));
  auto carried =
      ChangeSet::carry_out(session.directory(), {session.shown(), about_of(order.agent, record.id())}, edits);
  if (!carried && carried.error().fault == Fault::changed) return false;
  auto set = TRY(std::move(carried));
  if (auto concluded = conclude(); !concluded) {
    // The verdict may exist all the same: then the next recovery finishes it.
    if (!is_published(session, record.id())) TRY(set.undo());
    return fail(std::move(concluded).error());
  }
  TRY(submit(session, order.agent));
  TRY(set.keep());
  return true;
}

Result<bool> recover_edit(Session const& session) {
  if (!TRY(exists(session, layout::change_room))) return false;
  auto const claim = TRY(Claim::take_soon(session, publishing_patience));
  return recover_claimed_edit(session);
}

Result<bool> recover_claimed_edit(Session const& session) {
  if (!TRY(exists(session, layout::change_room))) return false;
  auto found = ChangeSet::find(session.directory());
  if (!found && found.error().fault == Fault::busy) return false; // its creator is alive
  auto set = TRY(std::move(found));
  if (!set) return true;
  auto const edit = unfinished_edit(*set);
  if (!edit) return false;
  if (!is_published(session, edit->run)) {
    TRY(set->undo());
    return true;
  }
  TRY(sync_verdict(session, edit->run));
  TRY(submit(session, edit->agent));
  TRY(set->keep());
  return true;
}

} // namespace artifactd::editor
