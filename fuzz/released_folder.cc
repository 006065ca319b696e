// The folder of a release, as somebody else has made it: the certificate, then the table files that
// it asks for, with a byte 0 between them. Only the certificate's own files pass.

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "fuzz/target.h"
#include "io/storage.h"
#include "overt/verify/verify.h"

namespace overt::fuzz {
namespace {

// In memory where there is such a folder; removed at the end.
class Folder {
 public:
  Folder() {
    std::string path = std::filesystem::exists("/dev/shm") ? "/dev/shm" : "/tmp";
    path += "/overt_fuzz_XXXXXX";
    expect(::mkdtemp(path.data()) != nullptr, "no folder");
    path_ = path;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void write(const std::string& name, std::string_view bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
  }
  void clear() const {
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
      std::filesystem::remove_all(entry.path());
    }
  }

 private:
  std::filesystem::path path_;
};

std::string_view take_part(std::string_view& bytes) {
  const std::size_t end = std::min(bytes.find('\0'), bytes.size());
  const std::string_view part = bytes.substr(0, end);
  bytes.remove_prefix(std::min(end + 1, bytes.size()));
  return part;
}

}  // namespace
}  // namespace overt::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace overt::fuzz;
  static const Folder folder;
  static const auto storage = overt::io::arrow_storage();
  std::string_view bytes = text_of(data, size);
  overt::Certificate certificate;
  const std::string_view text = take_part(bytes);
  if (!succeeds([&] { certificate = overt::parse_certificate(text, "certificate.json"); })) {
    return 0;
  }
  folder.clear();
  folder.write("certificate.json", text);
  succeeds([&] {
    for (const std::string& name : overt::table_files(certificate)) {
      folder.write(name, take_part(bytes));
    }
    const overt::Verification result =
        overt::verify_release(folder.path(), certificate, *storage, overt::unwatched());
    expect(!result.checks.empty(), "nothing was checked");
    expect(!result.passed() || result.files == certificate.files, "files of another release pass");
  });
  return 0;
}
