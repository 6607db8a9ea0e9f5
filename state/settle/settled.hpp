// Accepted signals, remembered until the signal's removal is durable: a power cut may bring the signal back
// next to inputs that are older, or that its agent has begun to write for the next round. A signal listed
// here is removed without being judged.
//
// The list uses a flush that happens anyway: the attribute `user.artifactd.settled` of the new graph, set
// before the graph's own fsync, so that it takes effect with the graph and is void with it. It lists only the
// signals of that publication: the directory's fsync makes the removal of earlier ones durable. If nothing is
// published, or no attribute can be set, `.artifactd/settled` is used, at the cost of one flush.
//
// Both have one line per signal: "<name>.<kind> <inode> <birth ns> <mtime ns - birth ns> <digest of inputs>"
// (numbers modulo 2^64 in base 36, the digest's first 8 digits), in the file followed by " <check>". Both are
// hostile input: a forged line can only get a signal of that session removed, which anyone who can write
// there can do anyway.
//
// An ext4 inode of 256 bytes has room for an attribute of 52 bytes: one signal of an agent whose name has 12
// characters, or some more if the inode number is small. A longer attribute has a
// block of its own, which the fsync writes and waits for.
#pragma once

#include "state/settle/signal.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

class SettledSignals {
public:
  /// Lines that do not parse are omitted.
  static SettledSignals parse(std::string_view text);

  void add(Sighting const& sighting, std::string_view inputs_digest);
  void add(SettledSignals const& others);
  /// Adds the newest of `former` that still fit the attribute beside these.
  void carry_along(SettledSignals const& former);

  /// True if it was listed.
  bool remove(Sighting const& sighting);

  /// Whether exactly this submission is listed.
  [[nodiscard]] bool hold(Sighting const& sighting) const;
  /// The submissions of this name and kind that are listed.
  [[nodiscard]] std::vector<DropId> drops_of(SignalName const& signal) const;
  [[nodiscard]] bool empty() const noexcept { return lines_.empty(); }

  /// Empty if it would not fit into a file attribute everywhere (ext4 has one block for all of them).
  [[nodiscard]] std::string to_attribute() const;
  [[nodiscard]] std::vector<std::string> const& lines() const noexcept { return lines_; }

private:
  std::vector<std::string> lines_; ///< without line feed
};

/// The words with which the line of this submission begins, and no other.
[[nodiscard]] std::string place_of(Sighting const& sighting);

/// What the attribute of a file lists; empty if there is no such file or attribute.
Result<SettledSignals> settled_by_file(int directory, std::string const& name);

/// More than `.artifactd/settled` ever has: one batch may add 4,096 lines (graph.agents_per_rewrite).
inline constexpr std::size_t longest_settled_record = std::size_t{2} << 20;

/// What `.artifactd/settled` lists; damaged lines are omitted.
Result<SettledSignals> settled_on_record(Session const& session);

/// Which of `sightings` the record and the files of KindTraits::records list, and maybe others. A file that
/// last changed before all of them were made lists none and is not opened.
Result<SettledSignals> settled_signals(Session const& session, Kind const& kind,
                                       std::vector<Sighting> const& sightings);

/// Adds to `.artifactd/settled`; durable on return. The file is bounded: once it would have more than 32 KiB,
/// all but the newest lines are removed. Needs the claim.
Result<void> record_settled(Session const& session, SettledSignals const& settled);

/// Makes the record durable: its writer may have been killed, or failed, before it was on disk. Does nothing
/// if there is none.
Result<void> sync_record(Session const& session);

/// The signal was not removed after all, since its inputs changed: it must be judged again. The first
/// function is for all lists, the second for what a file lists, the third for the record. Lists that do not
/// contain it are left alone.
Result<void> unlist_signal(Session const& session, Sighting const& sighting);
Result<void> unlist_settled(int directory, std::string const& name, Sighting const& sighting);
Result<void> unrecord_settled(Session const& session, Sighting const& sighting);

} // namespace artifactd
