// What actions have in common: the body of a request, and the record of who did what.
#pragma once

#include "daemon/api/web_routes.hpp"
#include "daemon/interventions/case.hpp"

#include <initializer_list>
#include <string>
#include <string_view>

namespace artifactd {

/// The object in the body; an empty body is an empty object. Unknown members are refused: a mistyped one
/// would otherwise go unnoticed.
[[nodiscard]] Result<Json> action_body(WebQuestion const& question,
                                       std::initializer_list<std::string_view> known);

/// False if it is not there.
[[nodiscard]] Result<bool> action_flag(Json const& body, char const* name);

void record_action(WebContext const& context, WebQuestion const& question, Case const& chosen,
                   std::string_view action);
/// About the session, one agent in it, or its work of one kind.
void record_action(WebContext const& context, WebQuestion const& question, std::string const& session,
                   std::string_view action, std::string const& agent = "", std::string_view kind = "");

} // namespace artifactd
