// What was accepted, remembered until the removal of the signal is durable: a power cut may bring the signal
// back beside inputs that are older, or that its agent has begun to write for the next round. A signal found
// here is removed without being judged.
//
// The memory rides on a flush that is paid already: the attribute `user.artifactd.settled` of the new graph,
// set before the graph's own fsync, so that it takes effect with the graph and is void with it. It lists the
// signals of that publication only: the directory's fsync makes the removal of earlier ones durable. Where
// nothing is published, or no attribute can be set, `.artifactd/settled` takes it, at the cost of one flush.
//
// One line a signal, in both: "<name>.<kind> <inode> <birth ns> <mtime ns> <digest of inputs>" (the digest's
// first 16 digits), in the file followed by " <check>". Both are hostile input: who forges a line has a
// signal of the own session removed, which whoever can write there can do anyway.
#pragma once

#include "state/settle/signal.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

class SettledSignals {
public:
  /// Lines that do not parse are left out.
  static SettledSignals parse(std::string_view text);

  void add(Sighting const& sighting, std::string_view inputs_digest);
  void add(SettledSignals const& others);
  /// The newest of `former` that an attribute has room for beside these.
  void carry_along(SettledSignals const& former);

  /// True if it was listed.
  bool remove(Sighting const& sighting);

  /// Whether exactly this drop is listed.
  [[nodiscard]] bool hold(Sighting const& sighting) const;
  [[nodiscard]] bool empty() const noexcept { return lines_.empty(); }

  /// Empty where it would not fit the attribute of a file everywhere (ext4 has a block for all of them).
  [[nodiscard]] std::string to_attribute() const;
  [[nodiscard]] std::vector<std::string> const& lines() const noexcept { return lines_; }

private:
  std::vector<std::string> lines_; ///< without line feed
};

/// What the attribute of a file lists; nothing where there is no such file or attribute.
Result<SettledSignals> settled_by_file(int directory, std::string const& name);

/// What `.artifactd/settled` lists; damaged lines are left out.
Result<SettledSignals> settled_on_record(Session const& session);

/// What the record and the files that the kind records in list as accepted. A file that last changed before
/// all of `sightings` were made lists none of them and is not opened.
Result<SettledSignals> settled_signals(Session const& session, Kind const& kind,
                                       std::vector<Sighting> const& sightings);

/// Adds to `.artifactd/settled`; durable when it returns. The file is bounded: its oldest lines go. Needs the
/// claim.
Result<void> record_settled(Session const& session, SettledSignals const& settled);

/// Whoever wrote the record may have been killed, or failed, before it was on disk: makes it durable. Nothing
/// where there is none.
Result<void> sync_record(Session const& session);

/// It was not removed after all, since its inputs changed: it is to be judged again. The first for all lists,
/// the second for what a file lists, the third for the record. Lists that do not hold it are left alone.
Result<void> unlist_signal(Session const& session, Sighting const& sighting);
Result<void> unlist_settled(int directory, std::string const& name, Sighting const& sighting);
Result<void> unrecord_settled(Session const& session, Sighting const& sighting);

} // namespace artifactd
