#include "daemon/process/log_events.hpp"

namespace artifactd {

namespace {

constexpr LoggedEvent table[] = {
    {"starting", "", "98f8b9e095194146b43ad15700aaa449"},
    {"ready", "", "26dcaeae788b4ad1877db570ba6b2845"},
    {"reloaded", "", "a285ec39c67349b3a51d6892667ed754"},
    {"reload refused", "", "9c6df444337044deb63024a6a0ff8f0a"},
    {"setting kept", "", "ae0b67b08d8143f48c2e5c2f5112bfe5"},
    {"stopping", "", "36930ab0c77b460c9d201f6aa214a831"},
    {"stopped", "", "bfb3b541df424db5a70264281b953abb"},
    {"cannot start", "", "0ba75512c82c441b96e68de7fc2d0155"},
    {"configuration", "", "b3f1b1ea4d7c4116b0258ee417e4152b"},
    {"waiting", "", "540ba744c5614bbfb18a9341497676f8"},
    {"merged", "", "beed4c3657524e39a76e3c5564bacf3b"},
    {"unchanged", "", "b11ec5fb5cff4294af2b8d2119e75e32"},
    {"refused", "", "b0b53feb60ef4295af5565756d80f62f"},
    {"attempts used up", "", "317e5127d57e48509e05167c612ea7a3"},
    {"pending", "", "299c4654018a44c69a0f0d4930a67dfd"},
    {"pending", "graph.damaged", "5091442fb11f49818efc9aede573a728"},
    {"vanished", "", "d46c3d828fe14858a745f1ce7ac4dfa0"},
    {"again", "", "d48206470ee84e8e9293181e4f1ccfc9"},
    {"ignored", "", "6961fb942b9745b790c623cc1d5a1b72"},
    {"notice", "", "1d003a62c07c4a958aa451f2199e3a57"},
    {"degraded", "", "c2143d95c9864f3db23f9413edc1f001"},
    {"no longer degraded", "", "7e8502f4844d4631bbf0c6e091915746"},
    {"run", "", "7e977d3a235d44e0b8623cc6f535c683"},
    {"run not looked at", "", "8a0963682f58488b80e619889e991d0c"},
    {"edit", "", "c4c0459945a947fa8e6fb55121d3261f"},
    {"journal", "", "9e8764e15ce440248229b3e7a1c274e2"},
    {"no control socket", "", "2a7139578b3f4d2fbf175539398d44b2"},
    {"control", "", "fc4b2e9b54614e13b38ad0aa1dadec0f"},
    {"web ready", "", "3b8f1f0a5c7d4e0c9a6e2f41d7b3c5a8"},
    {"no web", "", "a41d0c7e92b54f3f8c1b6d5e0f7a2938"},
    {"web", "", "c9e27b6d1f3a4d5b8e0f5a7c6b4d3e21"},
    {"models cannot be asked", "", "1b9d553e27f048f5b3a12375b5e79283"},
    {"model call", "", "8c96a49ad86d4d169fd4d8f79f66a032"},
    {"model talk", "", "a0387ca60c054f6b8bc512dd25349051"},
    {"no thread", "", "df2d8a9d81bd4276a47820f2839b9b4e"},
    {"story not mirrored", "", "bfe6ab38dedd4e81861d70f358e3d846"},
    {"tuning run driven", "", "dff8c5d0778345109ff7a1882694c5de"},
    {"tuning run not driven", "", "9614dc45e6e744b984fb5078d443b16e"},
    {"plays not examined", "", "61b29e7da04a4a41a0e3a85332eed610"},
    {"play not examined", "", "121d35cac01a4a2cb8f8be6543f21854"},
    {"play issue", "", "cf9ce8f83e394acaa40dead1c8ab420a"},
    {"edit of a game asked for", "", "6a717d5f835a408284a3f61b544341c8"},
    {"root", "", "e513b9dd0a704a01b3e9e9cbb24ef861"},
    {"unreadable", "", "b3239e2617d74d11b74621595356229c"},
};

} // namespace

std::span<LoggedEvent const> logged_events() noexcept {
  return table;
}

std::string_view message_id(std::string_view event, std::string_view code) noexcept {
  std::string_view id;
  for (auto const& row : table)
    if (row.event == event && (row.code.empty() ? id.empty() : row.code == code)) id = row.id;
  return id;
}

} // namespace artifactd
