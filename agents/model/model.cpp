#include "agents/model/model.hpp"

namespace artifactd::model {

std::string_view failing_word(Failing why) noexcept {
  switch (why) {
  case Failing::transient:
    return "transient";
  case Failing::wait:
    return "wait";
  case Failing::bad_request:
    return "bad_request";
  case Failing::auth:
    return "auth";
  case Failing::quota:
    return "quota";
  case Failing::over_budget:
    return "over_budget";
  case Failing::truncated:
    return "truncated";
  case Failing::refused:
    return "refused";
  case Failing::empty:
    return "empty";
  case Failing::malformed:
    return "malformed";
  case Failing::cancelled:
    return "cancelled";
  }
  return "transient";
}

} // namespace artifactd::model
