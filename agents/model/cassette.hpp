// The calls of a model as files in one directory, so that they can be answered again: for a run that was
// interrupted and has paid already, and for tests without a network. A call is on the disk, durably, before
// its answer is handed out. What is read may be hostile: a file that is damaged, too large, a link or
// anything else than a record counts as not recorded.
//
//   0007-0123456789abcdef.json   the seventh call (agents/model/call_record), the first 16 digits of its
//                                digest; what is being written stands in a private directory beside them
#pragma once

#include "agents/model/call_record.hpp"
#include "state/session.hpp"

#include <deque>
#include <map>
#include <memory>
#include <mutex>

namespace artifactd::model {

enum class CassetteMode : std::uint8_t {
  record, ///< asks always
  replay, ///< answers what was answered before, equal calls in order; asks and records the rest, if it can
  strict, ///< answers from the record alone, failures as well
};

struct CassetteRules {
  CassetteMode mode = CassetteMode::strict;
  Model* wrapped = nullptr; ///< borrowed; who is asked. Never in `strict`
  std::string model = {}; ///< whose calls they are, where nobody is wrapped; empty: as the first record says
  /// Never written: a request that holds one is not sent, and in what comes back each stands as "[secret]",
  /// for the caller as well.
  std::vector<std::string> secrets = {};
};

/// From any thread. Of the failures, only those that are answers (truncated, refused, empty, malformed) stand
/// in for a call that could be made: what the moment was to blame for is asked again.
class Cassette final : public Model {
public:
  /// Fault::busy while another one writes there, Fault::invalid when nobody is wrapped who would have to be
  /// asked.
  static Result<std::unique_ptr<Cassette>> open(int directory, CassetteRules rules);

  [[nodiscard]] std::string const& id() const noexcept override { return rules_.model; }

  /// Failing::bad_request when it is not recorded and nobody can be asked; the message names its digest. An
  /// answer that could not be written is Failing::transient, with the answer in `raw`; after it nothing more
  /// is sent.
  [[nodiscard]] std::expected<Reply, Failure> ask(Request const& request, CallLimits const& limits) override;

private:
  Cassette(Session directory, CassetteRules rules)
      : directory_(std::move(directory)), rules_(std::move(rules)) {}

  using Outcome = std::expected<Reply, Failure>;

  Result<void> index();
  [[nodiscard]] std::optional<CallRecord> read_record(std::string const& name) const;
  [[nodiscard]] std::optional<std::string> next_name(std::string const& prefix);
  [[nodiscard]] std::optional<Outcome> recorded(std::string const& digest);
  [[nodiscard]] bool stands(Outcome const& outcome) const;
  [[nodiscard]] std::optional<std::string> trouble();
  Result<void> keep(CallRecord const& record);

  Session directory_;
  CassetteRules rules_;
  std::mutex mutex_;                                     ///< of what follows
  std::map<std::string, std::deque<std::string>> names_; ///< by prefix, in order; those not answered with yet
  unsigned last_number_ = 0;
  std::optional<std::string> trouble_; ///< why nothing can be written
};

} // namespace artifactd::model
