#include "agents/model/strict_json.hpp"

#include <fmt/core.h>
#include <string>

namespace artifactd::model {

namespace {

std::vector<Finding> one_fault(std::string code, std::string message) {
  return {Finding{.code = std::move(code), .message = std::move(message)}};
}

/// Stops at the first object that has more members than allowed. A separate pass: a parser with a filter
/// callback searches a whole list at the end of each of its objects.
class MemberCount final : public nlohmann::json_sax<nlohmann::ordered_json> {
public:
  explicit MemberCount(unsigned most) : most_(most) {}
  [[nodiscard]] bool exceeded() const noexcept { return exceeded_; }

  bool start_object(std::size_t) override {
    open_.push_back(0);
    return true;
  }
  bool key(std::string&) override {
    exceeded_ = ++open_.back() > most_;
    return !exceeded_;
  }
  bool end_object() override {
    open_.pop_back();
    return true;
  }
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, std::string const&) override { return true; }
  bool string(std::string&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t, std::string const&, nlohmann::detail::exception const&) override {
    return false;
  }

private:
  unsigned most_;
  std::vector<unsigned> open_; ///< members so far of each open object
  bool exceeded_ = false;
};

} // namespace

std::expected<nlohmann::ordered_json, std::vector<Finding>>
read_json(std::string_view text, JsonBounds const& bounds, json::Source source) {
  if (text.size() > bounds.bytes)
    return std::unexpected(
        one_fault("file.too_large", fmt::format("the text is longer than {} bytes", bounds.bytes)));
  if (auto findings = json::syntax_findings("", text, {.depth = bounds.depth}, {source}); !findings.empty())
    return std::unexpected(std::move(findings));
  MemberCount count(bounds.members);
  nlohmann::ordered_json::sax_parse(text, &count);
  if (count.exceeded())
    return std::unexpected(
        one_fault("file.too_large", fmt::format("an object has more than {} members", bounds.members)));
  auto value = nlohmann::ordered_json::parse(text, nullptr, false);
  if (value.is_discarded())
    return std::unexpected(one_fault("json.number", "a number is larger than any double"));
  return value;
}

} // namespace artifactd::model
