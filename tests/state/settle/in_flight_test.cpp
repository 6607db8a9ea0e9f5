#include "agents/rule/rule_kind.hpp"
#include "merge/kg/kg_kind.hpp"
#include "state/settle/in_flight.hpp"
#include "tests/support/kinds.hpp"
#include "tests/support/session_dir.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace artifactd {
namespace {

RC_GTEST_PROP(InFlight, IsReadFromItsName, ()) {
  InFlight const in_flight{*rc::gen::element(Verdict::accepted, Verdict::refused),
                           {*Name::parse(*rc::gen::element<std::string>("a", "a.b.1", "kg.kg-1", "x_2.3.4")),
                            *rc::gen::element(kg_kind, rule_kind, test::request_kind)},
                           {*rc::gen::arbitrary<std::uint64_t>(), *rc::gen::arbitrary<std::int64_t>(),
                            *rc::gen::arbitrary<std::int64_t>()}};
  auto const name = to_name(in_flight);
  RC_ASSERT(name.size() < 255U);
  auto const read = parse_in_flight(name);
  RC_ASSERT(read.has_value());
  RC_ASSERT(read->verdict == in_flight.verdict);
  RC_ASSERT(read->signal == in_flight.signal);
  RC_ASSERT(read->drop == in_flight.drop);
}

TEST(InFlight, NamesOfAnotherFormAreNone) {
  for (auto const* name :
       {"", "accepted.", "accepted.a.kg.lock", "accepted.a.kg.lock.1.2", "accepted.a.kg.lock.1.2.x",
        "refused.a.kg.lock.error.1.2.3", "refused.state.json.1.2.3", "retire.a.kg.lock.1.2.3",
        "accepted.a.kg.lock.1.2.3.", "accepted.a.kg.lock.1.2.99999999999999999999"})
    EXPECT_FALSE(parse_in_flight(name)) << name;
}

} // namespace
} // namespace artifactd
