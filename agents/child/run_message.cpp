#include "agents/child/run_message.hpp"

#include <nlohmann/json.hpp>

namespace artifactd {

namespace {

using Bytes = std::vector<std::uint8_t>;

/// A program's output need not be UTF-8, so it is sent as bytes.
nlohmann::json binary(std::string_view text) {
  return nlohmann::json::binary(Bytes(text.begin(), text.end()));
}

std::string text_of(nlohmann::json const& json) {
  auto const& bytes = json.get_binary();
  return {bytes.begin(), bytes.end()};
}

nlohmann::json binaries(std::vector<std::string> const& texts) {
  auto all = nlohmann::json::array();
  for (auto const& text : texts)
    all.push_back(binary(text));
  return all;
}

std::vector<std::string> strings_of(nlohmann::json const& json) {
  std::vector<std::string> texts;
  for (auto const& each : json)
    texts.push_back(text_of(each));
  return texts;
}

std::int64_t milliseconds(Duration duration) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
}

class Encoder {
public:
  explicit Encoder(std::vector<int>& descriptors) : descriptors_(descriptors) {}

  nlohmann::json descriptor(int fd) {
    if (fd < 0) return nullptr;
    descriptors_.push_back(fd);
    return descriptors_.size() - 1;
  }
  nlohmann::json either(std::variant<std::string, int> const& value) {
    auto const* text = std::get_if<std::string>(&value);
    return text != nullptr ? binary(*text) : descriptor(std::get<int>(value));
  }
  nlohmann::json keep(Keep const& keep) {
    return {{"bytes", keep.bytes}, {"copy", descriptor(keep.copy)}, {"copy_bytes", keep.copy_bytes}};
  }

private:
  std::vector<int>& descriptors_;
};

nlohmann::json limit(std::optional<std::uint64_t> const& value) {
  return value ? nlohmann::json(*value) : nlohmann::json(nullptr);
}

std::optional<std::uint64_t> limit_of(nlohmann::json const& json) {
  if (json.is_null()) return std::nullopt;
  return json.get<std::uint64_t>();
}

class Decoder {
public:
  explicit Decoder(std::vector<UniqueFd> const& descriptors) : descriptors_(descriptors) {}

  [[nodiscard]] int descriptor(nlohmann::json const& json) const {
    return json.is_null() ? -1 : descriptors_.at(json.get<std::size_t>()).get();
  }
  [[nodiscard]] std::variant<std::string, int> either(nlohmann::json const& json) const {
    if (json.is_binary()) return text_of(json);
    return descriptor(json);
  }
  [[nodiscard]] Keep keep(nlohmann::json const& json) const {
    return {json.at("bytes").get<std::size_t>(), descriptor(json.at("copy")),
            json.at("copy_bytes").get<std::uint64_t>()};
  }

private:
  std::vector<UniqueFd> const& descriptors_;
};

nlohmann::json to_json(Kept const& kept) {
  return {{"bytes", binary(kept.bytes)}, {"total", kept.total}, {"copy_errno", kept.copy_errno}};
}

Kept kept_of(nlohmann::json const& json) {
  return {text_of(json.at("bytes")), json.at("total").get<std::uint64_t>(), json.at("copy_errno").get<int>()};
}

nlohmann::json to_json(Ending const& ending) {
  auto value = 0;
  if (auto const* exited = std::get_if<Exited>(&ending)) value = exited->code;
  if (auto const* killed = std::get_if<Killed>(&ending)) value = killed->signal;
  return {{"how", ending.index()}, {"value", value}};
}

Ending ending_of(nlohmann::json const& json) {
  auto value = json.at("value").get<int>();
  switch (json.at("how").get<std::size_t>()) {
  case 0:
    return Exited{value};
  case 1:
    return Killed{value};
  case 2:
    return TimedOut{};
  default:
    return Cancelled{};
  }
}

template <class Read>
auto guarded(Read read) -> Result<decltype(read())> {
  try {
    return read();
  } catch (std::exception const& error) {
    return fail(Fault::invalid, std::string("run service: ") + error.what());
  }
}

} // namespace

RunMessage encode(Command const& command) {
  RunMessage message;
  Encoder encoder(message.descriptors);
  auto const& limits = command.limits;
  nlohmann::json json{{"argv", binaries(command.argv)},
                      {"environment", binaries(command.environment)},
                      {"basics", command.basics == Basics::given},
                      {"directory", encoder.either(command.directory)},
                      {"input", encoder.either(command.input)},
                      {"output", encoder.keep(command.output)},
                      {"errors", encoder.keep(command.errors)},
                      {"result", command.result ? encoder.keep(*command.result) : nlohmann::json(nullptr)},
                      {"limits",
                       {{"memory", limit(limits.memory)},
                        {"file_size", limit(limits.file_size)},
                        {"files", limit(limits.files)},
                        {"processes", limit(limits.processes)},
                        {"cpu", limit(limits.cpu)}}},
                      {"timeout_ms", milliseconds(command.timeout)},
                      {"grace_ms", milliseconds(command.grace)},
                      {"passed", nlohmann::json::array()}};
  for (auto fd : command.passed)
    json["passed"].push_back(encoder.descriptor(fd));
  message.bytes = nlohmann::json::to_cbor(json);
  return message;
}

Result<Command> decode_command(std::vector<std::uint8_t> const& bytes,
                               std::vector<UniqueFd> const& descriptors) {
  return guarded([&] {
    auto const json = nlohmann::json::from_cbor(bytes);
    Decoder decoder(descriptors);
    auto const& limits = json.at("limits");
    Command command{.argv = strings_of(json.at("argv")),
                    .environment = strings_of(json.at("environment")),
                    .basics = json.at("basics").get<bool>() ? Basics::given : Basics::none,
                    .directory = decoder.either(json.at("directory")),
                    .input = decoder.either(json.at("input")),
                    .output = decoder.keep(json.at("output")),
                    .errors = decoder.keep(json.at("errors")),
                    .result = json.at("result").is_null() ? std::nullopt
                                                          : std::optional(decoder.keep(json.at("result"))),
                    .limits = {limit_of(limits.at("memory")), limit_of(limits.at("file_size")),
                               limit_of(limits.at("files")), limit_of(limits.at("processes")),
                               limit_of(limits.at("cpu"))},
                    .timeout = std::chrono::milliseconds(json.at("timeout_ms").get<std::int64_t>()),
                    .grace = std::chrono::milliseconds(json.at("grace_ms").get<std::int64_t>())};
    for (auto const& each : json.at("passed"))
      command.passed.push_back(decoder.descriptor(each));
    return command;
  });
}

std::vector<std::uint8_t> encode(Result<Ran> const& ran) {
  if (!ran)
    return nlohmann::json::to_cbor(nlohmann::json{{"fault", static_cast<int>(ran.error().fault)},
                                                  {"message", binary(ran.error().message)},
                                                  {"code", ran.error().code}});
  return nlohmann::json::to_cbor(
      nlohmann::json{{"ending", to_json(ran->ending)},
                     {"output", to_json(ran->output)},
                     {"errors", to_json(ran->errors)},
                     {"result", to_json(ran->result)},
                     {"wall_us", std::chrono::duration_cast<std::chrono::microseconds>(ran->wall).count()},
                     {"cpu_us", std::chrono::duration_cast<std::chrono::microseconds>(ran->cpu).count()},
                     {"peak_memory", ran->peak_memory}});
}

Result<Ran> decode_ran(std::vector<std::uint8_t> const& bytes) {
  auto answer = TRY(guarded([&] { return nlohmann::json::from_cbor(bytes); }));
  if (answer.contains("fault"))
    return fail(TRY(guarded([&] {
      return Error{static_cast<Fault>(answer.at("fault").get<int>()), text_of(answer.at("message")),
                   answer.at("code").get<int>()};
    })));
  return guarded([&] {
    return Ran{.ending = ending_of(answer.at("ending")),
               .output = kept_of(answer.at("output")),
               .errors = kept_of(answer.at("errors")),
               .result = kept_of(answer.at("result")),
               .wall = std::chrono::microseconds(answer.at("wall_us").get<std::int64_t>()),
               .cpu = std::chrono::microseconds(answer.at("cpu_us").get<std::int64_t>()),
               .peak_memory = answer.at("peak_memory").get<std::uint64_t>()};
  });
}

} // namespace artifactd
