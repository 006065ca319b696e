#pragma once

// The Arrow C data interface: three structs that every producer and consumer of tables in
// Python agrees on, and that never change
// (https://arrow.apache.org/docs/format/CDataInterface.html). They are declared here as that page
// has them; no Arrow library is needed.
//
// Beside them small owners, so that what was taken is given back.

#include <cstdint>
#include <memory>
#include <utility>

struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
  int (*get_next)(ArrowArrayStream*, ArrowArray* out);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};

namespace overt::python {

inline constexpr std::int64_t kNullable = 2;  // of ArrowSchema::flags

// One of the three, released at the end. Moving out of a struct leaves it released, as the
// interface asks.
template <typename Struct>
class Owned {
 public:
  Owned() = default;
  explicit Owned(Struct& taken) : own_(std::exchange(taken, Struct{})) {}
  Owned(Owned&& other) noexcept : own_(std::exchange(other.own_, Struct{})) {}
  Owned& operator=(Owned&&) = delete;
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    if (own_.release != nullptr) own_.release(&own_);
  }

  Struct* get() { return &own_; }
  const Struct* get() const { return &own_; }
  Struct* operator->() { return &own_; }
  const Struct* operator->() const { return &own_; }
  explicit operator bool() const { return own_.release != nullptr; }

 private:
  Struct own_{};
};

}  // namespace overt::python
