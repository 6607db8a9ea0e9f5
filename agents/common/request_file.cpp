#include "agents/common/request_file.hpp"

#include "state/json/diagnose.hpp"
#include "state/platform/clock.hpp"
#include "state/platform/digest.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"

#include <cerrno>
#include <fcntl.h>
#include <iterator>
#include <sys/stat.h>

namespace artifactd {

namespace {

/// If the directory of the file is a link: what is behind it is not read, and is not at fault.
Result<std::optional<Finding>> directory_fault(Session const& session, std::string const& path) {
  auto const directory = path.substr(0, path.rfind('/'));
  auto const stamp = TRY(unless_missing(stamp_at(session.directory(), directory)));
  if (!stamp || !S_ISLNK(stamp->mode)) return std::nullopt;
  return blame(Error{Fault::unsafe, "", ELOOP}, directory, "directory");
}

} // namespace

Result<RequestFile> read_request_file(Session const& session, std::string path, RequestRules const& rules) {
  RequestFile request{.findings = {}, .path = std::move(path), .digest = {}, .stamp = {}};
  if (auto fault = TRY(directory_fault(session, request.path))) {
    request.findings.push_back(*std::move(fault));
    request.stamp = TRY(unless_missing(stamp_at(session.directory(), request.path))); // still_the_same()
    return request;
  }
  auto read = TRY(read_input(session.directory(), request.path, request.path, rules.longest));
  if (!read) {
    request.findings.push_back(
        file_finding("file.missing", request.path, "there is no such file", std::string(rules.if_missing)));
    return request;
  }
  request.stamp = read->stamp;
  request.digest = Digest().add(read->bytes).hex();
  request.young = file_clock_ns() <= read->stamp.changed_ns;
  if (read->finding) {
    request.findings.push_back(*std::move(read->finding));
    return request;
  }
  request.findings = json::syntax_findings(request.path, read->bytes, {.depth = rules.deepest});
  if (first_error(request.findings) != nullptr) return request;
  auto const schema = TRY(compiled_schema(rules.schema));
  std::ranges::move(TRY(schema->findings(request.path, read->bytes)), std::back_inserter(request.findings));
  if (first_error(request.findings) == nullptr) request.json = Json::parse(read->bytes, nullptr, false);
  return request;
}

Result<bool> still_the_same(Session const& session, RequestFile const& request, std::size_t longest) {
  auto const now = TRY(unless_missing(stamp_at(session.directory(), request.path)));
  if (!now) return !request.stamp;
  if (!request.stamp || !untouched(*now, *request.stamp)) return false;
  if (!request.young) return true;
  auto const read = TRY(read_input(session.directory(), request.path, request.path, longest));
  return read && Digest().add(read->bytes).hex() == request.digest;
}

Result<void> submit_request(Claim const& claim, Session const& session, SignalName const& signal,
                            std::string const& path, std::string_view text) {
  TRY(session.private_directory(path.substr(0, path.rfind('/'))));
  TRY(replace_file(session, path, text));
  return drop_signal(claim, session, signal);
}

Result<void> drop_signal(Claim const& /*claim*/, Session const& session, SignalName const& signal) {
  auto made = open_beneath(session.directory(), layout::signal(signal), O_WRONLY | O_CREAT | O_EXCL, 0600);
  if (!made) return made.error().fault == Fault::exists ? Result<void>() : fail(std::move(made).error());
  return adopt(made->get(), session, session.file_mode());
}

} // namespace artifactd
