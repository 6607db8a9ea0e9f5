// What became of one submission, for a program that waits for its verdict. An open descriptor keeps a signal
// apart from every later one under the same name, and shows its removal at once, whatever name it had.
// Nothing here changes a session, except that drop() creates the signal and write() the document.
//
// Gone is not accepted: artifactd lists every accepted signal before it removes it (state/settle/settled), so
// only a listed one counts as accepted.
#pragma once

#include "state/settle/claim.hpp"
#include "state/settle/settled.hpp"
#include "state/settle/signal.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace artifactd {

enum class Fate : std::uint8_t {
  open,     ///< not answered yet
  refused,  ///< it is `.error` now, with instructions
  accepted, ///< removed, and listed as settled
  removed,  ///< by somebody else: no verdict is known
};

class FollowedSignal {
public:
  /// Creates the signal. Fault::exists if there is one already, which is left alone.
  static Result<FollowedSignal> drop(Session const& session, SignalName const& signal);

  /// A signal that exists: pending, being removed, or refused. Fault::missing if there is none.
  static Result<FollowedSignal> find(Session const& session, SignalName const& signal);

  [[nodiscard]] Result<Fate> look(Session const& session) const;

  /// The submission as it is now.
  [[nodiscard]] Result<Sighting> sighting() const;

private:
  FollowedSignal(SignalName signal, UniqueFd file) : signal_(std::move(signal)), file_(std::move(file)) {}

  SignalName signal_;
  UniqueFd file_; ///< only its identity and its links are looked at
};

/// A document is its own signal: it is followed by its file and its text.
class FollowedDocument {
public:
  /// Replaces the document. Needs the claim.
  static Result<FollowedDocument> write(Claim const& claim, Session const& session, Kind const& document,
                                        std::string text);

  /// The document in place; Fault::missing if there is none. If artifactd put it back in place of a refused
  /// one, that refusal is the verdict.
  static Result<FollowedDocument> find(Session const& session, Kind const& document);

  [[nodiscard]] Result<Fate> look(Session const& session) const;

private:
  enum class By : std::uint8_t { us, others };
  FollowedDocument(Sighting seen, std::string text, By by)
      : seen_(std::move(seen)), text_(std::move(text)), by_(by) {}

  Sighting seen_;
  std::string text_;
  By by_; ///< who wrote it
};

/// Whether exactly this submission was accepted, as far as the session still knows: the lists of the newest
/// publications are kept with their generations.
Result<bool> was_accepted(Session const& session, Sighting const& sighting);

/// The number of the version that this submission's publication replaced; std::nullopt if there was none, or
/// if it is no longer known.
Result<std::optional<std::uint64_t>> replaced_generation(Session const& session, Sighting const& sighting);

/// The submission of that name that was accepted last, as far as the session still knows.
Result<std::optional<DropId>> last_accepted(Session const& session, SignalName const& signal);

} // namespace artifactd
