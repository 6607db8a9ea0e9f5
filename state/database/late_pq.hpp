// The functions of libpq that connections to PostgreSQL use.
#pragma once

#include "state/platform/late_library.hpp"

#include <libpq-fe.h>

namespace artifactd::postgres {

inline constinit LateLibrary const libpq{LIBPQ_SONAME};

// NOLINTBEGIN(readability-identifier-naming): libpq's names
LATE_FUNCTION(libpq, PQclear);
LATE_FUNCTION(libpq, PQcmdStatus);
LATE_FUNCTION(libpq, PQcmdTuples);
LATE_FUNCTION(libpq, PQconnectdbParams);
LATE_FUNCTION(libpq, PQconninfoFree);
LATE_FUNCTION(libpq, PQconninfoParse);
LATE_FUNCTION(libpq, PQconsumeInput);
LATE_FUNCTION(libpq, PQerrorMessage);
LATE_FUNCTION(libpq, PQfinish);
LATE_FUNCTION(libpq, PQflush);
LATE_FUNCTION(libpq, PQfreemem);
LATE_FUNCTION(libpq, PQgetResult);
LATE_FUNCTION(libpq, PQgetisnull);
LATE_FUNCTION(libpq, PQgetlength);
LATE_FUNCTION(libpq, PQgetvalue);
LATE_FUNCTION(libpq, PQisBusy);
LATE_FUNCTION(libpq, PQnfields);
LATE_FUNCTION(libpq, PQntuples);
LATE_FUNCTION(libpq, PQpass);
LATE_FUNCTION(libpq, PQresultErrorField);
LATE_FUNCTION(libpq, PQresultErrorMessage);
LATE_FUNCTION(libpq, PQresultStatus);
LATE_FUNCTION(libpq, PQsendQuery);
LATE_FUNCTION(libpq, PQsendQueryParams);
LATE_FUNCTION(libpq, PQserverVersion);
LATE_FUNCTION(libpq, PQsetNoticeReceiver);
LATE_FUNCTION(libpq, PQsetnonblocking);
LATE_FUNCTION(libpq, PQsocket);
LATE_FUNCTION(libpq, PQstatus);
// NOLINTEND(readability-identifier-naming)

} // namespace artifactd::postgres
