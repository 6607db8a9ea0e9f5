#include "state/settle/values.hpp"

#include "state/platform/clock.hpp"
#include "state/platform/own_file.hpp"
#include "state/platform/stamp.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/file_parts.hpp"
#include "state/session/file_window.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/ownership.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <fmt/core.h>
#include <span>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

/// The file may grow to this many times what is kept before it is rewritten without the oldest values.
constexpr std::size_t slack = 4;
constexpr std::size_t longest_header = 64;
constexpr auto values_name = "values";       ///< for messages
constexpr std::size_t most_records = 10'000; ///< more only in a planted file
constexpr std::uint64_t most_copied = std::uint64_t{256} << 20;

std::string file_name(Name const& agent) {
  return agent.str() + std::string(layout::values_suffix);
}

std::string header(std::uint64_t number, std::size_t bytes, std::int64_t kept_ns) {
  return fmt::format("{} {} {}\n", number, bytes, kept_ns);
}

/// The header at the start of `text`; its value begins right after it.
std::optional<KeptValue> parse_header(std::string_view text, std::uint64_t offset) {
  KeptValue value{};
  auto at = text.data();
  auto const end = text.data() + text.size();
  auto take = [&](auto& number, char after) {
    auto [rest, error] = std::from_chars(at, end, number);
    if (error != std::errc() || rest == end || *rest != after) return false;
    at = rest + 1;
    return true;
  };
  if (!take(value.number, ' ') || !take(value.bytes, ' ') || !take(value.kept_ns, '\n')) return std::nullopt;
  auto const length = static_cast<std::size_t>(at - text.data());
  if (text.substr(0, length) != header(value.number, value.bytes, value.kept_ns)) return std::nullopt;
  value.offset = offset + length;
  return value;
}

struct Records {
  std::vector<KeptValue> values;
  std::uint64_t end = 0;  ///< of the last whole record
  std::uint64_t size = 0; ///< of the file
};

Result<Records> walk(FileWindow& window, std::uint64_t size) {
  Records records;
  records.size = size;
  auto text = TRY(window.part(0, longest_header));
  while (records.values.size() < most_records) {
    auto value = parse_header(text, records.end);
    if (!value || value->bytes >= records.size - value->offset) break;
    auto end = value->offset + value->bytes;
    text = TRY(window.part(end, 1 + longest_header)); // including the next header
    if (!text.starts_with('\n')) break;
    text.remove_prefix(1);
    records.values.push_back(*value);
    records.end = end + 1;
  }
  return records;
}

struct OpenLog {
  UniqueFd file;
  Stamp stamp; ///< when it was opened
};

/// Anything else in its place was planted, and is replaced.
Result<OpenLog> open_for_keeping(Session const& session, int directory, std::string const& name) {
  auto file = open_beneath(directory, name, O_RDWR | O_NONBLOCK);
  if (file) {
    auto const stamp = TRY(stamp_of(file->get()));
    if (is_plain_file(stamp)) return OpenLog{*std::move(file), stamp};
  } else if (file.error().fault == Fault::missing) {
    auto fresh = TRY(open_beneath(directory, name, O_RDWR | O_CREAT | O_EXCL, 0600));
    TRY(adopt(fresh.get(), session, session.file_mode()));
    auto const stamp = TRY(stamp_of(fresh.get()));
    return OpenLog{std::move(fresh), stamp};
  } else if (file.error().fault != Fault::unsafe) {
    return fail(std::move(file).error());
  }
  TRY(remove_name(directory, name));
  return open_for_keeping(session, directory, name);
}

Result<void> write_at(int file, std::uint64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    auto const put = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return fail(errno_error("write", values_name));
    offset += static_cast<std::uint64_t>(put);
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return {};
}

Result<void> append(int file, Records const& records, std::string const& record) {
  // Overwrites the half record of a killed artifactd and cuts off what follows it.
  auto written = write_at(file, records.end, record);
  auto end = records.end + (written ? record.size() : 0);
  if ((!written || end < records.size) && ::ftruncate(file, static_cast<off_t>(end)) < 0)
    return fail(errno_error("truncate", values_name));
  return written;
}

/// The values that are not too large to copy; usually all of them.
std::span<KeptValue const> copyable(std::span<KeptValue const> values) {
  std::uint64_t bytes = 0;
  for (auto count = values.size(); count > 0; --count) {
    bytes += values[count - 1].bytes;
    if (bytes > most_copied) return values.subspan(count);
  }
  return values;
}

/// `values` are the last ones of `records`.
Result<void> copy(int file, Records const& records, std::span<KeptValue const> values, int to) {
  if (values.empty()) return {};
  auto const& first = values.front();
  auto const begin = first.offset - header(first.number, first.bytes, first.kept_ns).size();
  return each_piece(file, values_name, begin, records.end - begin,
                    [&](std::string_view piece) { return write_all(to, piece); });
}

} // namespace

Result<void> keep_value(Session const& session, Name const& agent, std::uint64_t number,
                        std::string_view value, std::size_t keep) {
  auto const directory = TRY(session.kept_directory(layout::values));
  auto const [file, stamp] = TRY(open_for_keeping(session, directory.get(), file_name(agent)));
  FileWindow window(file.get(), stamp.size, values_name);
  auto records = TRY(walk(window, stamp.size));
  auto const& values = records.values;
  if (!values.empty() && values.back().bytes == value.size() &&
      TRY(window.part(values.back().offset, value.size())) == value)
    return {};
  auto record = header(number, value.size(), wall_now_ns()).append(value) + "\n";
  keep = std::max<std::size_t>(2, keep);
  auto const full = values.size() >= slack * keep;
  if (!full && is_own_file(file.get(), stamp, directory.get(), file_name(agent)))
    return append(file.get(), records, record);
  // A file that is not certainly ours is read but never written to: it could be somebody else's.
  auto const rest = copyable(full ? std::span(values).last(keep - 1) : std::span(values));
  return replace_file_by(session, layout::values_of(agent), [&, log = file.get()](int fresh) -> Result<void> {
    TRY(copy(log, records, rest, fresh));
    return write_all(fresh, record);
  });
}

Result<std::vector<KeptValue>> list_values(Session const& session, Name const& agent) {
  auto file = open_beneath(session.directory(), layout::values_of(agent), O_RDONLY | O_NONBLOCK);
  if (!file && file.error().fault == Fault::missing) return {};
  if (!file) return fail(std::move(file).error());
  auto const stamp = TRY(stamp_of(file->get()));
  if (stamp.links == 0) return fail(Fault::changed, layout::values_of(agent) + " was replaced meanwhile");
  if (!is_plain_file(stamp)) return fail(Fault::unsafe, layout::values_of(agent) + " is not a plain file");
  FileWindow window(file->get(), stamp.size, values_name);
  return TRY(walk(window, stamp.size)).values;
}

Result<std::string> read_value(Session const& session, Name const& agent, KeptValue const& value,
                               std::uint64_t limit) {
  if (value.bytes > limit)
    return fail(Fault::too_large, fmt::format("the value of generation {} has {} bytes, more than {}",
                                              value.number, value.bytes, limit));
  auto file = TRY(open_beneath(session.directory(), layout::values_of(agent), O_RDONLY | O_NONBLOCK));
  // The log may have been replaced by a shorter one since the value was listed.
  auto const head = header(value.number, value.bytes, value.kept_ns);
  auto text = TRY(read_part(file.get(), values_name, value.offset - head.size(), head.size() + value.bytes));
  if (text.size() != head.size() + value.bytes || !text.starts_with(head))
    return fail(Fault::changed, layout::values_of(agent) + " changed meanwhile");
  return text.erase(0, head.size());
}

} // namespace artifactd
