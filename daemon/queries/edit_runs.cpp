#include "daemon/queries/edit_runs.hpp"

#include "agents/edit/run_record.hpp"
#include "state/json/json_member.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

EditRunRow row_of(Session const& session, std::string const& id) {
  auto const order = editor::read_run_json(session, id, "order.json").value_or(Json::object());
  auto const verdict = editor::read_run_json(session, id, "verdict.json").value_or(Json::object());
  auto const end = text_member(verdict, "end");
  return {.run = id,
          .agent = text_member(order, "agent"),
          .engine = text_member(order, "engine"),
          .asked_by = text_member(order, "asked_by"),
          .at = text_member(order, "at"),
          .end = end.empty() ? "open" : end};
}

Result<void> demand_run(Session const& session, std::string const& id) {
  auto const runs = TRY(editor::list_runs(session));
  if (std::ranges::find(runs, id) != runs.end()) return {};
  return fail(Fault::missing, fmt::format("no run {} is kept here", printable(id)));
}

} // namespace

Result<std::vector<EditRunRow>> edit_runs(Session const& session) {
  std::vector<EditRunRow> rows;
  for (auto const& id : TRY(editor::list_runs(session)))
    rows.push_back(row_of(session, id));
  return rows;
}

Result<EditRunRecord> edit_run_record(Session const& session, std::string const& id) {
  TRY(demand_run(session, id));
  EditRunRecord record{.row = row_of(session, id),
                       .order = TRY(editor::read_run_json(session, id, "order.json"))};
  auto verdict = editor::read_run_json(session, id, "verdict.json");
  if (!verdict && verdict.error().fault != Fault::missing) return fail(std::move(verdict).error());
  if (verdict) record.verdict = *std::move(verdict);
  while (auto plan = editor::read_run_json(session, id, editor::plan_file(record.plans.size())))
    record.plans.push_back(*std::move(plan));
  record.diff = editor::read_run_file(session, id, "patch.diff").value_or("");
  return record;
}

Json to_json(std::vector<EditRunRow> const& runs) {
  auto rows = Json::array();
  for (auto const& run : runs)
    rows.push_back({{"run", run.run},
                    {"agent", run.agent},
                    {"engine", run.engine},
                    {"asked_by", run.asked_by},
                    {"at", run.at},
                    {"end", run.end}});
  return {{"version", 1}, {"runs", std::move(rows)}};
}

Json to_json(EditRunRecord const& record) {
  return {{"version", 1},          {"run", record.row.run},     {"order", record.order},
          {"plans", record.plans}, {"verdict", record.verdict}, {"diff", record.diff}};
}

} // namespace artifactd
