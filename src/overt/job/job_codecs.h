#pragma once

// How a job file writes the values that are like no others: types of columns,
// ranks, caps, steps of a strategy. What is a text, a number or a list of them is in
// toml_codec.h, and which key has which codec in job_fields.cc.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "overt/job/job_fields.h"
#include "overt/job/toml_codec.h"

namespace overt::job_codecs {

TomlCodec<char> delimiter();
TomlCodec<char> decimal_sign();
TomlCodec<DeclaredType> declared_type();
// The ranks of a column's values: a table of value = rank, or a list of values from rank 0 up.
TomlCodec<std::map<std::string, std::int64_t>> ranks();
// A job of overt views is not printed.
TomlCodec<std::vector<JobDisclosure>> disclosures();
// A share for every value, or a table of value = share; there the empty text stands for all
// others.
TomlCodec<MaxJob> max_caps();
// One level or a list of them.
TomlCodec<std::vector<std::int64_t>> category_levels();
// Of a strategy.
TomlField<StrategyJob> jump();
TomlCodec<std::vector<std::vector<std::uint32_t>>> steps();
TomlCodec<std::vector<std::string>> chain();
TomlCodec<ColumnSteps> column_steps();
TomlField<JobFile> measure();

}  // namespace overt::job_codecs
