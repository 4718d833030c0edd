// From the text of a flag's value to a value. Each throws Error(kUsage) that names the flag and what it
// takes.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace kindred::cli {

enum class When { kAuto, kAlways, kNever };

// "25%", "25" and "0.25" are the same; a number up to 1 without a percent sign is a fraction.
double ParseShare(const std::string& flag, const std::string& text);
// Standard errors: a number, 0 or more.
double ParseMargin(const std::string& flag, const std::string& text);
// A whole number, without sign.
std::uint64_t ParseCount(const std::string& flag, const std::string& text);
// "4096", "1K", "1.5G": suffixes K, M, G, T are powers of 1024; a B or iB may follow.
std::uint64_t ParseSize(const std::string& flag, const std::string& text);
// "1K..10M", "1K..", "..10M", or one exact size.
std::pair<std::uint64_t, std::uint64_t> ParseSizeRange(const std::string& flag, const std::string& text);
When ParseWhen(const std::string& flag, const std::string& text);
// "docx,pdf"; an empty name is a usage error with the example as advice.
std::vector<std::string> ParseNames(const std::string& flag, const std::string& text,
                                    const std::string& example);
// Returns the index of `text` in `choices`.
std::size_t ParseChoice(const std::string& flag, const std::string& text,
                        const std::vector<std::string>& choices);

// What the flag, or the list of --show, is called now; "" if it was not renamed. Both without dashes.
std::string RenamedTo(const std::string& name);

// "files,matches" or "all": bits 1 << TraceClass.
unsigned ParseTraces(const std::string& flag, const std::string& text);

}  // namespace kindred::cli
