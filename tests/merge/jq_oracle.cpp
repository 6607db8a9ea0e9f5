#include "tests/merge/jq_oracle.hpp"

#include <map>
#include <memory>
#include <stdexcept>

extern "C" {
#include <jq.h>
#include <jv.h>
}

namespace artifactd::test {

namespace {

struct Teardown {
  void operator()(jq_state* state) const noexcept { jq_teardown(&state); }
};

/// Compiling is the most expensive part, so compiled programs are kept.
jq_state* compiled(std::string const& program) {
  static std::map<std::string, std::unique_ptr<jq_state, Teardown>> programs;
  auto [known, fresh] = programs.try_emplace(program);
  if (fresh) {
    known->second.reset(jq_init());
    if (jq_compile(known->second.get(), program.c_str()) == 0) throw std::invalid_argument(program);
  }
  return known->second.get();
}

std::string text_of(jv value) {
  auto dumped = jv_dump_string(value, 0);
  std::string text(jv_string_value(dumped),
                   static_cast<std::size_t>(jv_string_length_bytes(jv_copy(dumped))));
  jv_free(dumped);
  return text;
}

} // namespace

std::string jq(std::string const& program, std::string_view input) {
  auto* state = compiled(program);
  auto parsed = jv_parse_sized(input.data(), static_cast<int>(input.size()));
  if (!jv_is_valid(parsed)) {
    jv_free(parsed);
    throw std::invalid_argument("jq does not parse " + std::string(input));
  }
  jq_start(state, parsed, 0);
  auto output = jq_next(state);
  if (!jv_is_valid(output)) {
    jv_free(output);
    throw std::runtime_error("jq has no answer to " + program);
  }
  auto text = text_of(output);
  jv_free(jq_next(state));
  return text;
}

bool jq_equal(std::string_view a, std::string_view b) {
  return jq(".[0] == .[1]", "[" + std::string(a) + "," + std::string(b) + "]") == "true";
}

} // namespace artifactd::test
