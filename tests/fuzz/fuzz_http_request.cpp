// Any bytes as what a client of the HTTP API sends: the reader keeps within its limits, a request that it
// accepts has nothing that could be read in two ways, and the pieces in which the bytes come make no
// difference.
#include "daemon/web/request_reader.hpp"
#include "daemon/web/same_origin.hpp"
#include "tests/fuzz/demand.hpp"

#include <algorithm>

namespace {

using namespace artifactd::web;
using artifactd::fuzz::demand;

HttpLimits const limits{.target = 256, .header = 1024, .body = 512};

void check(HttpRequest const& request) {
  demand(!request.method.empty(), "a request has a method");
  demand(request.body.size() <= limits.body, "a body has its limit");
  for (auto const& segment : request.path)
    demand(!segment.empty() && segment != "." && segment != ".." && !segment.contains('/') &&
               !segment.contains('\0'),
           "a path leads nowhere else");
  demand(!request.headers.contains("content-length") || !request.headers.contains("transfer-encoding"),
         "a body has one length");
  for (auto const& [name, value] : request.headers)
    demand(!name.empty() && !value.contains('\n') && !value.contains('\0'), "a header is one line");
  demand(foreign(request, {"ours"}) || request.header("host").size() == 4, "only our own name is ours");
}

/// How many requests were accepted, and whether a fault followed.
struct Verdict {
  std::size_t requests = 0;
  bool fault = false;
};

Verdict read(std::string_view bytes, std::size_t piece) {
  RequestReader reader(limits);
  Verdict verdict;
  while (!bytes.empty() && !verdict.fault) {
    auto const part = bytes.substr(0, piece);
    bytes.remove_prefix(part.size());
    reader.add(part);
    for (;;) {
      auto const request = reader.take();
      verdict.fault = !request;
      if (!request || !*request) break;
      check(**request);
      ++verdict.requests;
    }
    demand(reader.size() <= limits.header + limits.body + piece + 4, "no more is kept than the limits allow");
  }
  return verdict;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  std::string_view const bytes(reinterpret_cast<char const*>(data), size);
  auto const at_once = read(bytes, std::max<std::size_t>(size, 1));
  // A fault may be noticed later, or not yet.
  for (std::size_t const piece : {1, 7})
    demand(read(bytes, piece).requests == at_once.requests, "the pieces make no difference");
  return 0;
}
