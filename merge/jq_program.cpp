#include "merge/jq_program.hpp"

#include <algorithm>
#include <memory>
#include <unordered_map>

extern "C" {
#include <jq.h>
#include <jv.h>
}

namespace artifactd {

namespace {

constexpr std::size_t most_outputs = 16; // one is wanted; a program that never ends must not fill the memory

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

Result<jq_state*> compiled(std::string const& program) {
  thread_local std::unordered_map<std::string, State> programs;
  if (auto known = programs.find(program); known != programs.end()) return known->second.get();
  State state(jq_init());
  if (!state) return fail(Fault::exhausted, "jq: out of memory");
  // Programs stand alone; without these two, one that imports ends the process in an assertion.
  jq_set_attr(state.get(), jv_string("JQ_LIBRARY_PATH"), jv_array());
  jq_set_attr(state.get(), jv_string("PROGRAM_ORIGIN"), jv_string("/nonexistent"));
  std::string errors;
  jq_set_error_cb(state.get(), collect_error, &errors);
  if (jq_compile(state.get(), program.c_str()) == 0) return fail(Fault::invalid, "jq program: " + errors);
  jq_set_error_cb(state.get(), nullptr, nullptr);
  return programs.emplace(program, std::move(state)).first->second.get();
}

} // namespace

Result<JqAnswer> run_jq(std::string const& program, std::string_view input) {
  auto* state = TRY(compiled(program));
  if (input.size() > static_cast<std::size_t>(INT32_MAX))
    return fail(Fault::too_large, "jq takes at most 2 GiB");
  Value parsed(jv_parse_sized(input.data(), static_cast<int>(input.size())));
  if (!parsed.valid()) return fail(Fault::invalid, "jq: " + message_of(jv_invalid_get_msg(parsed.share())));
  jq_start(state, parsed.share(), 0);
  JqAnswer answer;
  for (;;) {
    Value output(jq_next(state));
    if (output.valid()) {
      answer.outputs.push_back(text_of(output.share()));
      if (answer.outputs.size() == most_outputs) return answer;
      continue;
    }
    if (jv_invalid_has_msg(output.share())) answer.error = message_of(jv_invalid_get_msg(output.share()));
    return answer;
  }
}

Result<void> check_jq(std::string const& program) {
  TRY(compiled(program));
  return {};
}

} // namespace artifactd
