#include "agents/model/endpoint/http.hpp"

#include "agents/model/endpoint/late_curl.hpp"
#include "agents/model/patience.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <memory>
#include <optional>
#include <sys/socket.h>

namespace artifactd::model {

namespace {

constexpr std::size_t most_header_bytes = 64 * 1024;
constexpr std::size_t longest_header_value = 256;

// libcurl's handles are all void to C++: each kind needs its own deleter.
struct EasyEnd {
  void operator()(CURL* easy) const noexcept { curl_easy_cleanup(easy); }
};
struct MultiEnd {
  void operator()(CURLM* multi) const noexcept { curl_multi_cleanup(multi); }
};
struct HeadersEnd {
  void operator()(curl_slist* list) const noexcept { curl_slist_free_all(list); }
};

bool same_header_name(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return (x >= 'A' && x <= 'Z' ? x + 32 : x) == y; });
}

/// A child that inherited the socket would keep a connection alive that was closed here.
curl_socket_t open_cloexec(void* /*unused*/, curlsocktype /*purpose*/, curl_sockaddr* address) {
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

class Transfer {
public:
  explicit Transfer(HttpCall const& call) : call_(call) {}

  std::expected<HttpAnswer, HttpFailure> run() {
    if (!prepare()) return failed(HttpTrouble::transport, "no connection: the request cannot be prepared");
    if (called_off(call_.cancel)) return failed(HttpTrouble::cancelled, "cancelled");
    if (curl_multi_add_handle(multi_.get(), easy_.get()) != CURLM_OK)
      return failed(HttpTrouble::transport, "no connection: the request cannot be started");
    struct Leave {
      CURLM* multi;
      CURL* easy;
      ~Leave() { curl_multi_remove_handle(multi, easy); }
    } const leave{multi_.get(), easy_.get()};
    curl_waitfd cancel{call_.cancel, CURL_WAIT_POLLIN, 0};
    for (;;) {
      int running = 0;
      if (curl_multi_perform(multi_.get(), &running) != CURLM_OK)
        return failed(HttpTrouble::transport, "broken off: the transfer cannot go on");
      note_connection();
      if (auto const code = ended()) return result_of(*code);
      auto const wait = next_wait();
      if (Monotonic::now() >= wait.until) return failed(wait.trouble, wait.words);
      curl_multi_poll(multi_.get(), &cancel, call_.cancel < 0 ? 0 : 1, poll_room(wait.until), nullptr);
      if (cancel.revents != 0) return failed(HttpTrouble::cancelled, "cancelled");
    }
  }

private:
  /// The next event to wait for, and how long.
  struct Wait {
    Moment until;
    HttpTrouble trouble;
    std::string words;
  };

  bool prepare() {
    // a large body must not wait for "100 Continue"
    if (!multi_ || !easy_ || !add_header("expect:")) return false;
    for (auto const& line : call_.headers)
      if (!add_header(line.c_str())) return false;
    set(CURLOPT_URL, call_.url.c_str());
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_HTTP_VERSION, long{CURL_HTTP_VERSION_1_1});
    set(CURLOPT_SSLVERSION, long{CURL_SSLVERSION_TLSv1_2});
    if (!call_.ca_file.empty()) {
      set(CURLOPT_CAINFO, call_.ca_file.c_str());
      set(CURLOPT_CAPATH, nullptr);
    }
    set(CURLOPT_PROXY, call_.proxy.c_str());
    set(CURLOPT_NOPROXY, "");
    set(CURLOPT_HTTPHEADER, headers_.get());
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(call_.body.size()));
    set(CURLOPT_POSTFIELDS, call_.body.empty() ? "" : call_.body.data());
    // On a kept connection that turned out to be closed, libcurl would silently send the request twice.
    set(CURLOPT_FORBID_REUSE, 1L);
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_QUICK_EXIT, 1L); // after a cancel, name resolution is not waited for
    set(CURLOPT_OPENSOCKETFUNCTION, open_cloexec);
    // Our timeouts are stricter and say which one expired; libcurl's are a safety net.
    set(CURLOPT_CONNECTTIMEOUT_MS, long{poll_room(Monotonic::now() + call_.timeouts.connect)} + 1000);
    set(CURLOPT_HEADERFUNCTION, take_header);
    set(CURLOPT_HEADERDATA, static_cast<void*>(this));
    set(CURLOPT_WRITEFUNCTION, take_body);
    set(CURLOPT_WRITEDATA, static_cast<void*>(this));
    set(CURLOPT_ERRORBUFFER, words_.data());
    return prepared_;
  }

  bool add_header(char const* line) {
    auto* const longer = curl_slist_append(headers_.get(), line);
    if (longer == nullptr) return false;
    if (!headers_) headers_.reset(longer); // otherwise the same list
    return true;
  }

  template <class Value>
  void set(CURLoption option, Value value) {
    prepared_ = prepared_ && curl_easy_setopt(easy_.get(), option, value) == CURLE_OK;
  }

  void note_connection() {
    curl_off_t ready = 0; // microseconds from the start until the request could be sent
    if (connected_ || curl_easy_getinfo(easy_.get(), CURLINFO_PRETRANSFER_TIME_T, &ready) != CURLE_OK) return;
    if (ready > 0) connected_ = Monotonic::now();
  }

  [[nodiscard]] Wait next_wait() const {
    Wait wait{call_.deadline, HttpTrouble::deadline, "timeout: the call's deadline"};
    auto const sooner = [&wait](Moment since, Duration allowed, std::string_view what) {
      if (allowed >= wait.until - since) return;
      wait = {since + allowed, HttpTrouble::timeout,
              fmt::format("timeout: {} within {}", what, short_duration(allowed))};
    };
    auto const& times = call_.timeouts;
    sooner(began_, times.total, "no complete answer");
    if (heard_)
      sooner(*heard_, times.idle, "no further byte");
    else if (connected_)
      sooner(*connected_, times.first_byte, "no first byte");
    else
      sooner(began_, times.connect, "no connection");
    return wait;
  }

  /// std::nullopt while the transfer is running.
  std::optional<CURLcode> ended() {
    int left = 0;
    while (auto const* message = curl_multi_info_read(multi_.get(), &left))
      if (message->msg == CURLMSG_DONE) return message->data.result;
    return std::nullopt;
  }

  std::expected<HttpAnswer, HttpFailure> result_of(CURLcode code) {
    if (too_large_)
      return failed(HttpTrouble::too_large,
                    header_bytes_ > most_header_bytes
                        ? std::string("too large: the headers are too long")
                        : fmt::format("too large: the answer has more than {} bytes", call_.most_bytes));
    if (code == CURLE_OPERATION_TIMEDOUT) return failed(HttpTrouble::timeout, "timeout: no connection");
    if (code != CURLE_OK) {
      auto const words = words_[0] == '\0' ? std::string_view(curl_easy_strerror(code)) : words_.data();
      return failed(HttpTrouble::transport,
                    fmt::format("{}: {}", connected_ ? "broken off" : "no connection", printable(words)));
    }
    long status = 0;
    curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
    if (!headers_end_ || status < 200)
      return failed(HttpTrouble::transport, "broken off: the headers are incomplete");
    answer_.status = static_cast<int>(status);
    return std::move(answer_);
  }

  [[nodiscard]] std::unexpected<HttpFailure> failed(HttpTrouble what, std::string message) {
    long status = 0;
    if (easy_) curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
    return std::unexpected(HttpFailure{what, std::move(message), static_cast<int>(status),
                                       std::move(answer_.headers.request_id), connected_.has_value()});
  }

  static std::size_t take_header(char* bytes, std::size_t, std::size_t size, void* self) noexcept try {
    auto& transfer = *static_cast<Transfer*>(self);
    transfer.heard_ = Monotonic::now();
    transfer.header_bytes_ += size;
    transfer.too_large_ = transfer.header_bytes_ > most_header_bytes;
    if (transfer.too_large_) return 0;
    transfer.read_header({bytes, size});
    return size;
  } catch (...) { // out of memory: no exception may pass through C
    return 0;
  }

  static std::size_t take_body(char* bytes, std::size_t, std::size_t size, void* self) noexcept try {
    auto& transfer = *static_cast<Transfer*>(self);
    transfer.heard_ = Monotonic::now();
    auto& body = transfer.answer_.body;
    transfer.too_large_ = size > transfer.call_.most_bytes - body.size();
    if (transfer.too_large_) return 0;
    body.append(bytes, size);
    return size;
  } catch (...) {
    return 0;
  }

  void read_header(std::string_view line) {
    if (line.starts_with("HTTP/")) { // an interim answer may have preceded it
      answer_.headers = {};
      headers_end_ = false;
    }
    if (headers_end_) return; // trailers
    headers_end_ = trimmed(line).empty();
    auto const colon = line.find(':');
    if (colon == std::string_view::npos) return;
    struct Known {
      std::string_view name;
      std::string HttpHeaders::* value;
    };
    constexpr std::array known = {
        Known{"retry-after-ms", &HttpHeaders::retry_after_ms},
        Known{"retry-after", &HttpHeaders::retry_after}, Known{"x-should-retry", &HttpHeaders::should_retry},
        Known{"request-id", &HttpHeaders::request_id}, Known{"x-request-id", &HttpHeaders::request_id}};
    for (auto const& each : known)
      if (same_header_name(line.substr(0, colon), each.name))
        answer_.headers.*each.value = trimmed(line.substr(colon + 1)).substr(0, longest_header_value);
  }

  HttpCall const& call_;
  Moment const began_ = Monotonic::now();
  std::optional<Moment> connected_;
  std::optional<Moment> heard_; ///< the last arrival
  std::size_t header_bytes_ = 0;
  bool headers_end_ = false; ///< with their blank line: libcurl accepts truncated headers as an answer
  bool too_large_ = false;
  bool prepared_ = true;
  HttpAnswer answer_;
  std::array<char, CURL_ERROR_SIZE> words_{};
  // The handle leaves the multi handle before either is destroyed; the headers outlive both.
  std::unique_ptr<curl_slist, HeadersEnd> headers_;
  std::unique_ptr<CURLM, MultiEnd> multi_{curl_multi_init()};
  std::unique_ptr<CURL, EasyEnd> easy_{curl_easy_init()};
};

} // namespace

std::expected<HttpAnswer, HttpFailure> post(HttpCall const& call) {
  static CURLcode const started = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (started != CURLE_OK)
    return std::unexpected(
        HttpFailure{.message = fmt::format("no connection: {}", curl_easy_strerror(started))});
  return Transfer(call).run();
}

} // namespace artifactd::model
