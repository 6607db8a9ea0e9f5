#include "daemon/process/log.hpp"

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

std::string text_line(LogReader reader, std::int64_t wall_ns, LogLevel level, std::string_view event,
                      Fields fields) {
  auto line = reader == LogReader::journald
                  ? fmt::format("<{}>{}", entry(level).syslog, event)
                  : fmt::format("{} {:<7} {}", iso8601(wall_ns), entry(level).word, event);
  for (auto const& field : fields) {
    line += fmt::format(" {}=", field.key);
    if (auto const* text = std::get_if<std::string_view>(&field.value))
      line += text_value(*text);
    else
      line += std::to_string(std::get<std::int64_t>(field.value));
  }
  return line;
}

std::string json_line(std::int64_t wall_ns, LogLevel level, std::string_view event, Fields fields) {
  nlohmann::ordered_json json{{"time", iso8601(wall_ns)}, {"level", entry(level).word}, {"event", event}};
  for (auto const& field : fields)
    std::visit([&](auto const& value) { json[std::string(field.key)] = value; }, field.value);
  return json.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
}

std::atomic<LogFormat> current_format = LogFormat::text;
std::atomic<char const*> before_lines = "";

spdlog::logger& logger() {
  static auto const shared = [] {
    auto made =
        std::make_shared<spdlog::logger>("artifactd", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    made->set_pattern("%v");
    made->flush_on(spdlog::level::trace);
    return made;
  }();
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
  logger().set_level(entry(config.level).spdlog);
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

void log_event(LogLevel level, std::string_view event, Fields fields) {
  static auto const reader = log_reader();
  auto& out = logger();
  if (!out.should_log(entry(level).spdlog)) return;
  auto line = before_lines.load() + log_line(current_format, reader, wall_now_ns(), level, event, fields);
  out.log(entry(level).spdlog, spdlog::string_view_t(line));
}

} // namespace artifactd
