#include "state/database/postgres.hpp"
#include "state/database/postgres_url.hpp"

#include <gmock/gmock.h>

namespace artifactd::postgres {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(PostgresUrl, IsShownWithoutItsPasswords) {
  EXPECT_EQ(shown_url("postgresql://u:s3cret@db:5433/stories?sslmode=require"),
            "postgresql://u:***@db:5433/stories?sslmode=require");
  EXPECT_EQ(shown_url("postgres://u@/stories?host=/run/postgresql"),
            "postgres://u@/stories?host=/run/postgresql");
  EXPECT_EQ(shown_url("postgresql:///x?password=s3cret&user=u&sslpassword=s3cret"),
            "postgresql:///x?password=***&user=u&sslpassword=***");
  for (auto const* odd : {"postgresql://u:s3@cret@db/x", "postgresql://u:s3/cret@db/x",
                          "postgresql://u:s3?cret@db/x", "postgresql://u:s3cret@db/x?%70assword=s3cret",
                          "postgresql://u:s3#cret@db/x", "postgresql://u:s3 cret@db/x", "s3cret"})
    EXPECT_THAT(shown_url(odd), testing::AllOf(Not(HasSubstr("s3")), Not(HasSubstr("cret")))) << odd;
}

TEST(PostgresUrl, ThatCouldBeMisreadIsRefusedWithoutBeingQuoted) {
  EXPECT_TRUE(check_url("postgresql://u:s%40cret@db:5433/stories?sslmode=verify-full"));
  EXPECT_TRUE(check_url("postgresql:///stories?host=/run/postgresql"));
  for (auto const* odd :
       {"postgresql://u:s3@cret@db/x", "postgresql://u:s3/cret@db/x", "postgresql://u:s3?cret@db/x",
        "postgresql://u:s3#cret@db/x", "postgresql://u:%zzs3cret@db/x", "postgresql://db:s3cret/x",
        "postgresql://db/x?s3cret", "mysql://u:s3cret@db/x", ""}) {
    auto const refused = check_url(odd);
    ASSERT_FALSE(refused) << odd;
    EXPECT_EQ(refused.error().fault, Fault::invalid);
    EXPECT_THAT(refused.error().message, Not(HasSubstr("cret"))) << odd;
  }
}

TEST(PostgresUrl, NamesAPlaceForMessages) {
  EXPECT_EQ(place_of("postgresql://u:s3cret@db:5433/stories"), "PostgreSQL at db:5433/stories");
}

TEST(PostgresStatement, HasItsParametersNumbered) {
  EXPECT_EQ(numbered("SELECT '?', \"?\" FROM t WHERE a = ? AND b IN (?, ?)"),
            "SELECT '?', \"?\" FROM t WHERE a = $1 AND b IN ($2, $3)");
  EXPECT_EQ(numbered("SELECT 1 WHERE ?2 = '' OR a = ?1"), "SELECT 1 WHERE $2 = '' OR a = $1");
  EXPECT_EQ(numbered("x = ?"), "x = $1");
  EXPECT_EQ(numbered("'open"), "'open");
}

} // namespace
} // namespace artifactd::postgres
