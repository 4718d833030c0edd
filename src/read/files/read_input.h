// The bytes of an Input, in pieces, whatever it is.
#pragma once

#include <functional>

#include "kindred/input.h"
#include "read/files/load_file.h"

namespace kindred::read {

// As FileReader::Read of a file that the user named, links followed. `begin` is called for files only: the
// size of anything else shows when it has been read.
FileReader::Outcome ReadInput(const Input& input, const std::function<bool(const Entry&)>& begin,
                              const std::function<bool(std::span<const std::uint8_t>)>& piece);

// All of it, up to a limit, as LoadNamedFile.
LoadedFile LoadInput(const Input& input, std::uint64_t most,
                     const std::function<bool(std::span<const std::uint8_t>)>& go_on = nullptr);

}  // namespace kindred::read
