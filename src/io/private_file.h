#pragma once

// Files that their owner alone may read: keys, passphrases, run logs. What others can read is no
// secret any more, and going on with it would hide that from whoever has to know.

#include <string>
#include <string_view>

namespace overt::io {

// The whole of such a file. Throws Error{io} when it cannot be read or is no file, Error{usage}
// when others may read or write it, Error{malformed} when it is larger than `most` bytes. Looks at
// the file that was opened, so that nobody exchanges it in between.
std::string read_private_file(const std::string& path, std::size_t most);

// Throws Error{usage} when others may read or write the open file.
void refuse_shared(int file, const std::string& name);

}  // namespace overt::io
