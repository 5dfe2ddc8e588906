package dev.lakehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * Public types, methods and constants are documented. The compiler's doclint checks what a comment
 * says, this test that it is there: doclint's own check would also ask for a tag that restates each
 * parameter.
 */
class DocumentationTest {
  private static final List<String> MODULES =
      List.of("lakehouse-io", "lakehouse-log", "lakehouse-core");

  @Test
  void everyPublicTypeAndMethodHasAComment() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (String module : MODULES) {
      Path main = Path.of("..", module, "src", "main", "java");
      for (String name : ArchitectureTest.PUBLIC_PACKAGES) {
        sources.addAll(sourcesIn(main.resolve("dev/lakehouse").resolve(name)));
      }
    }
    assertTrue(sources.size() > 10, "found the sources");
    assertEquals(List.of(), undocumented(sources));
  }

  @Test
  void internalPackagesSaySo() throws IOException {
    List<String> silent = new ArrayList<>();
    for (String module : MODULES) {
      Path main = Path.of("..", module, "src", "main", "java");
      for (Path info : packageInfos(main)) {
        String name = main.relativize(info.getParent()).toString().replace(File.separatorChar, '.');
        String layer = name.replaceFirst("^dev\\.lakehouse\\.?", "");
        boolean isPublic = ArchitectureTest.PUBLIC_PACKAGES.contains(layer.isEmpty() ? "." : layer);
        if (!isPublic && !Files.readString(info).contains("Internal.")) {
          silent.add(name + ": end the comment of package-info.java with \"Internal.\"");
        }
      }
    }
    assertEquals(List.of(), silent);
  }

  private static List<Path> packageInfos(Path main) throws IOException {
    if (!Files.isDirectory(main)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(main)) {
      return files.filter(file -> file.endsWith("package-info.java")).sorted().toList();
    }
  }

  private static List<Path> sourcesIn(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> undocumented(List<Path> sources) throws IOException {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              javac.getTask(
                  null, files, null, List.of(), null, files.getJavaFileObjectsFromPaths(sources));
      PublicElements elements = new PublicElements(DocTrees.instance(task));
      for (CompilationUnitTree unit : task.parse()) {
        elements.scan(unit, null);
      }
      return elements.undocumented;
    }
  }

  /** Walks through what a user can see, and notes what has no comment. */
  private static final class PublicElements extends TreePathScanner<Void, Void> {
    final List<String> undocumented = new ArrayList<>();
    private final DocTrees docs;

    PublicElements(DocTrees docs) {
      this.docs = docs;
    }

    @Override
    public Void visitClass(ClassTree type, Void unused) {
      if (!isShown(type.getModifiers())) {
        return null;
      }
      requireComment(type.getSimpleName().toString());
      return super.visitClass(type, unused);
    }

    @Override
    public Void visitMethod(MethodTree method, Void unused) {
      boolean isConstructor = method.getReturnType() == null;
      if (isShown(method.getModifiers()) && !isConstructor && !overrides(method)) {
        requireComment(method.getName().toString());
      }
      return null;
    }

    @Override
    public Void visitVariable(VariableTree field, Void unused) {
      Set<Modifier> flags = field.getModifiers().getFlags();
      if (isShown(field.getModifiers())
          && flags.contains(Modifier.STATIC)
          && !isEnumConstant(field)) {
        requireComment(field.getName().toString());
      }
      return null;
    }

    private boolean isShown(ModifiersTree modifiers) {
      Set<Modifier> flags = modifiers.getFlags();
      return flags.contains(Modifier.PUBLIC)
          || flags.contains(Modifier.PROTECTED)
          || (isInInterface() && !flags.contains(Modifier.PRIVATE));
    }

    private boolean isInInterface() {
      TreePath parent = getCurrentPath().getParentPath();
      return parent != null && parent.getLeaf().getKind() == Tree.Kind.INTERFACE;
    }

    private boolean isEnumConstant(VariableTree field) {
      ClassTree owner = (ClassTree) getCurrentPath().getParentPath().getLeaf();
      return owner.getKind() == Tree.Kind.ENUM
          && field.getType().toString().equals(owner.getSimpleName().toString());
    }

    private static boolean overrides(MethodTree method) {
      return method.getModifiers().getAnnotations().stream()
          .anyMatch(annotation -> annotation.getAnnotationType().toString().equals("Override"));
    }

    private void requireComment(String name) {
      if (docs.getDocComment(getCurrentPath()) == null) {
        CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
        long line =
            unit.getLineMap()
                .getLineNumber(
                    docs.getSourcePositions().getStartPosition(unit, getCurrentPath().getLeaf()));
        Path file = Path.of(unit.getSourceFile().getName()).getFileName();
        undocumented.add(file + ":" + line + " " + name);
      }
    }
  }
}
