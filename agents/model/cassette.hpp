// The calls of a model as files in one directory, so that they can be answered again: for a run that was
// interrupted and has already paid, and for tests without a network. A call is durably on disk before its
// answer is returned. Files may be hostile: one that is damaged, too large, a link or not a record counts as
// not recorded.
//
//   0007-0123456789abcdef.json   the seventh call (agents/model/call_record), the first 16 digits of its
//                                digest; unfinished files are in a private directory beside them
#pragma once

#include "agents/model/call_record.hpp"
#include "state/session/session.hpp"

#include <deque>
#include <map>
#include <memory>
#include <mutex>

namespace artifactd::model {

enum class CassetteMode : std::uint8_t {
  record, ///< always asks the model
  replay, ///< answers recorded calls, equal calls in order; asks and records the rest, if it can
  strict, ///< answers from records alone, including failures
};

struct CassetteRules {
  CassetteMode mode = CassetteMode::strict;
  Model* wrapped = nullptr; ///< borrowed; the model to ask. Unused in `strict`
  std::string model = {};   ///< the model's id if none is wrapped; empty: taken from the first record
  /// Never written: a request that holds one is not sent, and in answers each is replaced by "[secret]", for
  /// the caller as well.
  std::vector<std::string> secrets = {};
};

/// May be used from any thread. In place of a call that could be made, only failures that are answers
/// (truncated, refused, empty, malformed) are replayed: calls that failed for passing reasons are asked
/// again.
class Cassette final : public Model {
public:
  /// Fault::busy while another cassette writes there, Fault::invalid if a model is needed but none is
  /// wrapped.
  static Result<std::unique_ptr<Cassette>> open(int directory, CassetteRules rules);

  [[nodiscard]] std::string const& id() const noexcept override { return rules_.model; }

  /// Failing::bad_request if the call is not recorded and there is no model to ask; the message names its
  /// digest. An answer that could not be written is Failing::transient, with the answer in `raw`; after that
  /// nothing more is sent.
  [[nodiscard]] std::expected<Reply, Failure> ask(Request const& request, CallLimits const& limits) override;

private:
  Cassette(Session directory, CassetteRules rules)
      : directory_(std::move(directory)), rules_(std::move(rules)) {}

  using Outcome = std::expected<Reply, Failure>;

  Result<void> index();
  [[nodiscard]] std::optional<CallRecord> read_record(std::string const& name) const;
  [[nodiscard]] std::optional<std::string> next_name(std::string const& prefix);
  [[nodiscard]] std::optional<Outcome> recorded(std::string const& digest);
  [[nodiscard]] bool is_reusable(Outcome const& outcome) const;
  [[nodiscard]] std::optional<std::string> trouble();
  Result<void> keep(CallRecord const& record);

  Session directory_;
  CassetteRules rules_;
  std::mutex mutex_; ///< guards the following members
  /// by prefix, in order; those not yet used as answers
  std::map<std::string, std::deque<std::string>> names_;
  unsigned last_number_ = 0;
  std::optional<std::string> trouble_; ///< why nothing can be written
};

} // namespace artifactd::model
