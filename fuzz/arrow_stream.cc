// Arrow's C interface, from a producer that is wrong or hostile: lengths, offsets, indices, views,
// formats and pointers are what the input says. What cannot be asked of the interface is kept: a
// buffer is as long as the lengths that go with it say, and texts lie within 2 KB.

#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "fuzz/target.h"
#include "overt/table/encode.h"
#include "python/src/arrow_source.h"

namespace overt::fuzz {
namespace {

constexpr std::size_t kTextBytes = 1 << 11;  // offsets have 11 bits and a sign
constexpr const char* kFormats[] = {"u", "U", "vu", "b", "n", "c",  "C", "s", "S",
                                    "i", "I", "l",  "L", "f", "+s", "",  "g"};

std::size_t released = 0;

template <typename Struct>
void release(Struct* own) {
  expect(own->release != nullptr, "released twice");
  own->release = nullptr;
  ++released;
}

class Producer {
 public:
  explicit Producer(std::string_view bytes) : bytes_(bytes) {}
  Producer(const Producer&) = delete;
  Producer& operator=(const Producer&) = delete;

  std::size_t given() const { return given_; }

  ArrowArrayStream stream() {
    ArrowArrayStream result{};
    result.get_schema = [](ArrowArrayStream* own, ArrowSchema* out) {
      return static_cast<Producer*>(own->private_data)->schema(out);
    };
    result.get_next = [](ArrowArrayStream* own, ArrowArray* out) {
      return static_cast<Producer*>(own->private_data)->next(out);
    };
    result.get_last_error = [](ArrowArrayStream*) -> const char* { return nullptr; };
    result.release = release<ArrowArrayStream>;
    result.private_data = this;
    ++given_;
    return result;
  }

 private:
  std::uint8_t byte() { return take_byte(bytes_); }
  // Once in sixteen times, where the input has it so.
  bool rarely() { return byte() % 16 == 15; }

  // Small, or a number that no table has.
  std::int64_t number(std::int64_t most) {
    static constexpr std::int64_t kOdd[] = {-1, INT64_MIN, INT64_MAX, std::int64_t{1} << 47};
    if (rarely()) return kOdd[byte() % std::size(kOdd)];
    return byte() % (most + 1);
  }

  ArrowSchema* field(bool may_have_dictionary) {
    ArrowSchema& own = schemas_.emplace_back();
    own = {};
    formats_.push_back(kFormats[byte() % std::size(kFormats)]);
    own.format = rarely() ? nullptr : formats_.back();
    std::string& name = names_.emplace_back(1 + byte() % 3, static_cast<char>('a' + byte() % 4));
    if (rarely()) name[0] = static_cast<char>(byte());
    own.name = rarely() ? nullptr : name.c_str();
    own.release = release<ArrowSchema>;
    if (may_have_dictionary && byte() % 4 == 0) own.dictionary = field(false);
    return &own;
  }

  int schema(ArrowSchema* out) {
    if (rarely()) return 5;
    *out = {};
    out->format = rarely() ? nullptr : rarely() ? "u" : "+s";
    const std::size_t columns = byte() % 4;
    for (std::size_t i = 0; i < columns; ++i) fields_.push_back(field(true));
    children_ = fields_;
    for (ArrowSchema*& one : children_) one = rarely() ? nullptr : one;
    out->n_children = rarely() ? number(4) : static_cast<std::int64_t>(columns);
    if (out->n_children > static_cast<std::int64_t>(columns)) out->n_children = 0;
    out->children = rarely() ? nullptr : children_.data();
    out->release = release<ArrowSchema>;
    ++given_;
    return 0;
  }

  // As long as it has to be, and not a byte longer.
  char* buffer(std::size_t size) {
    buffers_.push_back(std::make_unique<char[]>(size));
    return buffers_.back().get();
  }
  char* filled(std::size_t size) {
    char* const own = buffer(size);
    for (std::size_t i = 0; i < size; ++i) own[i] = static_cast<char>(byte());
    return own;
  }
  template <typename Offset>
  char* offsets(std::size_t count) {
    char* const own = buffer((count + 1) * sizeof(Offset));
    Offset at = 0;
    for (std::size_t i = 0; i <= count; ++i) {
      at = rarely() ? static_cast<Offset>(static_cast<std::int8_t>(byte()) * 16)
                    : std::min(static_cast<Offset>(at + byte() % 4), Offset{kTextBytes - 1});
      std::memcpy(own + i * sizeof(Offset), &at, sizeof(Offset));
    }
    return own;
  }

  // An array of this format with room for `count` records behind its offset.
  ArrowArray* array(const ArrowSchema& field, std::int64_t count) {
    ArrowArray& own = arrays_.emplace_back();
    own = {};
    own.length = rarely() ? number(8) : count;
    own.offset = byte() % 4 == 0 ? number(8) : 0;
    own.null_count = byte() % 2 == 0 ? 0 : -1;
    own.release = release<ArrowArray>;
    const std::string_view format = field.format == nullptr ? "" : field.format;
    const auto small = [](std::int64_t n) { return n >= 0 && n <= 64 ? n : 0; };
    const auto needed =
        static_cast<std::size_t>(small(own.offset) + std::max(small(own.length), count));
    std::vector<const void*>& buffers = lists_.emplace_back();
    if (format != "n") {
      buffers.push_back(byte() % 2 == 0 ? nullptr : filled((needed + 7) / 8));
      if (format == "u" || format == "U") {
        buffers.push_back(format == "u" ? offsets<std::int32_t>(needed)
                                        : offsets<std::int64_t>(needed));
        char* const text = buffer(kTextBytes);
        std::memset(text, 'a' + byte() % 2, kTextBytes);
        text[0] = static_cast<char>(byte());
        buffers.push_back(text);
      } else if (format == "vu") {
        char* const views = filled(16 * needed);
        for (std::size_t i = 0; i < needed; ++i) {  // mostly of a length that can be
          if (!rarely()) std::memset(views + 16 * i + 1, 0, 3);
        }
        buffers.push_back(views);
        const std::size_t texts = byte() % 3;
        char* const sizes = buffer(8 * texts);
        for (std::size_t i = 0; i < texts; ++i) {
          const std::int64_t size = byte();
          std::memcpy(sizes + 8 * i, &size, 8);
          buffers.push_back(rarely() ? nullptr : filled(static_cast<std::size_t>(size)));
        }
        buffers.push_back(rarely() ? nullptr : sizes);
      } else if (format == "b") {
        buffers.push_back(filled((needed + 7) / 8));
      } else {
        const bool floating = format == "f" || format == "g";
        const std::size_t width = format == "l" || format == "L" || format == "g"   ? 8
                                  : format == "i" || format == "I" || format == "f" ? 4
                                  : format == "s" || format == "S"                  ? 2
                                                                                    : 1;
        char* const numbers = filled(width * needed);
        for (std::size_t i = 0; i < needed && width > 1 && !floating;
             ++i) {  // mostly small: indices
          if (!rarely()) std::memset(numbers + width * i + 1, 0, width - 1);
        }
        buffers.push_back(numbers);
      }
    }
    if (buffers.size() > 1 && rarely()) buffers[1] = nullptr;
    own.n_buffers = static_cast<std::int64_t>(buffers.size());
    if (rarely() && format != "vu") own.n_buffers = byte() % (own.n_buffers + 1);
    own.buffers = rarely() ? nullptr : buffers.data();
    if (field.dictionary != nullptr && !rarely()) {
      own.dictionary = array(*field.dictionary, byte() % 8);
    }
    return &own;
  }

  int next(ArrowArray* out) {
    *out = {};
    if (bytes_.empty() || batches_++ == 4) return 0;
    if (rarely()) return 5;
    out->length = number(20);
    out->offset = byte() % 4 == 0 ? number(4) : 0;
    const std::int64_t records = out->length >= 0 && out->length <= 64 ? out->length : 0;
    const std::int64_t skipped = out->offset >= 0 && out->offset <= 64 ? out->offset : 0;
    std::vector<ArrowArray*>& columns = columns_.emplace_back();
    for (const ArrowSchema* one : fields_) {
      columns.push_back(rarely() ? nullptr : array(*one, records + skipped));
    }
    out->n_children = static_cast<std::int64_t>(columns.size());
    if (rarely()) out->n_children = std::min<std::int64_t>(number(4), out->n_children);
    out->children = rarely() ? nullptr : columns.data();
    out->release = release<ArrowArray>;
    ++given_;
    return 0;
  }

  std::string_view bytes_;
  std::size_t given_ = 0;  // structs that must be given back
  int batches_ = 0;
  std::vector<ArrowSchema*> fields_, children_;
  std::deque<ArrowSchema> schemas_;
  std::deque<ArrowArray> arrays_;
  std::deque<std::string> names_;
  std::vector<const char*> formats_;
  std::vector<std::unique_ptr<char[]>> buffers_;
  std::deque<std::vector<const void*>> lists_;
  std::deque<std::vector<ArrowArray*>> columns_;
};

}  // namespace
}  // namespace overt::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace overt::fuzz;
  released = 0;
  Producer producer(text_of(data, size));
  ArrowArrayStream stream = producer.stream();
  succeeds([&] {
    overt::python::OpenedTable opened{overt::python::Owned<ArrowArrayStream>(stream), {}, {}};
    const auto source = overt::python::arrow_source(std::move(opened), "t");
    std::vector<std::size_t> all(source->columns().size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    const overt::Table table = overt::read_table(*source, all, {}, overt::unwatched());
    for (const overt::Column& column : table.columns) {
      expect(column.codes.size() == table.records(), "a column of another length");
      for (const overt::Code code : column.codes) {
        expect(code < column.domain(), "a code outside its domain");
      }
    }
  });
  expect(released == producer.given(), "something was not given back");
  return 0;
}
