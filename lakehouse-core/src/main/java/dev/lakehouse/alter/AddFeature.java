package dev.lakehouse.alter;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lakehouse.log.action.Protocol;
import dev.lakehouse.log.protocol.ProtocolRules;
import dev.lakehouse.log.protocol.TableFeature;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A feature that the table's protocol lists from now on.
 *
 * @param name its name, in any case
 */
public record AddFeature(String name) implements Alteration {
  @Override
  public String operation() {
    return "UPGRADE PROTOCOL";
  }

  @Override
  public Map<String, @Nullable String> parameters(Draft before) {
    Protocol protocol = ProtocolRules.withFeatures(before.protocol(), Set.of(feature(name)));
    return Map.of("newProtocol", json(protocol));
  }

  static String json(Protocol protocol) {
    ObjectNode json = AlterJson.object();
    json.put("minReaderVersion", protocol.minReaderVersion());
    json.put("minWriterVersion", protocol.minWriterVersion());
    add(json, "readerFeatures", protocol.readerFeatures());
    add(json, "writerFeatures", protocol.writerFeatures());
    return AlterJson.text(json);
  }

  private static void add(ObjectNode json, String key, @Nullable Set<String> names) {
    if (names != null) {
      ArrayNode array = json.putArray(key);
      names.forEach(array::add);
    }
  }

  /** The feature of this name, in any case. */
  static TableFeature feature(String name) {
    return TableFeature.ofAnyCase(name)
        .orElseThrow(
            () -> new IllegalArgumentException("There is no table feature '" + name + "'"));
  }

  @Override
  public Draft apply(Draft draft) {
    return draft.with(feature(name));
  }
}
