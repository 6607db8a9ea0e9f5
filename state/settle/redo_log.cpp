#include "state/settle/redo_log.hpp"

#include "state/session/atomic_file.hpp"
#include "state/session/file_parts.hpp"
#include "state/session/file_window.hpp"
#include "state/session/session_layout.hpp"

namespace artifactd {

namespace {

constexpr std::size_t most_entries =
    16'384; ///< more only in a forged file: it is pruned from half of them on

} // namespace

Result<std::vector<RedoEntry>> redo_entries(int file, std::uint64_t size) {
  std::vector<RedoEntry> entries;
  std::uint64_t at = 0;
  FileWindow window(file, size, layout::redo);
  auto text = TRY(window.part(0, redo_head_bytes));
  while (entries.size() < most_entries) {
    auto head = parse_redo_head(text);
    if (!head || head->bytes > size - at) break;
    auto const end = at + head->bytes;
    text =
        TRY(window.part(end - redo_tail_bytes, redo_tail_bytes + redo_head_bytes)); // including the next head
    auto const tail = parse_redo_tail(text.substr(0, redo_tail_bytes));
    if (!tail || tail->bytes != head->bytes || tail->number != head->record.number) break;
    text.remove_prefix(redo_tail_bytes);
    entries.push_back({std::move(head->record), at, end});
    at = end;
  }
  return entries;
}

Result<std::optional<Redo>> read_entry(int file, RedoEntry const& entry) {
  return parse_redo(TRY(read_part(file, layout::redo, entry.begin, entry.end - entry.begin)));
}

Result<bool> copy_entry(int file, RedoEntry const& entry, int to) {
  RedoChecksum sum;
  auto const summed = entry.end - entry.begin - redo_tail_bytes;
  TRY(each_piece(file, layout::redo, entry.begin, summed, [&](std::string_view piece) {
    sum.add(piece);
    return write_all(to, piece);
  }));
  auto const tail = TRY(read_part(file, layout::redo, entry.begin + summed, redo_tail_bytes));
  TRY(write_all(to, tail));
  return tail.starts_with(sum.text());
}

} // namespace artifactd
