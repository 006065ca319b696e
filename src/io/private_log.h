#pragma once

// A file of the custodian that only grows: read and added to under a lock, so that two runs at once
// come one after the other, and on the disk before anybody goes on.

#include <functional>
#include <string>
#include <string_view>

#include "overt/table/pending.h"

namespace overt::io {

// As Storage::amend() says.
void amend_private_file(const std::string& path, const Place& place,
                        const std::function<std::string(std::string_view whole)>& more);

}  // namespace overt::io
