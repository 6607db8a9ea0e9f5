#include "agents/report/play_repair.hpp"

#include "agents/common/request_file.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/clock.hpp"
#include "state/platform/digest.hpp"
#include "state/platform/identity.hpp"
#include "state/platform/stamp.hpp"
#include "state/session/session_layout.hpp"

namespace artifactd::report {

namespace {

constexpr std::size_t digits_of_an_id = 12;
constexpr auto claim_patience = std::chrono::seconds(10); // others hold the claim for milliseconds
constexpr std::int64_t a_second = 1'000'000'000;          // ns

} // namespace

std::string short_digest(std::string_view text) {
  return hex(sha256(text)).substr(0, digits_of_an_id);
}

std::string digest_of_files(std::vector<game::GameFile> const& files) {
  Digest digest;
  for (auto const& file : files)
    digest.add(file.name).add(file.bytes);
  return digest.hex();
}

Result<void> drop_edit(Claim const& claim, Session const& session, std::string const& edit, Name const& agent,
                       std::vector<std::string> const& errors) {
  auto const name = Name::parse(edit);
  auto const kind = Kind::parse("edit");
  if (!name || !kind) return fail(Fault::invalid, edit + " is not a valid name of an edit");
  SignalName const signal{*name, *kind};
  if (stamp_at(session.directory(), layout::refused(signal))) return {};
  return submit_request(claim, session, signal, layout::request_of(*name),
                        pretty(Value{{"agent", agent.str()}, {"errors", errors}}) + "\n");
}

Result<std::string> repair_play(Session const& session, PlayBook& book, PlayIssue const& issue,
                                Name const& agent, std::string const& artifacts) {
  RepairAsked repair{session.shown(), agent.str(), artifacts, issue.type + " " + issue.phase, ""};
  repair.edit = "play-" + short_digest(repair.artifacts + repair.fault);
  auto const now = wall_now_ns() / a_second;
  auto const leave = TRY(answer_as_self([&] { return book.leave_for(repair, now); }));
  if (leave != RepairLeave::granted) return std::string();
  // If it is killed before this is counted, it is submitted again under the same name.
  TRY(drop_edit(TRY(Claim::take_soon(session, claim_patience)), session, repair.edit, agent,
                {issue.message}));
  TRY(answer_as_self([&] { return book.asked_for(repair, now); }));
  return repair.edit;
}

} // namespace artifactd::report
