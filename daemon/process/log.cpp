#include "daemon/process/log.hpp"

#include "daemon/process/journal_sink.hpp"
#include "daemon/process/log_events.hpp"
#include "state/platform/clock.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

struct Level {
  LogLevel level;
  std::string_view word;
  char syslog; ///< the number in journald's "<N>" prefix
  spdlog::level::level_enum spdlog;
};
constexpr std::array levels = {Level{LogLevel::debug, "debug", '7', spdlog::level::debug},
                               Level{LogLevel::info, "info", '6', spdlog::level::info},
                               Level{LogLevel::warning, "warning", '4', spdlog::level::warn},
                               Level{LogLevel::error, "error", '3', spdlog::level::err}};

Level const& entry(LogLevel level) noexcept {
  return levels[static_cast<std::size_t>(level)];
}

using Fields = std::initializer_list<LogField>;

/// Bare when that is unambiguous, else in quotes.
std::string text_value(std::string_view text) {
  auto shown = printable(text);
  if (!shown.empty() && shown.find_first_of(" =\"") == shown.npos) return shown;
  std::string quoted = "\"";
  for (char c : shown) {
    if (c == '"') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

std::string text_of(LogField const& field) {
  if (auto const* number = std::get_if<std::int64_t>(&field.value)) return std::to_string(*number);
  return printable(std::get<std::string_view>(field.value));
}

/// The readable part of an event, without level and time.
std::string message_of(std::string_view event, Fields fields) {
  std::string message(event);
  for (auto const& field : fields) {
    if (field.apart) continue;
    auto const* text = std::get_if<std::string_view>(&field.value);
    message += fmt::format(" {}={}", field.key, text != nullptr ? text_value(*text) : text_of(field));
  }
  return message;
}

std::string text_line(LogReader reader, std::int64_t wall_ns, LogLevel level, std::string_view event,
                      Fields fields) {
  auto const message = message_of(event, fields);
  return reader == LogReader::journald
             ? fmt::format("<{}>{}", entry(level).syslog, message)
             : fmt::format("{} {:<7} {}", iso8601(wall_ns), entry(level).word, message);
}

std::string json_line(std::int64_t wall_ns, LogLevel level, std::string_view event, Fields fields) {
  nlohmann::ordered_json json{{"time", iso8601(wall_ns)}, {"level", entry(level).word}, {"event", event}};
  for (auto const& field : fields)
    std::visit([&](auto const& value) { json[std::string(field.key)] = value; }, field.value);
  return json.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
}

std::atomic<char const*> before_lines = "";

std::string journal_field(std::string_view key) {
  std::string name = "ARTIFACTD_";
  for (char c : key)
    name += 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return name;
}

std::string_view code_in(Fields fields) {
  for (auto const& field : fields)
    if (auto const* text = std::get_if<std::string_view>(&field.value);
        text != nullptr && field.key == "code")
      return *text;
  return {};
}

std::atomic<LogFormat> current_format = LogFormat::text;
std::atomic<LogReader> current_reader = log_reader();

std::shared_ptr<spdlog::logger> logger_to(spdlog::sink_ptr sink) {
  auto made = std::make_shared<spdlog::logger>("artifactd", std::move(sink));
  made->set_pattern("%v");
  made->flush_on(spdlog::level::trace);
  return made;
}

spdlog::logger& line_logger() {
  static auto const shared = logger_to(std::make_shared<spdlog::sinks::stderr_sink_mt>());
  return *shared;
}

spdlog::logger& entry_logger() {
  static auto const shared = logger_to(journal_sink());
  return *shared;
}

} // namespace

std::string_view log_level_word(LogLevel level) noexcept {
  return entry(level).word;
}

std::optional<LogLevel> parse_log_level(std::string_view word) noexcept {
  auto found = std::ranges::find(levels, word, &Level::word);
  return found == levels.end() ? std::nullopt : std::optional(found->level);
}

std::string_view log_format_word(LogFormat format) noexcept {
  return format == LogFormat::json ? "json" : "text";
}

std::optional<LogFormat> parse_log_format(std::string_view word) noexcept {
  for (auto format : {LogFormat::text, LogFormat::json})
    if (word == log_format_word(format)) return format;
  return std::nullopt;
}

void open_log(LogConfig const& config) {
  current_format = config.format;
  current_reader = log_reader();
  line_logger().set_level(entry(config.level).spdlog);
  entry_logger().set_level(entry(config.level).spdlog);
}

void log_over_bar(char const* erase) {
  before_lines = erase;
}

LogReader log_reader() noexcept {
  char const* stream = std::getenv("JOURNAL_STREAM");
  struct stat status{};
  if (stream == nullptr || ::fstat(STDERR_FILENO, &status) < 0) return LogReader::person;
  return stream == fmt::format("{}:{}", status.st_dev, status.st_ino) ? LogReader::journald
                                                                      : LogReader::person;
}

std::string log_line(LogFormat format, LogReader reader, std::int64_t wall_ns, LogLevel level,
                     std::string_view event, Fields fields) {
  return format == LogFormat::json ? json_line(wall_ns, level, event, fields)
                                   : text_line(reader, wall_ns, level, event, fields);
}

std::string journal_entry(LogLevel level, std::string_view event, Fields fields,
                          std::source_location const& where) {
  std::string lines;
  auto const add = [&](std::string_view field, std::string_view value) {
    if (!value.empty()) lines += fmt::format("{}={}\n", field, value);
  };
  add("MESSAGE", message_of(event, fields));
  add("PRIORITY", {&entry(level).syslog, 1});
  add("MESSAGE_ID", message_id(event, code_in(fields)));
  add("SYSLOG_IDENTIFIER", program_invocation_short_name);
  add("CODE_FILE", where.file_name());
  add("CODE_LINE", std::to_string(where.line()));
  add("CODE_FUNC", where.function_name());
  add("ARTIFACTD_EVENT", event);
  for (auto const& field : fields)
    add(journal_field(field.key), text_of(field));
  return lines;
}

void log_event(LogLevel level, std::string_view event, Fields fields, std::source_location where) {
  auto const format = current_format.load();
  auto const reader = current_reader.load();
  auto const as_entry = format == LogFormat::text && reader == LogReader::journald;
  auto& out = as_entry ? entry_logger() : line_logger();
  if (!out.should_log(entry(level).spdlog)) return;
  auto const text = as_entry
                        ? journal_entry(level, event, fields, where)
                        : before_lines.load() + log_line(format, reader, wall_now_ns(), level, event, fields);
  out.log(entry(level).spdlog, spdlog::string_view_t(text));
}

} // namespace artifactd
