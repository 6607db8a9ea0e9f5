#include "merge/game/delta/delta_operations.hpp"

#include <algorithm>

namespace artifactd::game {

namespace {

namespace delta_table {

constexpr auto present_or_null = MemberDemand::present;
constexpr auto truthy = MemberDemand::truthy;
constexpr auto some_text = MemberDemand::text;
constexpr auto may_lack = MemberNeed::optional;

constexpr DeltaMember path_and_value[] = {{"path", truthy}, {"value", present_or_null}};
constexpr DeltaMember only_path[] = {{"path", truthy}};
constexpr DeltaMember transfer_written[] = {
    {"fromPath", truthy}, {"toPath", truthy}, {"amount", present_or_null}};
constexpr DeltaMember rng_written[] = {
    {"path", truthy}, {"choices", MemberDemand::filled_array}, {"probabilities", MemberDemand::array}};
constexpr DeltaMember all_players_written[] = {{"field", truthy}, {"value", present_or_null}};
constexpr DeltaMember map_written[] = {
    {"keyPath", truthy}, {"path", truthy}, {"map", MemberDemand::filled_object}};
constexpr DeltaMember source_written[] = {
    {"path", truthy}, {"dataSourceId", truthy}, {"paramValues", MemberDemand::object}};

constexpr DeltaMember path_applied[] = {{"path", some_text}};
constexpr DeltaMember increment_applied[] = {{"path", some_text}, {"value", MemberDemand::number_or_text}};
constexpr DeltaMember transfer_applied[] = {
    {"fromPath", some_text}, {"toPath", some_text}, {"value", MemberDemand::number_or_text, may_lack}};
constexpr DeltaMember merge_applied[] = {{"path", some_text}, {"value", MemberDemand::object}};
constexpr DeltaMember rng_applied[] = {
    {"path", some_text}, {"choices", MemberDemand::array}, {"probabilities", MemberDemand::numbers}};
constexpr DeltaMember all_players_applied[] = {{"field", some_text}};
constexpr DeltaMember map_applied[] = {
    {"keyPath", some_text}, {"map", MemberDemand::object}, {"path", some_text}};
constexpr DeltaMember source_applied[] = {{"dataSourceId", some_text},
                                          {"path", some_text},
                                          {"paramValues", MemberDemand::object, may_lack},
                                          {"aggregatorId", some_text, may_lack},
                                          {"extractField", some_text, may_lack}};

constexpr DeltaOperation operations[] = {
    {DeltaOp::set, "set", path_and_value, path_applied},
    {DeltaOp::increment, "increment", path_and_value, increment_applied},
    {DeltaOp::append, "append", path_and_value, path_applied},
    {DeltaOp::remove, "delete", only_path, path_applied},
    {DeltaOp::transfer, "transfer", transfer_written, transfer_applied},
    {DeltaOp::merge, "merge", path_and_value, merge_applied},
    {DeltaOp::rng, "rng", rng_written, rng_applied},
    {DeltaOp::set_for_all_players, "setForAllPlayers", all_players_written, all_players_applied},
    {DeltaOp::set_from_map, "setFromMap", map_written, map_applied},
    {DeltaOp::set_from_data_source, "setFromDataSource", source_written, source_applied},
};

} // namespace delta_table

} // namespace

std::span<DeltaOperation const> delta_operations() noexcept {
  return delta_table::operations;
}

DeltaOperation const* delta_operation(std::string_view name) noexcept {
  auto const* found = std::ranges::find(delta_table::operations, name, &DeltaOperation::name);
  return found == std::end(delta_table::operations) ? nullptr : found;
}

} // namespace artifactd::game
