package consumer;

import dev.lakehouse.types.DataType;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;

/** Uses the library as its users do, on the class path that Maven gives them. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.out.println(DataType.decimal(15, 2));
    System.out.println(ParquetReadOptions.builder(new PlainParquetConfiguration()).build());
  }
}
