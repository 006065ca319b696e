#include "overt/learning/count_vectors.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace overt {
namespace {

constexpr std::size_t kMostShapes = 4096;  // kept; then the thread forgets and starts again
// A weight is at least 1e-18, so 16 layers keep sums above 1e-288.
constexpr std::size_t kLayersBetweenScalings = 16;

// Scales a layer to a largest entry of 1; returns the logarithm of what was taken out.
double scale(std::span<double> layer) {
  const double largest = *std::max_element(layer.begin(), layer.end());
  for (double& entry : layer) entry /= largest;
  return std::log(largest);
}

}  // namespace

std::size_t count_vectors(std::span<const std::uint32_t> counts, std::size_t most) {
  std::size_t vectors = 1;
  for (const std::uint32_t count : counts) {
    vectors *= std::size_t{count} + 1;
    if (vectors > most) return most + 1;
  }
  return vectors;
}

CountVectorSums::Shape CountVectorSums::make_shape(std::span<const std::uint32_t> counts) {
  // Mixed radix: vector -> number, and its sum.
  std::vector<std::uint32_t> strides;
  std::uint32_t vectors = 1;
  for (const std::uint32_t count : counts) {
    strides.push_back(vectors);
    vectors *= count + 1;
  }
  const auto digit = [&](std::uint32_t number, std::size_t v) {
    return number / strides[v] % (counts[v] + 1);
  };
  std::vector<std::uint32_t> sums(vectors, 0);
  for (std::uint32_t number = 0; number < vectors; ++number) {
    for (std::size_t v = 0; v < counts.size(); ++v) sums[number] += digit(number, v);
  }
  std::vector<std::uint32_t> order(vectors);
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return sums[a] < sums[b]; });
  std::vector<std::uint32_t> place(vectors);
  for (std::uint32_t i = 0; i < vectors; ++i) place[order[i]] = i;

  Shape shape;
  for (std::uint32_t i = 0; i < vectors; ++i) {
    if (i > 0 && sums[order[i]] != sums[order[i - 1]]) shape.layer_ends.push_back(i);
    for (std::uint32_t v = 0; v < counts.size(); ++v) {
      if (digit(order[i], v) == counts[v]) continue;
      shape.steps.push_back({v, place[order[i] + strides[v]]});
    }
    shape.step_ends.push_back(static_cast<std::uint32_t>(shape.steps.size()));
  }
  shape.layer_ends.push_back(vectors);
  return shape;
}

const CountVectorSums::Shape& CountVectorSums::shape_of(std::span<const std::uint32_t> counts) {
  key_.assign(counts.begin(), counts.end());
  const auto found = shapes_.find(key_);
  if (found != shapes_.end()) return found->second;
  if (shapes_.size() >= kMostShapes) shapes_.clear();
  return shapes_.emplace(key_, make_shape(counts)).first->second;
}

double CountVectorSums::run(std::span<const double> weights, std::span<const std::uint32_t> counts,
                            std::span<double> posterior) {
  const Shape& shape = shape_of(counts);
  const std::size_t values = counts.size();
  const std::size_t records = weights.size() / values;
  const std::size_t vectors = shape.step_ends.size();
  const auto first_step = [&](std::size_t i) { return i == 0 ? 0 : shape.step_ends[i - 1]; };
  const auto first_of = [&](std::size_t layer) {
    return layer == 0 ? 0 : shape.layer_ends[layer - 1];
  };
  const auto layer_of = [&](std::vector<double>& sums, std::size_t layer) {
    return std::span(sums).subspan(first_of(layer), shape.layer_ends[layer] - first_of(layer));
  };

  double logarithm = 0;
  forward_.assign(vectors, 0);
  forward_[0] = 1;
  for (std::size_t record = 0; record < records; ++record) {
    const double* const w = weights.data() + record * values;
    for (std::size_t i = first_of(record); i < shape.layer_ends[record]; ++i) {
      for (std::size_t s = first_step(i); s < shape.step_ends[i]; ++s) {
        forward_[shape.steps[s].to] += forward_[i] * w[shape.steps[s].value];
      }
    }
    if ((record + 1) % kLayersBetweenScalings == 0)
      logarithm += scale(layer_of(forward_, record + 1));
  }
  logarithm += std::log(forward_[vectors - 1]);

  // Backwards, and the posterior on the way: what comes before, the record, what comes after.
  backward_.assign(vectors, 0);
  backward_[vectors - 1] = 1;
  std::fill(posterior.begin(), posterior.end(), 0);
  for (std::size_t record = records; record-- > 0;) {
    const double* const w = weights.data() + record * values;
    double* const p = posterior.data() + record * values;
    double whole = 0;
    for (std::size_t i = first_of(record); i < shape.layer_ends[record]; ++i) {
      double after = 0;
      for (std::size_t s = first_step(i); s < shape.step_ends[i]; ++s) {
        const double part = w[shape.steps[s].value] * backward_[shape.steps[s].to];
        after += part;
        p[shape.steps[s].value] += forward_[i] * part;
      }
      backward_[i] = after;
      whole += forward_[i] * after;
    }
    for (std::size_t v = 0; v < values; ++v) p[v] /= whole;
    if (record % kLayersBetweenScalings == 0) scale(layer_of(backward_, record));
  }
  return logarithm;
}

}  // namespace overt
