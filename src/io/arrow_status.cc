#include "io/arrow_status.h"

#include <new>

namespace overt::io {
namespace {

class ThrowingPool final : public arrow::MemoryPool {
 public:
  using arrow::MemoryPool::Allocate;
  using arrow::MemoryPool::Free;
  using arrow::MemoryPool::Reallocate;

  arrow::Status Allocate(std::int64_t size, std::int64_t alignment, std::uint8_t** out) override {
    return or_throw(pool_->Allocate(size, alignment, out));
  }
  arrow::Status Reallocate(std::int64_t old_size, std::int64_t new_size, std::int64_t alignment,
                           std::uint8_t** pointer) override {
    return or_throw(pool_->Reallocate(old_size, new_size, alignment, pointer));
  }
  void Free(std::uint8_t* buffer, std::int64_t size, std::int64_t alignment) override {
    pool_->Free(buffer, size, alignment);
  }
  std::int64_t bytes_allocated() const override { return pool_->bytes_allocated(); }
  std::int64_t total_bytes_allocated() const override { return pool_->total_bytes_allocated(); }
  std::int64_t num_allocations() const override { return pool_->num_allocations(); }
  std::string backend_name() const override { return pool_->backend_name(); }

 private:
  // A size that no buffer can have is the file's fault and stays a status.
  static arrow::Status or_throw(arrow::Status status) {
    if (status.IsOutOfMemory()) throw std::bad_alloc();
    return status;
  }

  arrow::MemoryPool* pool_ = memory_pool();
};

}  // namespace

arrow::MemoryPool* memory_pool() { return arrow::default_memory_pool(); }

arrow::MemoryPool* throwing_pool() {
  static ThrowingPool pool;
  return &pool;
}

bool failed(const arrow::Status& status) {
  // "Unknown" is what Arrow says when it cannot start a thread, and of nothing else here.
  if (status.IsOutOfMemory() || status.IsUnknownError()) throw std::bad_alloc();
  return !status.ok();
}

void rethrow_no_memory(const parquet::ParquetException& error) {
  if (const auto* with_status = dynamic_cast<const parquet::ParquetStatusException*>(&error)) {
    failed(with_status->status());
  }
}

}  // namespace overt::io
