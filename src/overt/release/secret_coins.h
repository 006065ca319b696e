#pragma once

// The coins of a release: from the system's generator, or from a key that the custodian keeps in
// a file.

#include <string>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/table/storage.h"

namespace overt {

// `key_file` is empty for the system's generator. Throws Error{io} when the file cannot be
// read, Error{usage} when the key is too easy to guess.
SecretRandom secret_coins(const std::string& key_file, Storage& storage, Progress& progress);

}  // namespace overt
