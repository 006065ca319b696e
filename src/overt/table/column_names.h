#pragma once

// Names for the columns of a table as files have them: missing, or the same twice. A column
// without a name is called column1, column2, .. by its position; of two with the same name the
// later is called name_2.
//
//   "" age age   ->   column1 age age_2

#include <string>
#include <vector>

namespace overt {

struct ColumnNames {
  std::vector<std::string> names;  // distinct, none is empty
  // What was done, for the reader: by position, since a file without a header has data there.
  std::vector<std::string> remarks;
};

ColumnNames distinct_names(const std::vector<std::string>& given);

}  // namespace overt
