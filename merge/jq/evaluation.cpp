#include "merge/jq/evaluation.hpp"

#include <memory>
#include <unistd.h>
#include <unordered_map>

extern "C" {
#include <jq.h>
#include <jv.h>
}

namespace artifactd::jq {

namespace {

// A configuration has few; those of the previous one need not stay for ever.
constexpr std::size_t most_programs = 64;

struct Teardown {
  void operator()(jq_state* state) const noexcept { jq_teardown(&state); }
};
using State = std::unique_ptr<jq_state, Teardown>;

/// Owns one reference of a libjq value.
class Value {
public:
  explicit Value(jv value) noexcept : value_(value) {}
  ~Value() { jv_free(value_); }
  Value(Value const&) = delete;
  Value& operator=(Value const&) = delete;
  [[nodiscard]] jv get() const noexcept { return value_; }
  [[nodiscard]] jv share() const noexcept { return jv_copy(value_); }
  [[nodiscard]] bool valid() const noexcept { return jv_get_kind(value_) != JV_KIND_INVALID; }

private:
  jv value_;
};

std::string text_of(jv consumed) {
  Value dumped(jv_dump_string(consumed, 0));
  return {jv_string_value(dumped.get()), static_cast<std::size_t>(jv_string_length_bytes(dumped.share()))};
}

std::string message_of(jv consumed) {
  Value message(consumed);
  if (jv_get_kind(message.get()) != JV_KIND_STRING) return text_of(message.share());
  return jv_string_value(message.get());
}

void collect_error(void* into, jv message) {
  auto& text = *static_cast<std::string*>(into);
  if (!text.empty()) text += "; ";
  for (char c : message_of(message)) // on one line, without the padding of the quoted program
    if (bool space = c == ' ' || c == '\n'; !space || !text.ends_with(' ')) text += space ? ' ' : c;
}

/// What memory is being used for: a program that exhausts it is at fault, the size of its input is not.
Exit without_memory = Exit::no_memory_for_input;

void out_of_memory(void*) {
  ::_exit(static_cast<int>(without_memory));
}

struct Compiled {
  State state;
  std::string trouble; ///< why there is no state
};

Compiled compile(std::string const& program) {
  State state(jq_init());
  if (!state) out_of_memory(nullptr);
  jq_set_nomem_handler(state.get(), out_of_memory, nullptr);
  // Programs may not import; without these two, an import ends the process in an assertion.
  jq_set_attr(state.get(), jv_string("JQ_LIBRARY_PATH"), jv_array());
  jq_set_attr(state.get(), jv_string("PROGRAM_ORIGIN"), jv_string("/nonexistent"));
  std::string errors;
  jq_set_error_cb(state.get(), collect_error, &errors);
  if (jq_compile(state.get(), program.c_str()) == 0) return {nullptr, "jq program: " + errors};
  jq_set_error_cb(state.get(), nullptr, nullptr);
  return {std::move(state), ""};
}

/// Compiling costs 13 ms: each program is compiled once.
Compiled const& compiled(std::string_view text) {
  static std::unordered_map<std::string, Compiled> programs;
  std::string program(text);
  if (auto known = programs.find(program); known != programs.end()) return known->second;
  if (programs.size() >= most_programs) programs.clear();
  auto fresh = compile(program);
  return programs.emplace(std::move(program), std::move(fresh)).first->second;
}

Answer run(jq_state* state, jv consumed, std::uint64_t most_output) {
  Answer answer;
  jq_start(state, consumed, 0);
  for (std::uint64_t bytes = 0; answer.outputs.size() < most_outputs;) {
    Value output(jq_next(state));
    if (!output.valid()) {
      if (!jv_invalid_has_msg(output.share())) return answer;
      answer.ending = Ending::failed;
      answer.message = message_of(jv_invalid_get_msg(output.share()));
      return answer;
    }
    answer.outputs.push_back(text_of(output.share()));
    bytes += answer.outputs.back().size();
    if (bytes > most_output) return {.ending = Ending::too_much};
  }
  return answer;
}

} // namespace

Answer evaluate(Ask ask, std::string_view program, std::string_view input, std::uint64_t most_output) {
  without_memory = Exit::no_memory_for_input;
  auto const& [state, trouble] = compiled(program);
  if (!state) return {.ending = Ending::not_compiled, .message = trouble};
  if (ask == Ask::compile) return {};
  Value parsed(jv_parse_sized(input.data(), static_cast<int>(input.size())));
  if (!parsed.valid())
    return {.ending = Ending::unreadable, .message = "jq: " + message_of(jv_invalid_get_msg(parsed.share()))};
  without_memory = Exit::no_memory_for_program;
  return run(state.get(), parsed.share(), most_output);
}

} // namespace artifactd::jq
