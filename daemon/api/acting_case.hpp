// The session and the signal that a question is about, entered and named.
#pragma once

#include "daemon/api/web_routes.hpp"
#include "daemon/interventions/case.hpp"

namespace artifactd {

/// Of "/api/v1/sessions/{session}/…". The thread has the rights of its owner while the object exists.
[[nodiscard]] Result<NamedSession> session_of(WebContext const& context, WebQuestion const& question);

/// Of "/api/v1/sessions/{session}/signals/{signal}/…".
[[nodiscard]] Result<Case> case_of(WebContext const& context, WebQuestion const& question);

/// The ETag of a file: it changes when the file is written, renamed away or replaced. "-" if it does not
/// exist.
[[nodiscard]] std::string etag_of(int directory, std::string const& file);

/// The same of a file that was read and had this stamp: what replaces it later gets another one.
[[nodiscard]] std::string etag_of(Stamp const& stamp);

/// std::nullopt if If-Match was not given, or names this; else the answer to give: 412.
[[nodiscard]] std::optional<WebAnswer> not_matching(WebQuestion const& question, std::string const& etag);

} // namespace artifactd
