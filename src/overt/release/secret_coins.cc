#include "overt/release/secret_coins.h"

namespace overt {

SecretRandom secret_coins(const std::string& key_file, Storage& storage, Progress& progress) {
  if (key_file.empty()) return SecretRandom::from_system();
  const std::string key = storage.read_text(key_file, progress);
  return SecretRandom::from_key({reinterpret_cast<const unsigned char*>(key.data()), key.size()});
}

}  // namespace overt
