// Shell completions, from the flag and command tables.
#pragma once

#include <string>
#include <vector>

namespace kindred::cli {

// "bash", "zsh", "fish"
std::vector<std::string> CompletionShells();
// `shell` is one of CompletionShells(), else Error(kUsage).
std::string CompletionScript(const std::string& shell);

}  // namespace kindred::cli
