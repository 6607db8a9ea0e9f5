// A model that is a program of the operator's: the request is plain text on its stdin, the reply is its
// stdout, byte for byte. Sections of the request begin with a line such as "===== user =====", with more
// equal signs than begin any line of what stands in them. What it took is not known: the usage is zero.
#pragma once

#include "agents/child/process.hpp"
#include "agents/model/model.hpp"

namespace artifactd::model {

/// How the program is run: the operator's words.
struct CommandRule {
  std::string id; ///< which model it stands for
  std::vector<std::string> argv;
  /// "NAME=value", beside what every run gets, ARTIFACTD_MODEL (the id) and ARTIFACTD_MAX_TOKENS.
  std::vector<std::string> environment = {};
  std::variant<std::string, int> directory = "/"; ///< a path or a borrowed descriptor
  Duration timeout = std::chrono::minutes(10);    ///< of one call, however late its deadline is
  std::size_t most_output = std::size_t{4} << 20; ///< bytes; a longer reply is Failing::truncated
  ChildLimits limits = {};
};

/// What the program reads: the system text, the messages in order, and the shape with its schema.
[[nodiscard]] std::string plain_text(Request const& request);

/// Each call is one run; any thread may ask. Ending badly, being killed and taking too long are
/// Failing::transient with the end of what it wrote to stderr; a program that cannot be started is
/// Failing::bad_request, unless this machine is in trouble.
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
