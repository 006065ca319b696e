#include "studio/http.h"

#include <algorithm>

namespace overt::studio {
namespace {

std::string_view first_of(const std::vector<std::pair<std::string, std::string>>& pairs,
                          std::string_view name) {
  for (const auto& [key, value] : pairs) {
    if (key == name) return value;
  }
  return {};
}

}  // namespace

std::string_view Form::get(std::string_view name) const { return first_of(fields, name); }

bool Form::has(std::string_view name) const {
  return std::any_of(fields.begin(), fields.end(),
                     [&](const auto& field) { return field.first == name; });
}

const UploadedFile* Form::file(std::string_view field) const {
  const auto found = std::find_if(files.begin(), files.end(),
                                  [&](const UploadedFile& file) { return file.field == field; });
  return found == files.end() ? nullptr : &*found;
}

std::string_view HttpRequest::get(std::string_view name) const { return first_of(query, name); }

std::string plain_name(const std::string& name) {
  const std::size_t slash = name.find_last_of("/\\");
  return slash == name.npos ? name : name.substr(slash + 1);
}

HttpResponse see_other(const std::string& path) {
  HttpResponse response;
  response.status = 303;
  response.headers.emplace_back("Location", path);
  return response;
}

}  // namespace overt::studio
