#include "experiment/results.h"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <stdexcept>

#include "measure.h"

namespace overt::bench {

void Results::add(const Figure& figure) {
  expect(std::isfinite(figure.value) && figure.value >= 0,
         fmt::format("experiment: {} {} is {}", figure.experiment, figure.method, figure.value));
  text_ += fmt::format("{},{},{},{},{},{},{},{:.12g}\n", figure.experiment, figure.table,
                       figure.method, figure.form, figure.workload, figure.query, figure.x,
                       std::round(1e4 * figure.value) / 1e4);
}

void Results::write(const std::filesystem::path& file) const {
  std::ofstream out(file, std::ios::binary);
  out << text_;
  out.close();
  if (!out) throw std::runtime_error("the figures cannot be written to " + file.string());
}

}  // namespace overt::bench
