#include "bench/made_session.hpp"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>

namespace artifactd::bench {

namespace {

std::string entity(int number) {
  return fmt::format("    {{\n      \"id\": \"e{}\",\n      \"name\": \"Entity {} of the \\\"second\\\" "
                     "kind\",\n      \"type\": \"organisation\",\n"
                     "      \"description\": \"A body that publishes figures on naïve estimates; see section "
                     "{}.\",\n      \"confidence\": 0.{},\n"
                     "      \"sources\": [\n        \"https://example.org/report/{}\"\n      ],\n      "
                     "\"added_at\": \"2025-10-11T19:30:00Z\"\n    }}",
                     number, number, number % 97, number % 90 + 10, number);
}

std::string name_space(int number) {
  return fmt::format("  \"agent-{}\": {{\n    \"completed_at\": \"2025-10-11T19:30:00Z\",\n    \"items\": "
                     "[\n      1,\n      2,\n      3\n    ]\n  }}",
                     number);
}

} // namespace

std::string make_graph(std::size_t bytes) {
  std::string text = "{\n  \"schema_version\": \"1.0\",\n  \"entities\": [\n";
  for (int i = 0; text.size() + 2000 < bytes || i == 0; ++i)
    text += (i == 0 ? "" : ",\n") + entity(i);
  text += "\n  ],\n";
  for (int i = 0; i < 10; ++i)
    text += (i == 0 ? "" : ",\n") + name_space(i);
  return text + "\n}\n";
}

std::string make_artifact(std::size_t bytes, int number, int round) {
  std::string text = fmt::format("{{\n  \"round_{}\": {},\n  \"findings_{}\": [\n", number, round, number);
  for (int i = 0; text.size() + 150 < bytes || i == 0; ++i)
    text +=
        fmt::format("{}    {{\"claim\": \"Finding {} is supported by {} sources\", \"confidence\": 0.{}}}",
                    i == 0 ? "" : ",\n", i, i % 7, i % 90 + 10);
  return text + "\n  ]\n}\n";
}

void write_text(std::string const& path, std::string const& text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

MadeSession::MadeSession(std::string const& graph) {
  auto const* where = std::getenv("BENCH_DIR");
  path_ = (where != nullptr ? std::string(where) : std::filesystem::temp_directory_path().string()) +
          "/artifactd-bench.XXXXXX";
  if (::mkdtemp(path_.data()) == nullptr)
    throw std::filesystem::filesystem_error("mkdtemp", path_,
                                            std::error_code(errno, std::generic_category()));
  if (!graph.empty()) write_text(this->graph(), graph);
}

MadeSession::~MadeSession() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void MadeSession::drop(std::string const& agent, int files, std::size_t bytes, int round) const {
  std::filesystem::create_directories(path_ + "/artifacts/" + agent);
  for (int i = 0; i < files; ++i)
    write_text(fmt::format("{}/artifacts/{}/{}.json", path_, agent, i), make_artifact(bytes, i, round));
  write_text(path_ + "/" + agent + ".kg.lock", "");
}

Result<Reconciled> settle_signals(Session const& session, Hints const& hints, KgTools const& tools) {
  std::array const works{kg_work(tools)};
  Kinds const kinds{kg_kind};
  RefusalPolicy const refusal;
  return reconcile(session, hints, {kinds, works, refusal});
}

} // namespace artifactd::bench
