package dev.lakehouse.log;

/** The program that writes, as tables' histories name it. */
final class Engine {
  static final String NAME = "Lakehouse/" + version();

  private Engine() {}

  private static String version() {
    String version = Engine.class.getPackage().getImplementationVersion();
    return version == null ? "0" : version;
  }
}
