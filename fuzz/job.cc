// A job file. A job that was read and printed is the same job.

#include "overt/job/job.h"

#include "fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace overt::fuzz;
  const std::string_view text = text_of(data, size);
  overt::ReleaseJob job;
  if (succeeds([&] { job = overt::parse_job(text, "t"); })) {
    succeeds([&] { job.check(); });
    const std::string printed = overt::print_job(job);
    expect(overt::print_job(overt::parse_job(printed, "t")) == printed, "another job");
  }
  succeeds([&] { overt::parse_views_job(text, "t"); });
  succeeds([&] { overt::parse_table_spec(text, "t"); });
  return 0;
}
