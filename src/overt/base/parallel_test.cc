#include "overt/base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <numeric>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "overt/base/error.h"

namespace overt {
namespace {

TEST(Parallel, EveryPieceOnce) {
  for (const std::size_t pieces : {1U, 2U, 3U, 7U, 100U, 5000U}) {
    for (const std::size_t threads : {0U, 1U, 2U, 3U, 16U}) {
      std::vector<std::atomic<int>> calls(pieces);
      parallel_for(
          pieces, [&](std::size_t piece) { ++calls.at(piece); }, threads);
      for (std::size_t i = 0; i < pieces; ++i) ASSERT_EQ(calls[i], 1) << i << " of " << pieces;
    }
  }
}

TEST(Parallel, NoPieces) {
  std::atomic<int> calls = 0;
  parallel_for(0, [&](std::size_t) { ++calls; });
  parallel_for(
      0, [&](std::size_t) { ++calls; }, 8);
  EXPECT_EQ(calls, 0);
}

TEST(Parallel, AtLeastOneThread) { EXPECT_GE(thread_count(), 1U); }

TEST(Parallel, ResultsDoNotDependOnTheNumberOfThreads) {
  constexpr std::size_t kPieces = 300;
  const auto run = [](std::size_t threads) {
    std::vector<std::uint64_t> results(kPieces);
    parallel_for(
        kPieces,
        [&](std::size_t piece) {
          std::uint64_t value = piece + 1;
          for (int i = 0; i < 1000; ++i)
            value = value * 6364136223846793005U + 1442695040888963407U;
          results[piece] = value;
        },
        threads);
    return results;
  };
  const auto alone = run(1);
  EXPECT_EQ(std::set<std::uint64_t>(alone.begin(), alone.end()).size(), kPieces);
  for (const std::size_t threads : {2U, 3U, 4U, 32U}) EXPECT_EQ(run(threads), alone);
}

TEST(Parallel, OneThreadIsTheCallers) {
  std::set<std::thread::id> used;
  std::vector<std::size_t> order;
  parallel_for(
      10,
      [&](std::size_t piece) {
        used.insert(std::this_thread::get_id());
        order.push_back(piece);
      },
      1);
  EXPECT_EQ(used, std::set<std::thread::id>{std::this_thread::get_id()});
  std::vector<std::size_t> expected(10);
  std::iota(expected.begin(), expected.end(), std::size_t{0});
  EXPECT_EQ(order, expected);
}

TEST(Parallel, NoMoreThreadsThanAskedFor) {
  std::mutex mutex;
  std::set<std::thread::id> used;
  parallel_for(
      200,
      [&](std::size_t) {
        const std::lock_guard lock(mutex);
        used.insert(std::this_thread::get_id());
      },
      3);
  EXPECT_LE(used.size(), 3U);
}

// Every piece from 5 on fails; piece 5 is the slowest to say so.
TEST(Parallel, LowestExceptionWins) {
  for (int round = 0; round < 20; ++round) {
    for (const std::size_t threads : {1U, 2U, 4U, 8U}) {
      std::string message = "nothing thrown";
      try {
        parallel_for(
            100,
            [](std::size_t piece) {
              if (piece == 5) std::this_thread::sleep_for(std::chrono::milliseconds(1));
              if (piece >= 5) throw Error(ErrorCode::io, std::to_string(piece));
            },
            threads);
      } catch (const Error& error) {
        message = error.what();
      }
      ASSERT_EQ(message, "5") << threads << " threads";
    }
  }
}

TEST(Parallel, PiecesBeforeTheFailureAreDone) {
  std::vector<std::atomic<int>> calls(64);
  const auto work = [&](std::size_t piece) {
    if (piece == 40) throw Error(ErrorCode::io, "40");
    ++calls[piece];
  };
  EXPECT_THROW(parallel_for(64, work, 4), Error);
  for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(calls[i], 1) << i;
  for (std::size_t i = 40; i < 64; ++i) EXPECT_LE(calls[i], 1) << i;
}

TEST(Parallel, AnyKindOfExceptionPasses) {
  EXPECT_THROW(parallel_for(
                   3, [](std::size_t) { throw 7; }, 2),
               int);
}

}  // namespace
}  // namespace overt
