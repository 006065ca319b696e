#pragma once

// table/storage.h by Arrow and the operating system: what the command line hands
// to the core.

#include <memory>

#include "io/pending_files.h"
#include "overt/table/storage.h"

namespace overt::io {

// The listener of `pending`, if there is one, outlives the storage.
std::unique_ptr<Storage> arrow_storage(const PendingOptions& pending = {});

}  // namespace overt::io
