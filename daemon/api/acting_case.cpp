#include "daemon/api/acting_case.hpp"

#include "daemon/api/session_ids.hpp"
#include "state/platform/digest.hpp"
#include "state/platform/stamp.hpp"

#include <fmt/core.h>

namespace artifactd {

Result<NamedSession> session_of(WebContext const& context, WebQuestion const& question) {
  auto key = TRY(find_session(*context.config, question.session));
  auto entered = TRY(enter_session(key, context.config->served.kinds));
  return NamedSession{std::move(entered), std::move(key)};
}

Result<Case> case_of(WebContext const& context, WebQuestion const& question) {
  auto signal = TRY(parse_signal_argument(context.config->served.kinds, segment(question, 5)));
  return Case{*context.config, TRY(session_of(context, question)), std::move(signal)};
}

std::string etag_of(Stamp const& stamp) {
  auto const text = fmt::format("{} {} {} {} {} {}", stamp.device, stamp.inode, stamp.birth_ns,
                                stamp.modified_ns, stamp.changed_ns, stamp.size);
  return "\"" + hex(sha256(text)).substr(0, 32) + "\"";
}

std::string etag_of(int directory, std::string const& file) {
  auto const stamp = stamp_at(directory, file);
  return stamp ? etag_of(*stamp) : "\"-\"";
}

std::optional<WebAnswer> not_matching(WebQuestion const& question, std::string const& etag) {
  auto const wanted = question.header("if-match");
  if (wanted.empty() || wanted == etag) return std::nullopt;
  if (wanted == "*" && etag != "\"-\"") return std::nullopt;
  auto answer = web_problem(412, "it has changed since it was read: read it again");
  answer.headers["ETag"] = etag;
  return answer;
}

} // namespace artifactd
