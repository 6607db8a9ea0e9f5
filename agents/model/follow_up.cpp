#include "agents/model/follow_up.hpp"

#include "state/json/raw_text.hpp"
#include "state/vocabulary/names.hpp"
#include "state/vocabulary/utf8.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::model {

namespace {

std::string list_of(std::span<std::string const> faults) {
  std::string list;
  for (auto const& each : faults.first(std::min(faults.size(), most_faults_told)))
    list += fmt::format("- {}\n", extraction::shortened(each, longest_fault_told));
  if (faults.size() > most_faults_told)
    list += fmt::format("- and {} more\n", faults.size() - most_faults_told);
  return list;
}

} // namespace

bool is_repairable(std::string_view reply) {
  return reply.size() <= longest_repaired && !trimmed(reply).empty() && is_utf8(reply);
}

Request repair_request(Request original, std::string reply, std::span<std::string const> faults) {
  original.messages.push_back({Message::Role::assistant, std::move(reply)});
  original.messages.push_back(
      {Message::Role::user,
       fmt::format(
           "This was refused:\n{}Send the whole value again with these points corrected and everything "
           "else unchanged: JSON only.",
           list_of(faults))});
  return original;
}

Request retry_request(Request original, std::span<std::string const> faults) {
  auto const told = fmt::format(
      "An earlier answer was refused:\n{}Answer afresh, without these faults: JSON only.", list_of(faults));
  auto& messages = original.messages;
  if (!messages.empty() && messages.back().role == Message::Role::user)
    messages.back().text += "\n\n" + told;
  else
    messages.push_back({Message::Role::user, told});
  return original;
}

} // namespace artifactd::model
