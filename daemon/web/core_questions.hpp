// Questions to the core. A limited number is open at a time; the others wait in order.
#pragma once

#include "daemon/web/core_line.hpp"
#include "daemon/web/http_request.hpp"
#include "daemon/web/http_response.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>

namespace artifactd::web {

/// What the bearer of a token may see of the stream of events.
struct StreamGrant {
  bool content = false;     ///< also what agents wrote
  std::string session = {}; ///< only of this one, by its path; empty: of all
};

struct CoreAnswer {
  HttpResponse response;
  bool known = false;                     ///< the request had a valid token
  bool more = false;                      ///< the body comes on the next line
  std::optional<StreamGrant> stream = {}; ///< the answer is the stream of events
};

class CoreQuestions {
public:
  using Id = std::uint64_t;
  using Answered = std::function<void(CoreAnswer)>;

  CoreQuestions(Loop& loop, std::string path) : loop_(loop), path_(std::move(path)) {}

  /// Always answered, unless it is dropped: 503 if the core cannot be reached, 504 if it takes too long.
  Id ask(HttpRequest const& request, Answered answered);
  /// The client has gone.
  void drop(Id id);

private:
  struct Question {
    std::string line;
    Answered answered;
    std::optional<CoreAnswer> head = {}; ///< whose body comes on the next line
    std::unique_ptr<CoreLine> core = {};
    std::unique_ptr<Loop::Timer> deadline = {};
  };

  void begin_next();
  void heard(Id id, Result<std::string> line);
  void end(Id id, CoreAnswer answer);

  Loop& loop_;
  std::string path_;
  Id next_ = 1;
  std::map<Id, Question> questions_;
  std::deque<Id> waiting_;
  std::size_t asked_ = 0;
};

} // namespace artifactd::web
