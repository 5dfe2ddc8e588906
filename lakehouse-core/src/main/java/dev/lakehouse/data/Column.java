package dev.lakehouse.data;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The name of the column that a record component stands for, where it is not the component's own
 * name: {@code record Order(@Column("order_id") long id) {}}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Column {
  /** The name of the column or nested field, in any case. */
  String value();
}
