// The functions of libcurl that calls of models use.
#pragma once

#include "state/platform/late_library.hpp"

#include <curl/curl.h>

namespace artifactd::model {

inline constinit LateLibrary const libcurl{LIBCURL_SONAME};

LATE_FUNCTION(libcurl, curl_easy_cleanup);
LATE_FUNCTION(libcurl, curl_easy_getinfo);
LATE_FUNCTION(libcurl, curl_easy_init);
LATE_FUNCTION(libcurl, curl_easy_setopt);
LATE_FUNCTION(libcurl, curl_easy_strerror);
LATE_FUNCTION(libcurl, curl_getdate);
LATE_FUNCTION(libcurl, curl_global_init);
LATE_FUNCTION(libcurl, curl_multi_add_handle);
LATE_FUNCTION(libcurl, curl_multi_cleanup);
LATE_FUNCTION(libcurl, curl_multi_info_read);
LATE_FUNCTION(libcurl, curl_multi_init);
LATE_FUNCTION(libcurl, curl_multi_perform);
LATE_FUNCTION(libcurl, curl_multi_poll);
LATE_FUNCTION(libcurl, curl_multi_remove_handle);
LATE_FUNCTION(libcurl, curl_slist_append);
LATE_FUNCTION(libcurl, curl_slist_free_all);

} // namespace artifactd::model
