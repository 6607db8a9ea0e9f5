#include "daemon/queries/examined_play.hpp"

namespace artifactd {

Result<ExaminedPlay> examine_play(play::Record record, std::string const& shown,
                                  std::vector<game::GameFile> const& others, Detecting detecting,
                                  std::uint64_t to) {
  auto const& files = others.empty() ? record.artifacts : others;
  if (files.empty())
    return fail(Fault::missing, shown + ": it holds no artifacts; --game DIR says where they are");
  game::Game const game(files);
  auto check = play::check_record(game, record, to);
  if (others.empty() && play::digests_of(files) != record.meta.artifacts)
    check.departures.push_back({0, "the artifacts in it are not those that meta.json names"});
  auto issues = detecting == Detecting::yes ? play::detect(game, record) : std::vector<play::DetectedIssue>();
  return ExaminedPlay{std::move(record), std::move(check), std::move(issues)};
}

Json to_json(ExaminedPlay const& play, PlayDetail detail) {
  Json json{{"version", 1},
            {"id", play.record.meta.id},
            {"game", play.record.meta.game},
            {"players", play.record.meta.players},
            {"steps", play.record.lines.size()},
            {"phase", play.check.phase},
            {"over", play.check.over},
            {"issues", json_list(play.issues)},
            {"departures", json_list(play.check.departures)}};
  if (detail == PlayDetail::faults) return json;
  json["lines"] = json_list(play.record.lines);
  json["state"] = play.check.state;
  return json;
}

} // namespace artifactd
