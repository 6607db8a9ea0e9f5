# Run by `cmake --install`: the units with the path of the binary as it is installed now, the reference of all settings,
# and the configuration only where there is none yet. The configuration is short and stays the same between releases, so
# that an upgrade of the package has nothing to ask. Under /usr and /usr/local it belongs to /etc, where systemd's
# ConfigurationDirectory= points; any other prefix keeps all files to itself.
set(data ${CMAKE_CURRENT_LIST_DIR})
set(prefix $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX})
set(etc $ENV{DESTDIR}/etc)
if(NOT CMAKE_INSTALL_PREFIX MATCHES "^/usr(/local)?/*$")
  set(etc ${prefix}/etc)
endif()

function(install_data source target)
  file(READ ${data}/${source} text)
  string(REPLACE "/usr/bin/artifactd" "${CMAKE_INSTALL_PREFIX}/bin/artifactd" text "${text}")
  string(REGEX REPLACE "/usr/share/(doc|artifactd)" "${CMAKE_INSTALL_PREFIX}/share/\\1" text "${text}")
  message(STATUS "Installing: ${target}")
  file(WRITE ${target} "${text}")
  file(CHMOD ${target} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
  set(CMAKE_INSTALL_MANIFEST_FILES ${CMAKE_INSTALL_MANIFEST_FILES} ${target} PARENT_SCOPE) # for `./dev uninstall`
endfunction()

install_data(artifactd.service ${prefix}/lib/systemd/system/artifactd.service)
install_data(artifactd-user.service ${prefix}/lib/systemd/user/artifactd.service)
install_data(artifactd-run.socket ${prefix}/lib/systemd/system/artifactd-run.socket)
install_data(artifactd-run@.service ${prefix}/lib/systemd/system/artifactd-run@.service)
install_data(artifactd-model.socket ${prefix}/lib/systemd/system/artifactd-model.socket)
install_data(artifactd-model.service ${prefix}/lib/systemd/system/artifactd-model.service)
install_data(artifactd-web.socket ${prefix}/lib/systemd/system/artifactd-web.socket)
install_data(artifactd-web-core.socket ${prefix}/lib/systemd/system/artifactd-web-core.socket)
install_data(artifactd-web.service ${prefix}/lib/systemd/system/artifactd-web.service)
install_data(artifactd.catalog ${prefix}/lib/systemd/catalog/artifactd.catalog)
install_data(sysusers.conf ${prefix}/lib/sysusers.d/artifactd.conf)
install_data(tmpfiles.conf ${prefix}/lib/tmpfiles.d/artifactd.conf)
install_data(artifactd.toml ${prefix}/share/artifactd/artifactd.toml)
if(EXISTS ${etc}/artifactd/artifactd.toml)
  message(STATUS "Kept: ${etc}/artifactd/artifactd.toml")
else()
  set(manifest ${CMAKE_INSTALL_MANIFEST_FILES})
  install_data(initial.toml ${etc}/artifactd/artifactd.toml)
  set(CMAKE_INSTALL_MANIFEST_FILES ${manifest}) # from now on it is the operator's
endif()
