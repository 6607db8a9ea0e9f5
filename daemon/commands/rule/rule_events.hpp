// The output of `artifactctl rule draft` for programs: one JSON object per line.
#pragma once

#include "daemon/commands/rule/rule_work.hpp"

#include <nlohmann/json.hpp>
#include <string>

namespace artifactd {

[[nodiscard]] nlohmann::ordered_json survey_event(PathSurvey const& survey);
/// Before the first call of a model: what is sent, and where to.
[[nodiscard]] nlohmann::ordered_json sending_event(RuleWork const& work);
/// `number`: of the shape, starting at 1.
[[nodiscard]] nlohmann::ordered_json state_event(RuleWork const& work, std::size_t number);
[[nodiscard]] nlohmann::ordered_json refused_event(RuleWork const& work, std::size_t number);
[[nodiscard]] nlohmann::ordered_json error_event(RuleWork const& work, std::size_t number);
[[nodiscard]] nlohmann::ordered_json result_event(RuleWork const& work, std::size_t number);

} // namespace artifactd
