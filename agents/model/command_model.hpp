// A model that is a program supplied by the operator: the request is plain text on its stdin, the reply is
// its stdout, byte for byte. Each section of the request begins with a line such as "===== user =====", with
// more equal signs than begin any line of the content. The usage is unknown and reported as zero.
#pragma once

#include "agents/child/process.hpp"
#include "agents/model/model.hpp"

namespace artifactd::model {

/// How the program is run, as set by the operator.
struct CommandRule {
  std::string id; ///< the id of the model it represents
  std::vector<std::string> argv;
  /// "NAME=value", in addition to what every run gets, ARTIFACTD_MODEL (the id) and ARTIFACTD_MAX_TOKENS.
  std::vector<std::string> environment = {};
  std::variant<std::string, int> directory = "/"; ///< a path or a borrowed descriptor
  Duration timeout = std::chrono::minutes(10);    ///< for one call, even if its deadline is later
  std::size_t most_output = std::size_t{4} << 20; ///< bytes; a longer reply is Failing::truncated
  ChildLimits limits = {};
};

/// What the program reads: the system text, the messages in order, and the shape with its schema.
[[nodiscard]] std::string plain_text(Request const& request);

/// Each call is one run; may be called from any thread. A bad exit, a kill or a timeout is Failing::transient
/// with the end of its stderr; a program that cannot be started is Failing::bad_request, unless the cause is
/// a problem of this machine.
class CommandModel final : public Model {
public:
  CommandModel(CommandRule rule, Runner runner) : rule_(std::move(rule)), runner_(std::move(runner)) {}

  [[nodiscard]] std::string const& id() const noexcept override { return rule_.id; }
  [[nodiscard]] std::expected<Reply, Failure> ask(Request const& request, CallLimits const& limits) override;

private:
  CommandRule rule_;
  Runner runner_;
};

} // namespace artifactd::model
