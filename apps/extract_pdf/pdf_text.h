// The text of a PDF by poppler, with the ends of its pages.
#pragma once

#include "extract/worker/serve.h"

namespace kindred::extract_pdf {

// Loads what poppler would open later, and keeps it: without its conversions of characters it gives empty
// texts and no error.
extract::WorkerProgram MakePdfProgram();

}  // namespace kindred::extract_pdf
