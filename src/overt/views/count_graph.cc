#include "overt/views/count_graph.h"

#include <unordered_map>
#include <utility>

namespace overt::views {
namespace {

struct CountsHash {
  std::size_t operator()(const Counts& counts) const { return hash_of(counts); }
};

}  // namespace

Integer below(const Integer& n, RandomSource& coins) {
  const Integer last = n - 1;
  const std::size_t bits = mpz_sizeinbase(last.get_mpz_t(), 2);
  Integer drawn;
  do {
    drawn = 0;
    for (std::size_t left = bits; left > 0;) {
      const std::size_t take = left < 16 ? left : 16;
      drawn = (drawn << static_cast<unsigned>(take)) + coins.below(1U << take);
      left -= take;
    }
  } while (drawn >= n);
  return drawn;
}

std::optional<CountGraph> CountGraph::build(const Expansion& expansion, std::uint64_t limit,
                                            Progress& progress) {
  CountGraph graph;
  graph.layers_.resize(expansion.layers() + 1);
  graph.layers_[0].states.push_back(expansion.first());
  for (std::size_t layer = 0; layer < expansion.layers(); ++layer) {
    if (!graph.grow(expansion, layer, limit, progress)) return std::nullopt;
  }
  graph.complete(progress);
  return graph;
}

bool CountGraph::grow(const Expansion& expansion, std::size_t layer, std::uint64_t limit,
                      Progress& progress) {
  Layer& here = layers_[layer];
  Layer& next = layers_[layer + 1];
  std::unordered_map<Counts, std::uint32_t, CountsHash> known;
  bool within = true;
  for (const Counts& state : here.states) {
    here.edges_of.push_back(here.edges.size());
    expansion.expand(layer, state, [&](std::span<const std::uint32_t> choice, const Counts* to) {
      progress.check();
      operations_ += choice.size() + state.size();
      within = operations_ <= limit;
      if (!within) return false;
      if (to == nullptr) return true;
      const auto [found, is_new] =
          known.emplace(*to, static_cast<std::uint32_t>(next.states.size()));
      if (is_new) next.states.push_back(*to);
      here.edges.push_back({found->second, expansion.weight(layer, state, choice)});
      here.choices.insert(here.choices.end(), choice.begin(), choice.end());
      here.width = choice.size();
      return true;
    });
    // A state that leads nowhere is work, too.
    operations_ += state.size();
    if (!within || operations_ > limit) return false;
  }
  here.edges_of.push_back(here.edges.size());
  return true;
}

void CountGraph::complete(Progress& progress) {
  Layer& last = layers_.back();
  last.completions.assign(last.states.size(), 1);
  for (std::size_t layer = layers_.size() - 1; layer-- > 0;) {
    Layer& here = layers_[layer];
    const Layer& next = layers_[layer + 1];
    here.completions.assign(here.states.size(), 0);
    for (std::size_t s = 0; s < here.states.size(); ++s) {
      progress.check();
      for (std::size_t e = here.edges_of[s]; e < here.edges_of[s + 1]; ++e) {
        here.completions[s] += here.edges[e].weight * next.completions[here.edges[e].to];
      }
    }
  }
}

void CountGraph::for_each_choice(const Amounts& visit, Progress& progress) const {
  std::vector<Integer> beginnings = {1};
  Integer begun;
  for (std::size_t layer = 0; layer + 1 < layers_.size(); ++layer) {
    const Layer& here = layers_[layer];
    const Layer& next = layers_[layer + 1];
    std::vector<Integer> following(next.states.size(), 0);
    for (std::size_t s = 0; s < here.states.size(); ++s) {
      if (here.completions[s] == 0) continue;
      progress.check();
      for (std::size_t e = here.edges_of[s]; e < here.edges_of[s + 1]; ++e) {
        const Edge& edge = here.edges[e];
        if (next.completions[edge.to] == 0) continue;
        begun = beginnings[s] * edge.weight;
        following[edge.to] += begun;
        begun *= next.completions[edge.to];
        visit(layer, here.choice(e), begun);
      }
    }
    beginnings = std::move(following);
  }
}

void CountGraph::sample(RandomSource& coins, const Step& step) const {
  std::size_t state = 0;
  for (std::size_t layer = 0; layer + 1 < layers_.size(); ++layer) {
    const Layer& here = layers_[layer];
    const Layer& next = layers_[layer + 1];
    Integer left = below(here.completions[state], coins);
    std::size_t e = here.edges_of[state];
    for (;; ++e) {
      const Integer through = here.edges[e].weight * next.completions[here.edges[e].to];
      if (left < through) break;
      left -= through;
    }
    step(layer, here.states[state], here.choice(e));
    state = here.edges[e].to;
  }
}

}  // namespace overt::views
