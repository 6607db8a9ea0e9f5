// Requests and outcomes of calls for tests: made up at random, and compared in every part.
#pragma once

#include "agents/model/model.hpp"

#include <rapidcheck.h>
#include <string>
#include <string_view>

namespace artifactd::test {

using Outcome = std::expected<model::Reply, model::Failure>;

/// A question of one message.
model::Request question(std::string text);

/// Far away.
model::CallLimits patient();

/// Any bytes, among them NUL, escape sequences, and what is not UTF-8.
rc::Gen<std::string> any_text();
rc::Gen<model::Request> any_request();
rc::Gen<Outcome> any_outcome();

bool same(model::Request const& a, model::Request const& b);
bool same(Outcome const& a, Outcome const& b);

} // namespace artifactd::test
