package dev.lakehouse.parquet.footer;

import dev.lakehouse.parquet.LeafType;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.parquet.format.FieldRepetitionType;
import org.jspecify.annotations.Nullable;

/**
 * A field of a file's schema, or its root.
 *
 * @param name the name in the file
 * @param path the names from the root, joined by dots, for messages
 * @param fieldId the field id, or -1
 * @param repetition required, optional or repeated
 * @param kind what a group stands for
 * @param leaf how values are stored; null for a group
 * @param leafIndex the first of the leaf columns at or below this field
 * @param leafCount how many leaf columns there are at or below this field
 * @param definition the definition level at which this field is there
 * @param repeat the repetition level of this field
 * @param children the fields of a group
 */
public record FileNode(
    String name,
    String path,
    int fieldId,
    FieldRepetitionType repetition,
    Kind kind,
    @Nullable LeafType leaf,
    int leafIndex,
    int leafCount,
    int definition,
    int repeat,
    List<FileNode> children) {
  /** What a field stands for. */
  public enum Kind {
    /** A primitive. */
    LEAF,
    /** A group with named fields. */
    STRUCT,
    /** A group annotated as a list. */
    LIST,
    /** A group annotated as a map. */
    MAP,
    /** A group annotated as a variant. */
    VARIANT
  }

  /** Copies the children. */
  public FileNode {
    children = List.copyOf(children);
  }

  /** True for a primitive. */
  public boolean isLeaf() {
    return leaf != null;
  }

  /** True if values repeat below one parent without a group that says so. */
  public boolean isRepeated() {
    return repetition == FieldRepetitionType.REPEATED;
  }

  /** The storage of a primitive. */
  public LeafType leafType() {
    if (leaf == null) {
      throw new IllegalStateException(path + " is a group");
    }
    return leaf;
  }

  /** The child called {@code name}: in this case if there is one, else in any case. */
  public Optional<FileNode> child(String name) {
    for (FileNode child : children) {
      if (child.name.equals(name)) {
        return Optional.of(child);
      }
    }
    String folded = name.toLowerCase(Locale.ROOT);
    return children.stream()
        .filter(c -> c.name.toLowerCase(Locale.ROOT).equals(folded))
        .findFirst();
  }

  /** The child with field id {@code id}. */
  public Optional<FileNode> childWithId(int id) {
    return children.stream().filter(child -> child.fieldId == id).findFirst();
  }

  /**
   * The repeated field of a list: the group's only one, or this field itself where it repeats
   * without a group.
   */
  public Optional<FileNode> repeated() {
    return kind == Kind.LIST || kind == Kind.MAP
        ? children.size() == 1 && children.get(0).isRepeated()
            ? Optional.of(children.get(0))
            : Optional.empty()
        : isRepeated() ? Optional.of(this) : Optional.empty();
  }

  /**
   * True if the repeated field of the list {@code list} is itself the element, as in files of two
   * levels. Source: parquet-format LogicalTypes.md, "Backward-compatibility rules".
   */
  public static boolean isElement(FileNode list, FileNode repeated) {
    return repeated.isLeaf()
        || repeated.children.size() != 1
        || repeated.children.get(0).isRepeated()
        || repeated.kind != Kind.STRUCT
        || repeated.name.equals("array")
        || repeated.name.equals(list.name + "_tuple");
  }
}
