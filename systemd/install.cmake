# Run by `cmake --install`: the units with the path of the binary as it is installed now, the configuration only
# where there is none yet. Under /usr and /usr/local it belongs to /etc, where systemd's ConfigurationDirectory=
# points; any other prefix keeps all files to itself.
set(data ${CMAKE_CURRENT_LIST_DIR})
set(prefix $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX})
set(etc $ENV{DESTDIR}/etc)
if(NOT CMAKE_INSTALL_PREFIX MATCHES "^/usr(/local)?/*$")
  set(etc ${prefix}/etc)
endif()

function(install_data source target)
  file(READ ${data}/${source} text)
  string(REPLACE "/usr/bin/artifactd" "${CMAKE_INSTALL_PREFIX}/bin/artifactd" text "${text}")
  string(REPLACE "/usr/share/doc" "${CMAKE_INSTALL_PREFIX}/share/doc" text "${text}")
  message(STATUS "Installing: ${target}")
  file(WRITE ${target} "${text}")
  file(CHMOD ${target} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endfunction()

install_data(artifactd.service ${prefix}/lib/systemd/system/artifactd.service)
install_data(artifactd-user.service ${prefix}/lib/systemd/user/artifactd.service)
install_data(sysusers.conf ${prefix}/lib/sysusers.d/artifactd.conf)
install_data(tmpfiles.conf ${prefix}/lib/tmpfiles.d/artifactd.conf)
if(EXISTS ${etc}/artifactd/artifactd.toml)
  message(STATUS "Kept: ${etc}/artifactd/artifactd.toml")
else()
  install_data(artifactd.toml ${etc}/artifactd/artifactd.toml)
endif()
