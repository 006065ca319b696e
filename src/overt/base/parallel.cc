#include "overt/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace overt {

std::size_t thread_count() { return std::max<std::size_t>(1, std::thread::hardware_concurrency()); }

void parallel_for(std::size_t pieces, const std::function<void(std::size_t)>& work,
                  std::size_t threads) {
  threads = std::min(threads == 0 ? thread_count() : threads, pieces);
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::size_t failed_piece = pieces;
  std::exception_ptr failure;

  // Pieces are taken in order, so when piece i fails every earlier piece has
  // been taken and will report: the lowest failure is always the one we keep.
  auto run = [&] {
    for (std::size_t piece = next++; piece < pieces; piece = next++) {
      try {
        work(piece);
      } catch (...) {
        next = pieces;
        const std::lock_guard lock(mutex);
        if (piece < failed_piece) {
          failed_piece = piece;
          failure = std::current_exception();
        }
      }
    }
  };
  {
    std::vector<std::jthread> others;
    try {
      for (std::size_t i = 1; i < threads; ++i) others.emplace_back(run);
    } catch (const std::system_error&) {
      // The system has no more of them: those that run, this one at least, do all the work.
    }
    run();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace overt
