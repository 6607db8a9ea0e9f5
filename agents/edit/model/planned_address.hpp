// Whether the fragment addresses in a plan are valid, for changes that write or remove one fragment.
#pragma once

#include "agents/edit/cause.hpp"

#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>

namespace artifactd::editor {

/// Addresses that earlier replies used and that were questioned: an address that is repeated is meant.
using DoubtedAddresses = std::set<std::string, std::less<>>;

/// Why the change's fragmentAddress is invalid for its operation; empty if it is valid. An address close to
/// that of an existing fragment is probably not meant as a new one: it is questioned once.
[[nodiscard]] std::string address_fault(nlohmann::ordered_json const& change, Evidence const& evidence,
                                        DoubtedAddresses& doubted);

} // namespace artifactd::editor
