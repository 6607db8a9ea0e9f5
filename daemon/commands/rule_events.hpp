// What `artifactctl rule draft` tells programs: one JSON object a line.
#pragma once

#include "daemon/commands/rule_work.hpp"

#include <nlohmann/json.hpp>
#include <string>

namespace artifactd {

void print_event(nlohmann::ordered_json const& event);

[[nodiscard]] nlohmann::ordered_json survey_event(PathSurvey const& survey);
/// Before the first call of a model: what it gets, and where.
[[nodiscard]] nlohmann::ordered_json sending_event(RuleWork const& work);
/// `number`: of the shape, from 1.
[[nodiscard]] nlohmann::ordered_json state_event(RuleWork const& work, std::size_t number);
[[nodiscard]] nlohmann::ordered_json refused_event(RuleWork const& work, std::size_t number);
[[nodiscard]] nlohmann::ordered_json error_event(RuleWork const& work, std::size_t number);
[[nodiscard]] nlohmann::ordered_json result_event(RuleWork const& work, std::size_t number);

} // namespace artifactd
