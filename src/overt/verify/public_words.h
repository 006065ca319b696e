#pragma once

#include <string>

namespace overt {

// What the publisher says of the data in their own words; each may be empty.
struct PublicWords {
  std::string title;      // of the data set
  std::string publisher;  // who answers for it
  std::string contact;
  std::string licence;
  std::string about;  // a sentence or two

  friend bool operator==(const PublicWords&, const PublicWords&) = default;
};

}  // namespace overt
