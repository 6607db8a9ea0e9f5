// The log of artifactd: one line per event, on stderr, with a UTC time; JSON is one object per line. If
// stderr is journald's, text becomes an entry of the journal instead, with a field ARTIFACTD_<KEY> for each
// field of the event; it stays on stderr, with the `<N>` level prefix and no time, while the journal cannot
// be reached. Field values may come from anywhere: in text and in entries they go through printable(), in
// JSON they are escaped, so a line stays one line. The content of artifacts is never logged. Safe from any
// thread.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <source_location>
#include <string>
#include <string_view>
#include <variant>

namespace artifactd {

enum class LogLevel : std::uint8_t { debug, info, warning, error };
enum class LogFormat : std::uint8_t { text, json };

[[nodiscard]] std::string_view log_level_word(LogLevel level) noexcept;
[[nodiscard]] std::optional<LogLevel> parse_log_level(std::string_view word) noexcept;
[[nodiscard]] std::string_view log_format_word(LogFormat format) noexcept;
[[nodiscard]] std::optional<LogFormat> parse_log_format(std::string_view word) noexcept;

struct LogConfig {
  LogFormat format = LogFormat::text;
  LogLevel level = LogLevel::info;
};

/// Sets format and threshold, and looks who reads stderr; called again at every reload. Before the first
/// call: text, info.
void open_log(LogConfig const& config);

/// While a bar is shown on the last line of stderr, lines begin with this text, which erases it; empty: none
/// is.
void log_over_bar(char const* erase);

struct LogField {
  std::string_view key; ///< lower-case letters, digits and '_'
  std::variant<std::string_view, std::int64_t> value;
  bool apart = false; ///< not in the line of text, which says it already

  LogField(std::string_view name, std::string_view text) : key(name), value(text) {}
  LogField(std::string_view name, std::string const& text) : key(name), value(std::string_view(text)) {}
  LogField(std::string_view name, char const* text) : key(name), value(std::string_view(text)) {}
  LogField(std::string_view name, std::int64_t number) : key(name), value(number) {}

  static LogField beside_text(std::string_view name, std::string_view text) {
    LogField field(name, text);
    field.apart = true;
    return field;
  }
};

/// One line: `event` is a stable lower-case word or phrase written in the source, never untrusted text.
/// log_events.cpp has its MESSAGE_ID.
void log_event(LogLevel level, std::string_view event, std::initializer_list<LogField> fields = {},
               std::source_location where = std::source_location::current());

/// Who reads stderr, for the text form.
enum class LogReader : std::uint8_t { person, journald };

/// journald exactly when $JOURNAL_STREAM names the device and inode of stderr.
[[nodiscard]] LogReader log_reader() noexcept;

/// The line log_event would write, without its newline; `wall_ns` is the time of the event.
[[nodiscard]] std::string log_line(LogFormat format, LogReader reader, std::int64_t wall_ns, LogLevel level,
                                   std::string_view event, std::initializer_list<LogField> fields);

/// The entry of the journal that log_event would send: lines `FIELD=value`, without fields that are empty.
[[nodiscard]] std::string journal_entry(LogLevel level, std::string_view event,
                                        std::initializer_list<LogField> fields,
                                        std::source_location const& where);

} // namespace artifactd
