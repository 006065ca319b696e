#include "studio/form_reader.h"

#include <fcntl.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <system_error>
#include <utility>

#include "studio/gate.h"

namespace overt::studio {

FormReader::FormReader(std::string token, std::filesystem::path folder)
    : token_(std::move(token)), folder_(std::move(folder)) {}

FormReader::~FormReader() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (taken_) return;
  std::error_code ignored;
  for (const UploadedFile& file : form_.files) std::filesystem::remove(file.path, ignored);
}

bool FormReader::fail(int status) {
  if (failure_ == 0) failure_ = status;
  return false;
}

// The token is looked at as soon as its part is over.
bool FormReader::close_part() {
  if (descriptor_ >= 0) {
    const bool closed = ::close(std::exchange(descriptor_, -1)) == 0;
    if (!closed) return fail(507);
  }
  if (trusted_ || form_.fields.empty()) return true;
  const auto& [name, value] = form_.fields.front();
  trusted_ = name == kTokenField && same_word(value, token_);
  return trusted_ || fail(403);
}

bool FormReader::part(const std::string& field, const std::string& file) {
  if (failure_ != 0 || !close_part()) return false;
  if (form_.fields.size() + form_.files.size() == kMostParts) return fail(413);
  in_file_ = !file.empty();
  if (!in_file_) {
    form_.fields.emplace_back(field, "");
    return true;
  }
  if (!trusted_) return fail(403);
  UploadedFile& upload = form_.files.emplace_back();
  upload.field = field;
  upload.name = file;
  upload.path = folder_ / secret_word();
  descriptor_ = ::open(upload.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  return descriptor_ >= 0 || fail(507);
}

bool FormReader::data(std::string_view bytes) {
  if (failure_ != 0) return false;
  if (!in_file_) {
    field_bytes_ += bytes.size();
    if (form_.fields.empty() || field_bytes_ > kMostFieldBytes) return fail(413);
    form_.fields.back().second += bytes;
    return true;
  }
  form_.files.back().bytes += bytes.size();
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(descriptor_, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return fail(507);
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return true;
}

int FormReader::finish() {
  if (failure_ == 0) static_cast<void>(close_part());
  if (failure_ == 0 && !trusted_) failure_ = 403;
  return failure_;
}

Form FormReader::take() {
  assert(failure_ == 0 && trusted_);
  taken_ = true;
  return std::move(form_);
}

}  // namespace overt::studio
