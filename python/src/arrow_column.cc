#include "python/src/arrow_column.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "overt/table/key_codes.h"
#include "overt/table/number_text.h"

namespace overt::python {
namespace {

// What a chunk owns beside the producer's buffers.
struct OwnedChunk {
  std::shared_ptr<const void> batch;
  std::vector<std::int32_t> codes;
  std::vector<std::string> numbers;  // texts of numbers
};

template <typename T>
const T* buffer(const ArrowArray& array, std::int64_t i) {
  return static_cast<const T*>(array.buffers[i]);
}

// Whether value `i` of the array (its offset added) is there.
class Validity {
 public:
  explicit Validity(const ArrowArray& array)
      : bits_(array.n_buffers > 0 && array.null_count != 0 ? buffer<std::uint8_t>(array, 0)
                                                           : nullptr) {}
  bool operator()(std::int64_t i) const {
    return bits_ == nullptr || ((bits_[i / 8] >> (i % 8)) & 1U) != 0;
  }

 private:
  const std::uint8_t* bits_;
};

template <typename Offset>
struct Texts {
  explicit Texts(const ArrowArray& array)
      : offsets(buffer<Offset>(array, 1)), bytes(buffer<char>(array, 2)) {}
  std::string_view operator()(std::int64_t i) const {
    return {bytes + offsets[i], static_cast<std::size_t>(offsets[i + 1] - offsets[i])};
  }
  const Offset* offsets;
  const char* bytes;
};

// 16 bytes a view: the length, then the text itself if it has at most 12 bytes, else four of
// them, the number of a buffer and a place in it.
struct Views {
  explicit Views(const ArrowArray& array) : array_(array), views_(buffer<char>(array, 1)) {}
  std::string_view operator()(std::int64_t i) const {
    const char* view = views_ + 16 * i;
    std::int32_t size = 0;
    std::memcpy(&size, view, sizeof(size));
    if (size <= 12) return {view + 4, static_cast<std::size_t>(size)};
    std::int32_t place[2];
    std::memcpy(place, view + 8, sizeof(place));
    return {buffer<char>(array_, 2 + place[0]) + place[1], static_cast<std::size_t>(size)};
  }

 private:
  const ArrowArray& array_;
  const char* views_;
};

// Calls use(text of i) with the reader that fits the letter.
template <typename Use>
void with_texts(const ArrowArray& array, char type, const Use& use) {
  if (type == 'u') return use(Texts<std::int32_t>(array));
  if (type == 'U') return use(Texts<std::int64_t>(array));
  use(Views(array));
}

template <typename Use>
void with_integers(const ArrowArray& array, char type, const Use& use) {
  switch (type) {
    case 'c':
      return use(buffer<std::int8_t>(array, 1));
    case 'C':
      return use(buffer<std::uint8_t>(array, 1));
    case 's':
      return use(buffer<std::int16_t>(array, 1));
    case 'S':
      return use(buffer<std::uint16_t>(array, 1));
    case 'i':
      return use(buffer<std::int32_t>(array, 1));
    case 'I':
      return use(buffer<std::uint32_t>(array, 1));
    case 'l':
      return use(buffer<std::int64_t>(array, 1));
    default:
      return use(buffer<std::uint64_t>(array, 1));
  }
}

bool all_utf8(const std::vector<std::string_view>& values) {
  for (const std::string_view value : values) {
    if (!is_utf8_text(value)) return false;
  }
  return true;
}

constexpr std::string_view kNotText = "a value is not UTF-8 text";

void read_texts(const ColumnSlice& slice, OwnedChunk& own, TextChunk& chunk) {
  const Validity valid(slice.array);
  KeyCodes<std::string_view> known;
  with_texts(slice.array, slice.kind.type, [&](const auto& text) {
    for (std::size_t i = 0; i < slice.records; ++i) {
      const std::int64_t at = slice.first + static_cast<std::int64_t>(i);
      own.codes[i] = valid(at) ? static_cast<std::int32_t>(known.code(text(at))) : -1;
    }
  });
  chunk.values = known.keys();
}

// Values that no record has are left out by the core; a null among the values is a null.
bool read_dictionary(const ColumnSlice& slice, OwnedChunk& own, TextChunk& chunk) {
  const ArrowArray& values = *slice.array.dictionary;
  const Validity value_valid(values);
  bool nulls = false;
  with_texts(values, slice.kind.values, [&](const auto& text) {
    for (std::int64_t i = 0; i < values.length; ++i) {
      const bool there = value_valid(values.offset + i);
      nulls = nulls || !there;
      chunk.values.push_back(there ? text(values.offset + i) : std::string_view());
    }
  });
  const Validity valid(slice.array);
  bool inside = true;
  with_integers(slice.array, slice.kind.type, [&](const auto* index) {
    for (std::size_t i = 0; i < slice.records; ++i) {
      const std::int64_t at = slice.first + static_cast<std::int64_t>(i);
      own.codes[i] = -1;
      if (!valid(at)) continue;
      // A negative index is a large one, and as wrong.
      const auto code =
          static_cast<std::uint64_t>(index[at]);  // NOLINT(bugprone-signed-char-misuse)
      if (code >= chunk.values.size()) {
        inside = false;
      } else if (!nulls || value_valid(values.offset + static_cast<std::int64_t>(code))) {
        own.codes[i] = static_cast<std::int32_t>(code);
      }
    }
  });
  return inside;
}

void read_integers(const ColumnSlice& slice, OwnedChunk& own, TextChunk& chunk) {
  const Validity valid(slice.array);
  with_integers(slice.array, slice.kind.type, [&](const auto* numbers) {
    using Number = std::decay_t<decltype(*numbers)>;
    KeyCodes<Number> known;
    for (std::size_t i = 0; i < slice.records; ++i) {
      const std::int64_t at = slice.first + static_cast<std::int64_t>(i);
      own.codes[i] = valid(at) ? static_cast<std::int32_t>(known.code(numbers[at])) : -1;
    }
    own.numbers.reserve(known.keys().size());
    for (const Number number : known.keys()) own.numbers.push_back(std::to_string(number));
  });
  chunk.values.assign(own.numbers.begin(), own.numbers.end());
}

// NaN is a missing value. False when a value is infinite.
template <typename Number>
bool read_floats(const ColumnSlice& slice, OwnedChunk& own, TextChunk& chunk) {
  const Validity valid(slice.array);
  const auto* numbers = buffer<Number>(slice.array, 1);
  KeyCodes<Number> known;
  bool finite = true;
  for (std::size_t i = 0; i < slice.records; ++i) {
    const std::int64_t at = slice.first + static_cast<std::int64_t>(i);
    if (!valid(at) || std::isnan(numbers[at])) continue;
    finite = finite && !std::isinf(numbers[at]);
    own.codes[i] = static_cast<std::int32_t>(known.code(numbers[at]));
  }
  if (!finite) return false;
  own.numbers.reserve(known.keys().size());
  for (const Number number : known.keys()) own.numbers.push_back(number_text(number));
  chunk.values.assign(own.numbers.begin(), own.numbers.end());
  return true;
}

void read_booleans(const ColumnSlice& slice, OwnedChunk& own, TextChunk& chunk) {
  const Validity valid(slice.array);
  const auto* bits = buffer<std::uint8_t>(slice.array, 1);
  for (std::size_t i = 0; i < slice.records; ++i) {
    const std::int64_t at = slice.first + static_cast<std::int64_t>(i);
    own.codes[i] = valid(at) ? (bits[at / 8] >> (at % 8)) & 1 : -1;
  }
  chunk.values = {"false", "true"};
}

}  // namespace

std::optional<ColumnKind> column_kind(const ArrowSchema& field) {
  const auto text_type = [](std::string_view format) {
    if (format == "u" || format == "U") return format[0];
    return format == "vu" ? 'v' : '\0';
  };
  const std::string_view format = field.format == nullptr ? "" : field.format;
  const bool integer = format.size() == 1 && std::strchr("cCsSiIlL", format[0]) != nullptr;
  if (field.dictionary != nullptr) {
    const char values = text_type(field.dictionary->format);
    if (!integer || values == '\0' || field.dictionary->dictionary != nullptr) return std::nullopt;
    return ColumnKind{format[0], true, values};
  }
  if (const char text = text_type(format)) return ColumnKind{text, false, 0};
  const bool number = integer || format == "f" || format == "g";
  if (number || format == "b" || format == "n") return ColumnKind{format[0], false, 0};
  return std::nullopt;
}

TextChunk text_chunk(const ColumnSlice& slice, const std::shared_ptr<const void>& owner,
                     std::string_view& wrong) {
  TextChunk chunk;
  const auto own = std::make_shared<OwnedChunk>();
  own->batch = owner;
  own->codes.resize(slice.records, -1);
  if (slice.kind.dictionary) {
    if (!read_dictionary(slice, *own, chunk)) wrong = "an index is outside its dictionary";
  } else if (slice.kind.type == 'b') {
    read_booleans(slice, *own, chunk);
  } else if (slice.kind.type == 'u' || slice.kind.type == 'U' || slice.kind.type == 'v') {
    read_texts(slice, *own, chunk);
  } else if (slice.kind.type == 'f' || slice.kind.type == 'g') {
    const bool finite = slice.kind.type == 'f' ? read_floats<float>(slice, *own, chunk)
                                               : read_floats<double>(slice, *own, chunk);
    if (!finite) {
      wrong = "a value is infinite; a number or a missing value must stand in its place";
    }
  } else if (slice.kind.type != 'n') {
    read_integers(slice, *own, chunk);
  }
  if (wrong.empty() && !all_utf8(chunk.values)) wrong = kNotText;
  chunk.codes = own->codes;
  chunk.owner = own;
  return chunk;
}

bool is_utf8_text(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size();) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(bytes[at]); };
    const unsigned char first = byte(i);
    if (first == 0) return false;
    if (first < 0x80) {
      ++i;
      continue;
    }
    const std::size_t length = first < 0xC2   ? 0
                               : first < 0xE0 ? 2
                               : first < 0xF0 ? 3
                               : first < 0xF5 ? 4
                                              : 0;
    if (length == 0 || i + length > bytes.size()) return false;
    for (std::size_t k = 1; k < length; ++k) {
      if ((byte(i + k) & 0xC0U) != 0x80U) return false;
    }
    // Overlong forms, surrogates, and what is beyond the last character.
    const unsigned char second = byte(i + 1);
    if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0) ||
        (first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90)) {
      return false;
    }
    i += length;
  }
  return true;
}

}  // namespace overt::python
