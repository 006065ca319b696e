// A certificate. One that was read and printed is the same certificate.

#include "overt/verify/certificate.h"

#include "fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace overt::fuzz;
  const std::string_view text = text_of(data, size);
  overt::Certificate certificate;
  if (succeeds([&] { certificate = overt::parse_certificate(text, "t"); })) {
    const std::string printed = overt::print_certificate(certificate);
    const overt::Certificate again = overt::parse_certificate(printed, "t");
    expect(overt::print_certificate(again) == printed, "another certificate");
  }
  return 0;
}
