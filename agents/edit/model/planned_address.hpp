// Whether a plan names fragments that it may mean: of a change that is to write or take out one fragment.
#pragma once

#include "agents/edit/cause.hpp"

#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>

namespace artifactd::editor {

/// What the plan asked for before this reply, and was asked whether it meant: said twice, it is meant.
using DoubtedAddresses = std::set<std::string, std::less<>>;

/// Why the change's fragmentAddress is none of its operation; empty: it is one. What is nearly the name of a
/// fragment that is there is probably no order for a new one: it is doubted once.
[[nodiscard]] std::string address_fault(nlohmann::ordered_json const& change, Evidence const& evidence,
                                        DoubtedAddresses& doubted);

} // namespace artifactd::editor
