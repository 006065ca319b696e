#pragma once

// Small Parquet files for the tests of this folder, written by Arrow.

#include <arrow/api.h>
#include <arrow/io/memory.h>
#include <gtest/gtest.h>
#include <parquet/arrow/writer.h>

#include <memory>
#include <string>
#include <vector>

namespace overt::io {

// An array of these values and a null.
template <typename Builder, typename Value>
std::shared_ptr<arrow::Array> array_of(Builder&& builder, std::initializer_list<Value> values) {
  for (const Value& value : values) EXPECT_TRUE(builder.Append(value).ok());
  EXPECT_TRUE(builder.AppendNull().ok());
  return builder.Finish().ValueOrDie();
}

// A table with the columns c0, c1, ..
inline std::shared_ptr<arrow::Table> table_of(const arrow::ArrayVector& arrays) {
  arrow::FieldVector fields;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    fields.push_back(arrow::field("c" + std::to_string(i), arrays[i]->type()));
  }
  return arrow::Table::Make(arrow::schema(fields), arrays);
}

inline std::string parquet_bytes(const arrow::Table& table, std::int64_t row_group = 1000) {
  const auto out = arrow::io::BufferOutputStream::Create().ValueOrDie();
  const auto as_arrow = parquet::ArrowWriterProperties::Builder().store_schema()->build();
  EXPECT_TRUE(parquet::arrow::WriteTable(table, arrow::default_memory_pool(), out, row_group,
                                         parquet::default_writer_properties(), as_arrow)
                  .ok());
  return out->Finish().ValueOrDie()->ToString();
}

}  // namespace overt::io
