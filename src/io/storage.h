#pragma once

// table/storage.h by Arrow and the operating system: what the command line hands
// to the core.

#include <memory>

#include "overt/table/storage.h"

namespace overt::io {

std::unique_ptr<Storage> arrow_storage();

}  // namespace overt::io
