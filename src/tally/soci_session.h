// SOCI's headers without Boost. Debian's are configured to offer bindings for Boost's types; those are
// templates that we do not use, and nothing in the library depends on them, so Boost need not be installed.
#pragma once

#include <soci/soci-config.h>
#undef SOCI_HAVE_BOOST
#undef SOCI_HAVE_BOOST_DATE_TIME
#include <soci/soci.h>
