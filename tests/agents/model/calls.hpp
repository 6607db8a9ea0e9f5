// Random requests and outcomes of calls for tests, and a full comparison of them.
#pragma once

#include "agents/model/model.hpp"

#include <rapidcheck.h>
#include <string>
#include <string_view>

namespace artifactd::test {

using Outcome = std::expected<model::Reply, model::Failure>;

/// A request of one message.
model::Request question(std::string text);

/// A deadline far away.
model::CallLimits patient();

/// Arbitrary bytes, including NUL, escape sequences and invalid UTF-8.
rc::Gen<std::string> any_text();
rc::Gen<model::Request> any_request();
rc::Gen<Outcome> any_outcome();

bool same(model::Request const& a, model::Request const& b);
bool same(Outcome const& a, Outcome const& b);

} // namespace artifactd::test
