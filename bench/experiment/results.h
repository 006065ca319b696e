#pragma once

// The numbers of the experiment as a CSV file, one a line, for plot.py and for
// whoever wants to draw them otherwise.
//
//   experiment,table,method,form,workload,query,x,value
//   time,survey,rda,,,,600000,9.81              x: records; value: milliseconds
//   dm,survey,gda,,,,8,5607056                  x: l; method: optimum too
//   groups,survey,gda,,,,8,66402                x: l
//   one_gender,survey,gda,,,,8,84.4             x: l; value: per cent of the groups
//   query,survey,gda,anatomy,sets,gender,8,3.2  x: l; value: mean error in per cent

#include <cstdint>
#include <filesystem>
#include <string>

namespace overt::bench {

struct Figure {
  std::string experiment;
  std::string table;
  std::string method;
  std::string form;  // these three: of queries only
  std::string workload;
  std::string query;
  std::uint64_t x = 0;
  double value = 0;
};

class Results {
 public:
  // Keeps four decimals. Throws WrongResult when the value is negative or no number.
  void add(const Figure& figure);
  void write(const std::filesystem::path& file) const;

 private:
  std::string text_ = "experiment,table,method,form,workload,query,x,value\n";
};

}  // namespace overt::bench
