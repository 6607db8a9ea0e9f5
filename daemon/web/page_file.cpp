#include "daemon/web/page_file.hpp"

#include <algorithm>
#include <libdeflate.h>
#include <memory>

namespace artifactd::web {

namespace {

constexpr std::string_view page_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'";
constexpr std::string_view without_page =
    "This artifactd was built without the page (ARTIFACTD_WEB=OFF). The API is at /api/v1/openapi.json.\n";

/// Chunks have a digest in their name: another content has another name.
std::string_view caching(PageFile const& file) {
  return file.path.starts_with("/page/chunk-") ? "public, max-age=31536000, immutable" : "no-cache";
}

bool accepts_gzip(HttpRequest const& request) {
  auto const codings = request.header("accept-encoding");
  auto const found = codings.find("gzip");
  return found != std::string::npos && !std::string_view(codings).substr(found).starts_with("gzip;q=0");
}

std::string unpacked(PageFile const& file) {
  std::string text(file.size, '\0');
  std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> const unpacker(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  std::ignore = libdeflate_gzip_decompress(unpacker.get(), file.gzipped.data(), file.gzipped.size(),
                                           text.data(), text.size(), nullptr);
  return text;
}

HttpResponse answer_with(PageFile const& file, HttpRequest const& request) {
  // Browsers fetch them by several connections at once, which would count as strangers' until they are
  // closed.
  HttpResponse response{
      .type = std::string(file.type), .caching = caching(file), .content_policy = page_policy, .last = true};
  response.headers.emplace_back("ETag", file.etag);
  response.headers.emplace_back("Vary", "Accept-Encoding");
  if (request.header("if-none-match") == file.etag) {
    response.status = 304;
    return response;
  }
  if (!accepts_gzip(request)) {
    response.body = unpacked(file);
    return response;
  }
  response.headers.emplace_back("Content-Encoding", "gzip");
  response.body = file.gzipped;
  return response;
}

} // namespace

std::optional<HttpResponse> page_answer(HttpRequest const& request) {
  auto const path = request.shown_path();
  auto const files = page_files();
  auto const found = std::ranges::find(files, path, &PageFile::path);
  if (found != files.end()) return answer_with(*found, request);
  if (path == "/")
    return HttpResponse{.type = "text/plain; charset=utf-8", .body = std::string(without_page)};
  return std::nullopt;
}

bool opens_page(HttpRequest const& request) {
  return request.method == "GET" && request.path.empty() && request.header("sec-fetch-mode") == "navigate";
}

} // namespace artifactd::web
