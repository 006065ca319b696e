#include "overt/generate/census.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <string>
#include <vector>

#include "overt/base/random.h"
#include "overt/generate/census_model.h"

namespace overt {
namespace {

constexpr std::string_view kHeader = "age,gender,education,birthplace,occupation\n";
constexpr std::size_t kPiece = std::size_t{1} << 20;

// Draws i with probability weights[i] / (sum of weights), exactly: A. J. Walker's
// alias method in integers. Every slot holds the same total, filled by its own
// value and at most one other, so a draw is a uniform slot and a biased coin.
class AliasTable {
 public:
  explicit AliasTable(const std::vector<std::uint32_t>& weights)
      : slots_(weights.size()), count_(static_cast<std::uint32_t>(weights.size())) {
    for (const std::uint32_t weight : weights) total_ += weight;
    std::vector<std::uint64_t> left;  // what is still to be placed, in units of 1/(total*count)
    std::vector<std::uint32_t> poor, rich;
    for (std::uint32_t i = 0; i < count_; ++i) {
      left.push_back(std::uint64_t{weights[i]} * count_);
      (left[i] < total_ ? poor : rich).push_back(i);
    }
    while (!poor.empty()) {
      const std::uint32_t taker = poor.back(), giver = rich.back();
      poor.pop_back();
      slots_[taker] = {static_cast<std::uint32_t>(left[taker]), taker, giver};
      left[giver] -= total_ - left[taker];
      if (left[giver] < total_) {
        rich.pop_back();
        poor.push_back(giver);
      }
    }
    for (const std::uint32_t i : rich) slots_[i] = {total_, i, i};
  }

  std::uint32_t draw(RandomSource& coins) const {
    const Slot& slot = slots_[coins.below(count_)];
    return coins.below(total_) < slot.keep ? slot.own : slot.other;
  }

 private:
  struct Slot {
    std::uint32_t keep = 0, own = 0, other = 0;
  };
  std::vector<Slot> slots_;
  std::uint32_t count_;
  std::uint32_t total_ = 0;
};

// A field with its delimiter. All bytes are copied and `size` of them count: a
// copy of fixed size is a few moves.
struct Field {
  std::array<char, 24> bytes = {};
  std::size_t size = 0;

  explicit Field(const std::string& text) : size(text.copy(bytes.data(), bytes.size())) {
    assert(size == text.size());
  }
};

char* append(char* end, const Field& field) {
  std::memcpy(end, field.bytes.data(), field.bytes.size());
  return end + field.size;
}

struct Profile {
  AliasTable age, education, birthplace;
  std::uint32_t women;
  Field name;
};

std::vector<std::uint32_t> weights_of(const CensusModel& model) {
  std::vector<std::uint32_t> weights;
  for (const CensusProfile& own : model.profiles) weights.push_back(own.weight);
  return weights;
}

class RecordWriter {
 public:
  static constexpr std::size_t kRoom = 5 * sizeof(Field::bytes);  // one record, and its copies

  explicit RecordWriter(const CensusModel& model) : occupation_(weights_of(model)) {
    for (const std::string& age : model.ages) ages_.emplace_back(age + ',');
    for (const std::string& level : model.educations) educations_.emplace_back(level + ',');
    for (const std::string& place : model.birthplaces) birthplaces_.emplace_back(place + ',');
    for (const CensusProfile& own : model.profiles) {
      profiles_.push_back({AliasTable(own.age), AliasTable(own.education),
                           AliasTable(own.birthplace), own.women, Field(own.occupation + '\n')});
    }
  }

  // Writes a record at `end` and returns where it ends. The order of the draws
  // is part of the format.
  char* append_record(char* end, RandomSource& coins) const {
    const Profile& profile = profiles_[occupation_.draw(coins)];
    end = append(end, ages_[profile.age.draw(coins)]);
    *end++ = coins.below(100) < profile.women ? 'F' : 'M';
    *end++ = ',';
    end = append(end, educations_[profile.education.draw(coins)]);
    end = append(end, birthplaces_[profile.birthplace.draw(coins)]);
    return append(end, profile.name);
  }

 private:
  AliasTable occupation_;
  std::vector<Field> ages_, educations_, birthplaces_;
  std::vector<Profile> profiles_;
};

}  // namespace

void generate_census(const CensusOptions& options, const std::function<void(std::string_view)>& out,
                     Progress& progress) {
  progress.begin("generating", options.records);
  SeededRandom coins(options.seed);
  const RecordWriter writer(census_model());
  std::vector<char> piece(kPiece + RecordWriter::kRoom);
  char* end = piece.data() + kHeader.copy(piece.data(), kHeader.size());
  std::uint64_t done = 0;
  do {
    for (; done < options.records && end < piece.data() + kPiece; ++done) {
      end = writer.append_record(end, coins);
    }
    out({piece.data(), static_cast<std::size_t>(end - piece.data())});
    end = piece.data();
    progress.advance(done);
  } while (done < options.records);
}

}  // namespace overt
