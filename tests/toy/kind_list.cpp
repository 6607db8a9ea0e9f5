// The list of daemon/programs/kind_list with one more kind.
#include "daemon/programs/kind_list.hpp"

#include "daemon/settling/work_tools.hpp"
#include "merge/kg/kg_work.hpp"
#include "tests/toy/tally_work.hpp"

namespace artifactd {

namespace {

std::vector<KindOfWork> works(WorkTools const& tools) {
  return {kg_work(kg_tools(tools)), toy::tally_work()};
}

} // namespace

KindList kind_list() {
  return {{kg_kind, toy::tally_kind}, works};
}

} // namespace artifactd
