// The text of a PDF by poppler, with the ends of its pages.
#pragma once

#include "extract/worker/serve.h"

namespace kindred::extract_pdf {

// Loads the files that poppler would open later, and keeps them loaded: without its character conversions
// poppler returns empty texts and no error.
extract::WorkerProgram MakePdfProgram();

}  // namespace kindred::extract_pdf
