package dev.lakehouse.error;

/**
 * The table, file or request needs a feature that this library does not have. {@link #feature()}
 * names it as the Delta protocol, Parquet or the table does. Nothing was changed.
 */
public final class UnsupportedFeatureException extends LakehouseException {
  private static final long serialVersionUID = 1L;
  private final String feature;

  /** The feature {@code feature} is missing; {@code message} says where and what to do. */
  public UnsupportedFeatureException(String feature, String message) {
    super(message);
    this.feature = feature;
  }

  /** The feature's name, as the format spells it. */
  public String feature() {
    return feature;
  }
}
