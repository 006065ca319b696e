#pragma once

#include <string>

namespace overt::cli {

// The commit that the program was built from, "3981803d2c1a" or "3981803d2c1a, modified"; empty
// where the sources are no repository. cmake/Commit.cmake writes its definition at every build.
extern const char* const kCommit;

// "overt 0.2.0 (commit 3981803d2c1a)", or "overt 0.2.0".
std::string version_text();

// The same for programs: {"program": "overt", "version": "0.2.0", "commit": "3981803d2c1a" or null,
// "modified": whether the sources differ from it}.
std::string version_json();

}  // namespace overt::cli
