// XXH3 from libxxhash, with the widest vectors that this machine has. The library as such is compiled for the
// least of all x86-64 machines; its dispatcher asks the processor once. For long inputs; where a few bytes
// are hashed often, XXH_INLINE_ALL is faster, and the values are the same.
#pragma once

#include <xxhash.h>
#if defined(__x86_64__)
#include <xxh_x86dispatch.h>  // gives the functions of xxhash.h other names
#endif
