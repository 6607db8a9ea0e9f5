// The server's side of one conversation: what each message of the client means. It is a state machine over
// values: its owner reads lines, does the work it asks for, and writes the answers.
#pragma once

#include "daemon/mcp/message.hpp"
#include "daemon/mcp/revision.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace artifactd::mcp {

/// A tool as tools/list shows it.
struct ToolOffer {
  std::string name;
  std::string title = {};
  std::string description = {};
  Json input = Json::object();  ///< JSON Schemas
  Json output = Json::object(); ///< of the structured content
  bool read_only = false;
};

struct Offer {
  std::string version = {};      ///< of this server
  std::string instructions = {}; ///< for the model
  std::vector<ToolOffer> tools = {};
};

/// What somebody has to do before there is an answer.
struct Work {
  enum class What : std::uint8_t { tool, resource_list, resource };
  What what;
  Json id;
  std::string name = {};         ///< of the tool; the URI of the resource
  Json arguments = nullptr;      ///< of the tool: an object
  Json progress_token = nullptr; ///< null: the client wants to hear nothing meanwhile
};

/// The client no longer wants an answer to this request.
struct Cancelled {
  Json id;
};

class Conversation {
public:
  explicit Conversation(Offer offer) : offer_(std::move(offer)) {}
  /// One that was begun elsewhere: of transports that keep nothing between messages.
  Conversation(Offer offer, Revision revision) : offer_(std::move(offer)), revision_(revision) {}

  /// std::monostate: nothing is to be done. Json: the answer.
  using Step = std::variant<std::monostate, Json, Work, Cancelled>;
  [[nodiscard]] Step take(Message const& message);

  /// The same for a line: a batch is refused as a whole by revisions that have none.
  [[nodiscard]] std::vector<Step> take(Line const& line);

  /// The answer to what cannot be understood.
  [[nodiscard]] Json refuse(Mistake const& mistake) const;

  /// std::nullopt before `initialize`.
  [[nodiscard]] std::optional<Revision> revision() const noexcept { return revision_; }

private:
  [[nodiscard]] Step asked(Request const& request);
  [[nodiscard]] Json initialize(Request const& request);
  [[nodiscard]] Json tool_list() const;
  [[nodiscard]] Step call(Request const& request) const;
  [[nodiscard]] Step read(Request const& request) const;

  Offer offer_;
  std::optional<Revision> revision_ = {};
};

} // namespace artifactd::mcp
