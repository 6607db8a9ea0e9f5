#include "merge/artifacts/artifact_set.hpp"

#include "merge/artifacts/artifact_names.hpp"
#include "merge/artifacts/artifact_totals.hpp"
#include "merge/artifacts/gzip.hpp"
#include "merge/artifacts/log_reader.hpp"
#include "state/platform/clock.hpp"
#include "state/platform/digest.hpp"
#include "state/platform/identity.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/session/steady_read.hpp"
#include "state/settle/input_file.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/core.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr int tries = 5;

using layout::ArtifactForm;

/// Of a directory that cannot be read; of the session if it cannot even be looked at.
Stamp stamp_of_closed(Session const& session, std::string const& path) {
  auto const place = open_beneath(session.directory(), path, O_PATH | O_DIRECTORY);
  auto const stamp = place ? stamp_of(place->get()) : fail(place.error());
  return stamp ? *stamp : session.stamp();
}

/// The artifact directory; empty, with a finding, if it cannot be an agent's directory.
Result<UniqueFd> open_artifacts(Session const& session, Name const& agent, std::vector<Finding>& findings) {
  auto path = layout::artifacts_of(agent);
  auto directory = open_directory(session.directory(), path);
  if (directory) return directory;
  auto const& error = directory.error();
  if (error.code == ENOENT) {
    findings.push_back(
        file_finding("dir.missing", path + "/", "there is no such directory",
                     fmt::format("Write the artifacts of {} as {}/<name>.json.", agent.str(), path)));
  } else if (error.code == ENOTDIR) {
    findings.push_back(file_finding("dir.not_directory", path, "it is not a directory",
                                    "Make it a directory and write the JSON files into it."));
  } else if (auto finding = blame(error, path, "directory")) {
    findings.push_back(*std::move(finding));
  } else {
    if (!open_directory(session.directory(), layout::artifacts))
      path = layout::artifacts; // that one is closed
    auto const stamp = stamp_of_closed(session, path);
    return fail(unreadable(std::move(directory).error(), path, {session.directory(), path, stamp}));
  }
  return UniqueFd();
}

Finding too_large(std::uint64_t size, std::string const& path, std::uint64_t limit) {
  return {.code = "file.too_large",
          .file = path,
          .message = fmt::format("the file has {} bytes, more than the {} allowed", size, limit),
          .expected = fmt::format("at most {} bytes", limit),
          .found = fmt::format("{} bytes", size),
          .hint = is_log_name(path)
                      ? "Split it into several logs, whole lines each; they are merged in order of names."
                      : "Split the content over several files; members of the same name are merged again."};
}

std::optional<Finding> misshapen(Stamp const& stamp, std::string const& path, ArtifactLimits const& limits) {
  if (auto finding = wrong_kind(stamp, path)) return finding;
  auto limit = is_log_name(path) ? limits.log : limits.bytes;
  if (stamp.size > limit) return too_large(stamp.size, path, limit);
  if (stamp.size == 0 && !is_log_name(path)) // a log may be waiting for its first line
    return file_finding("file.empty", path, "the file is empty",
                        "Write the JSON object into it, or delete it.");
  return std::nullopt;
}

/// To be asked before the content is read: a write that comes after the answer "no" changes the stamp.
bool is_young(Stamp const& stamp) {
  return file_clock_ns() <= stamp.changed_ns;
}

/// A compressed file is identified by its digest, whether or not it can be unpacked.
Result<void> take_over(std::string const& name, std::string const& path, std::string bytes,
                       ArtifactLimits const& limits, ArtifactSet& set) {
  if (layout::artifact_form(name) == ArtifactForm::packed) {
    set.listed.back().digest = Digest().add(bytes).hex();
    auto unpacked = TRY(unpack_gzip(bytes, path, limits.unpacked));
    if (unpacked.fault) {
      set.findings.push_back(*std::move(unpacked.fault));
      return {};
    }
    bytes = std::move(unpacked.text);
    if (set.memory) TRY(set.memory->add(bytes.size()));
  }
  set.files.push_back({name, path, std::move(bytes)});
  return {};
}

/// Of a name that was listed a moment ago.
Result<Stamp> listed_stamp(int directory, std::string const& name, std::string const& path) {
  if (auto const stamp = TRY(unless_missing(stamp_at(directory, name)))) return *stamp;
  return fail(Fault::changed, path + " was removed while the artifacts were read");
}

Result<void> read_one(int directory, std::string const& name, std::string const& path,
                      ArtifactLimits const& limits, ArtifactSet& set) {
  auto const stamp = TRY(listed_stamp(directory, name, path));
  set.listed.push_back({.name = name, .stamp = stamp, .young = is_young(stamp)});
  if (auto finding = misshapen(stamp, path, limits)) {
    set.findings.push_back(*std::move(finding));
    return {};
  }
  auto bytes = is_log_name(name) ? read_log(directory, name, stamp) : read_steadily(directory, name, stamp);
  if (bytes) {
    TRY(take_over(name, path, *std::move(bytes), limits, set));
  } else if (auto finding = blame(bytes.error(), path, "file")) {
    set.findings.push_back(*std::move(finding));
  } else {
    auto error = std::move(bytes).error();
    if (error.fault == Fault::missing || error.fault == Fault::too_large) error.fault = Fault::changed;
    return fail(unreadable(std::move(error), path, {directory, name, stamp}));
  }
  return {};
}

/// Detects changes that the stamp does not show.
Result<bool> same_bytes(int directory, ArtifactSet::Listed const& listed, ArtifactSet const& set) {
  auto const read = std::ranges::find(set.files, listed.name, &Artifact::name);
  if (read == set.files.end() && listed.digest.empty()) return true; // its bytes were not read
  auto file = open_beneath(directory, listed.name, O_RDONLY | O_NONBLOCK);
  if (!file && file.error().fault == Fault::missing) return false;
  if (!file) return fail(std::move(file).error());
  if (listed.digest.empty()) return begins_with(file->get(), listed.name, read->bytes);
  auto const bytes = read_start(file->get(), listed.name, listed.stamp.size);
  if (!bytes && bytes.error().fault == Fault::changed) return false;
  if (!bytes) return fail(bytes.error());
  return Digest().add(*bytes).hex() == listed.digest;
}

Result<bool> is_the_same(int directory, ArtifactSet::Listed const& listed, ArtifactSet const& set,
                         Growth growth) {
  auto const stamp = stamp_at(directory, listed.name);
  if (!stamp && stamp.error().fault == Fault::missing) return false;
  if (!stamp) return fail(stamp.error());
  if (untouched(*stamp, listed.stamp)) return !listed.young || TRY(same_bytes(directory, listed, set));
  if (growth != Growth::tolerated || !is_log_name(listed.name)) return false;
  auto const log = std::ranges::find(set.files, listed.name, &Artifact::name);
  return log != set.files.end() && TRY(only_grew(directory, log->name, listed.stamp, log->bytes));
}

/// A file beyond a limit is identified by its digest and not judged further: that is what the limit is for.
void leave_out_last(ArtifactSet& set) {
  auto& digest = set.listed.back().digest;
  if (digest.empty()) digest = Digest().add(set.files.back().bytes).hex();
  set.files.pop_back();
}

/// Once the total is too large, the rest is only listed.
Result<void> read_all(int directory, std::vector<std::string> const& names, std::string const& path,
                      ArtifactLimits const& limits, ArtifactSet& set) {
  ArtifactTotals held(limits, path);
  for (auto const& name : names) {
    if (held.too_much()) {
      set.listed.push_back({name, TRY(listed_stamp(directory, name, path + "/" + name))});
      continue;
    }
    auto count = set.files.size();
    TRY(read_one(directory, name, path + "/" + name, limits, set));
    auto finding = set.files.size() > count ? held.add(set.files.back()) : std::nullopt;
    if (!finding) continue;
    set.findings.push_back(*std::move(finding));
    leave_out_last(set);
  }
  return {};
}

Result<ArtifactSet> read_once(Session const& session, Name const& agent, ArtifactLimits const& limits) {
  ArtifactSet set;
  set.memory = std::make_shared<BudgetShare>(limits.memory, &session, Alone::share);
  auto directory = TRY(open_artifacts(session, agent, set.findings));
  if (!directory) return set;
  set.directory = TRY(stamp_of(directory.get()));
  set.young = is_young(set.directory);
  auto path = layout::artifacts_of(agent);
  auto const found = TRY(artifact_names(directory.get()));
  if (auto finding = too_many(found, path, limits.files)) {
    set.findings.push_back(*std::move(finding));
    return set;
  }
  TRY(reserve_room(directory.get(), found.names, limits, *set.memory));
  TRY(read_all(directory.get(), found.names, path, limits, set));
  std::ranges::move(ambiguous(found, path), std::back_inserter(set.findings));
  if (found.names.empty())
    set.findings.push_back(no_artifact(directory.get(), found, path));
  else if (auto finding = ignored(directory.get(), found, path))
    set.findings.push_back(*std::move(finding));
  return set;
}

} // namespace

Result<ArtifactSet> read_artifacts(Session const& session, Name const& agent, ArtifactLimits const& limits) {
  return read_until_steady([&] { return read_once(session, agent, limits); }, tries);
}

Result<ArtifactSet> with_typed(ArtifactSet set, Name const& agent, TypedArtifacts const& typed,
                               ArtifactLimits const& limits) {
  auto const path = layout::artifacts_of(agent);
  auto const gone = [&](std::string const& name) { return typed.alone || typed.files.contains(name); };
  std::erase_if(set.files, [&](Artifact const& each) { return gone(each.name); });
  std::erase_if(set.listed, [&](ArtifactSet::Listed const& each) { return gone(each.name); });
  std::erase_if(set.findings, [&](Finding const& each) {
    auto const of_file = each.file.starts_with(path + "/") && each.file.size() > path.size() + 1;
    return of_file ? gone(each.file.substr(path.size() + 1)) : !typed.files.empty();
  });
  for (auto const& [name, bytes] : typed.files) {
    Stamp const stamp{.size = bytes.size(), .mode = S_IFREG, .links = 1};
    set.listed.push_back({name, stamp});
    if (auto finding = misshapen(stamp, path + "/" + name, limits))
      set.findings.push_back(*std::move(finding));
    else
      TRY(take_over(name, path + "/" + name, bytes, limits, set));
  }
  std::ranges::sort(set.files, {}, &Artifact::name);
  std::ranges::sort(set.listed, {}, &ArtifactSet::Listed::name);
  return set;
}

Result<bool> still_the_same(Session const& session, Name const& agent, ArtifactSet const& set,
                            ArtifactLimits const& limits, Growth growth) {
  std::vector<Finding> findings;
  auto directory = TRY(open_artifacts(session, agent, findings));
  if (!directory) return set.directory == Stamp{};
  auto const now = TRY(stamp_of(directory.get()));
  if (!same_file(now, set.directory)) return false;
  // Names that came, went or were replaced would have changed the directory's times.
  if (set.young || !untouched(now, set.directory)) {
    auto const [names, others, shown, complete] = TRY(artifact_names(directory.get()));
    if (!complete || names.size() > limits.files) return set.listed.empty() && !set.findings.empty();
    if (!std::ranges::equal(names, set.listed, {}, {}, &ArtifactSet::Listed::name)) return false;
  }
  for (auto const& listed : set.listed)
    if (!TRY(is_the_same(directory.get(), listed, set, growth))) return false;
  return true;
}

std::string digest_of(ArtifactSet const& set) {
  Digest digest;
  for (auto const& each : set.listed) {
    digest.add(each.name);
    if (!each.digest.empty()) {
      digest.add(each.digest);
      continue;
    }
    auto file = std::ranges::find(set.files, each.name, &Artifact::name);
    // An unreadable file is identified by kind and size: swapping one bad link for another is still the same
    // fault.
    digest.add(file == set.files.end() ? fmt::format("{:o}:{}", each.stamp.mode, each.stamp.size)
                                       : file->bytes);
  }
  return digest.hex();
}

} // namespace artifactd
