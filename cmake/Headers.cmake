# Headers of libraries that many sources include: parsed once for each target instead of
# once for each source. The core does without: its headers are small. A source still
# includes all that it uses; the presets clang and tidy do without this and would notice.
set(io_headers <arrow/api.h> <arrow/csv/api.h> <arrow/io/api.h> <parquet/arrow/reader.h>
               <parquet/arrow/writer.h>)
set(test_headers <gmpxx.h> <gtest/gtest.h> <rapidcheck/gtest.h> <string> <vector>)
