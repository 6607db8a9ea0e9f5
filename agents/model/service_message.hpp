// Messages between `artifactd model` and its clients: JSON, one question and one answer per connection. The
// input may be anything: it is read completely, or Fault::invalid says why not.
//
//   {"version":1,"ask":"call","model":KEY,"session":…,"run":…,"room_ns":…,"misnamed":…,"request":{…}}
//   {"version":1,"reply":{…}}  or  {"version":1,"failure":{…}}          (agents/model/message_json)
//   {"version":1,"ask":"report"}
//   {"version":1,"day":…,"tokens":…,"micro_dollars":…,"unpriced_tokens":…,"keys":{KEY:…},"days":[…]}
#pragma once

#include "agents/model/budget.hpp"
#include "agents/model/call_book.hpp"
#include "state/platform/result.hpp"

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace artifactd::model {

/// A call charged to a spender's accounts.
struct CallWanted {
  std::string key;
  Spender spender;
  Duration room{};       ///< until the caller's deadline; at most a day
  bool misnamed = false; ///< the endpoint is asked for a model that does not exist, to see how it reacts
  Request request;
};

/// Asks for the state of the service: what was spent, and which keys can be read.
struct ReportWanted {};

using Question = std::variant<CallWanted, ReportWanted>;

struct ServiceReport {
  std::string day; ///< "2026-11-21"
  Spending spent;
  /// By the model's key: "" if its secret can be read or it needs none, else why not. Never the secret.
  std::map<std::string, std::string> keys;
  std::vector<CallDay> days = {}; ///< by day, then by model
};

using Outcome = std::expected<Reply, Failure>;

[[nodiscard]] std::string to_text(Question const& question);
[[nodiscard]] std::string to_text(Outcome const& outcome);
[[nodiscard]] std::string to_text(ServiceReport const& report);

Result<Question> question_from_text(std::string_view text);
Result<Outcome> outcome_from_text(std::string_view text);
Result<ServiceReport> report_from_text(std::string_view text);

} // namespace artifactd::model
