# Run at each build: writes ${file} with the commit of ${source}, or with $ARTIFACTD_COMMIT where a copy is built. A
# file that says so already keeps its time, so that nothing is built again.
set(commit unknown)
if(DEFINED ENV{ARTIFACTD_COMMIT})
  set(commit $ENV{ARTIFACTD_COMMIT})
elseif(EXISTS ${source}/.git)
  execute_process(COMMAND git --no-optional-locks describe --always --dirty --abbrev=12 --exclude=*
                  WORKING_DIRECTORY ${source} OUTPUT_VARIABLE said OUTPUT_STRIP_TRAILING_WHITESPACE
                  ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed)
    set(commit ${said})
  endif()
endif()
file(CONFIGURE OUTPUT ${file} CONTENT [[#include "daemon/process/version.hpp"

char const* const artifactd::commit_text = "@commit@";
]] @ONLY)
