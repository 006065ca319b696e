#pragma once

// A form while it comes in, part by part: fields into memory, files straight to a folder. Its first
// field must be the token that our pages put there; until it has come nothing is kept.
//
//   FormReader reader(token, folder);
//   reader.part("token", "") && reader.data(..) && reader.part("table", "people.csv") && ..
//   Form form = reader.take();
//
// Names of files are written by others: they are kept as words, never used as a path. Limits are on
// what is kept in memory; how much may be sent in all the gate says.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "studio/http.h"

namespace overt::studio {

inline constexpr std::uint64_t kMostFieldBytes = std::uint64_t{8} << 20;
inline constexpr std::size_t kMostParts = 20'000;
inline constexpr const char* kTokenField = "token";

class FormReader {
 public:
  // Files get names of our own in `folder`.
  FormReader(std::string token, std::filesystem::path folder);
  FormReader(const FormReader&) = delete;
  FormReader& operator=(const FormReader&) = delete;
  // Removes the files, unless they were taken.
  ~FormReader();

  // A part begins; a field if it has no file. False: the rest is not wanted.
  bool part(const std::string& field, const std::string& file);
  bool data(std::string_view bytes);

  // What was wrong: an HTTP status, or 0. Call when all has come.
  int finish();
  // REQUIRES: finish() was 0.
  Form take();

 private:
  bool fail(int status);
  bool close_part();

  std::string token_;
  std::filesystem::path folder_;
  Form form_;
  int descriptor_ = -1;  // of the file that is being written
  bool in_file_ = false, trusted_ = false, taken_ = false;
  std::uint64_t field_bytes_ = 0;
  int failure_ = 0;
};

}  // namespace overt::studio
