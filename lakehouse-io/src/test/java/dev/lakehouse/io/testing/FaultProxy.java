package dev.lakehouse.io.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * An HTTP proxy on the way to a server of this machine, that notes each request and lets those go
 * wrong that its plan names.
 */
public final class FaultProxy implements AutoCloseable {
  /** A request as it came; the target holds path and query. */
  public record Request(int number, String method, String target, List<String> headers) {
    /** True if it creates an object only if none is there. */
    public boolean isConditionalPut() {
      return method.equals("PUT") && header("if-none-match").isPresent();
    }

    /** The value of a header. */
    public Optional<String> header(String name) {
      return headers.stream()
          .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
          .map(line -> line.substring(name.length() + 1).trim())
          .findFirst();
    }

    @Override
    public String toString() {
      return method + " " + target;
    }
  }

  /** What happens to a request. */
  public sealed interface Fate {
    /** The server gets it and its answer comes back. */
    record Pass() implements Fate {}

    /** The connection breaks before the server gets it. */
    record Reset() implements Fate {}

    /** The server gets it; the connection breaks before the answer comes. */
    record LoseAnswer() implements Fate {}

    /** The server does not get it; this answer comes back. */
    record AnswerInstead(int status, String code) implements Fate {}

    /** The server does not get it; success with this body comes back. */
    record Reply(String xml) implements Fate {}

    /** The server gets it; this answer comes back in place of its own. */
    record AnswerAfter(int status, String code) implements Fate {}

    /** The server's answer breaks off behind that many bytes of its body. */
    record CutBody(int bytes) implements Fate {}

    /** The body comes in small pieces with pauses between. */
    record SlowBody(int pieces) implements Fate {}

    /** The answer has one line more in its head. */
    record AddHeader(String line) implements Fate {}

    /** The answer comes later. */
    record Delay(int millis) implements Fate {}
  }

  /** Passes a request on. */
  public static final Fate PASS = new Fate.Pass();

  private static final int LISTEN_BACKLOG = 200;
  private static final int PAUSE_MILLIS = 5;

  private final ServerSocket listener;
  private final int targetPort;
  private final List<Request> requests = Collections.synchronizedList(new ArrayList<>());
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile Function<Request, Fate> plan = request -> PASS;

  private FaultProxy(ServerSocket listener, int targetPort) {
    this.listener = listener;
    this.targetPort = targetPort;
  }

  /** A proxy before the server on {@code port}. */
  public static FaultProxy before(int port) {
    try {
      ServerSocket listener = new ServerSocket(0, LISTEN_BACKLOG, InetAddress.getLoopbackAddress());
      FaultProxy proxy = new FaultProxy(listener, port);
      daemon(proxy::accept);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The proxy's URL. */
  public String endpoint() {
    return "http://127.0.0.1:" + listener.getLocalPort();
  }

  /** From here on {@code next} says what happens to each request; requests are counted anew. */
  public void plan(Function<Request, Fate> next) {
    requests.clear();
    plan = next;
  }

  /** The requests since the plan was set, in the order in which they came. */
  public List<Request> requests() {
    synchronized (requests) {
      return List.copyOf(requests);
    }
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task, "fault-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        open.add(client);
        daemon(() -> serve(client));
      }
    } catch (IOException e) {
      // The proxy was closed.
    }
  }

  private void serve(Socket client) {
    try (client;
        Socket server = new Socket(InetAddress.getLoopbackAddress(), targetPort)) {
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      open.add(server);
      InputStream fromClient = new BufferedInputStream(client.getInputStream());
      InputStream fromServer = new BufferedInputStream(server.getInputStream());
      while (exchange(client, fromClient, server, fromServer)) {}
    } catch (IOException e) {
      // One side went away.
    } finally {
      open.remove(client);
    }
  }

  private boolean exchange(
      Socket client, InputStream fromClient, Socket server, InputStream fromServer)
      throws IOException {
    List<String> head = head(fromClient);
    if (head.isEmpty()) {
      return false;
    }
    if (head.removeIf(line -> line.toLowerCase(Locale.ROOT).startsWith("expect:"))) {
      client.getOutputStream().write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(ISO_8859_1));
    }
    byte[] body = body(fromClient, head);
    Request request = note(head);
    Fate fate = plan.apply(request);
    if (fate instanceof Fate.Reset) {
      reset(client);
      return false;
    }
    if (fate instanceof Fate.AnswerInstead instead) {
      answer(client.getOutputStream(), instead.status(), instead.code(), request);
      return true;
    }
    if (fate instanceof Fate.Reply reply) {
      answer(client.getOutputStream(), 200, reply.xml().getBytes(ISO_8859_1), request);
      return true;
    }
    send(server.getOutputStream(), head, body);
    List<String> answer = head(fromServer);
    while (answer.get(0).startsWith("HTTP/1.1 100")) {
      answer = head(fromServer);
    }
    boolean bodiless =
        request.method().equals("HEAD") || answer.get(0).matches("HTTP/1.1 (204|304).*");
    byte[] content = bodiless ? new byte[0] : body(fromServer, answer);
    return deliver(client, fate, request, answer, content);
  }

  private boolean deliver(
      Socket client, Fate fate, Request request, List<String> answer, byte[] content)
      throws IOException {
    OutputStream out = client.getOutputStream();
    if (fate instanceof Fate.LoseAnswer) {
      reset(client);
      return false;
    }
    if (fate instanceof Fate.AnswerAfter after) {
      answer(out, after.status(), after.code(), request);
      return true;
    }
    if (fate instanceof Fate.CutBody cut && content.length > cut.bytes()) {
      send(out, answer, java.util.Arrays.copyOf(content, cut.bytes()));
      reset(client);
      return false;
    }
    if (fate instanceof Fate.SlowBody slow) {
      send(out, answer, new byte[0]);
      int piece = content.length / slow.pieces() + 1;
      for (int at = 0; at < content.length; at += piece) {
        pause(PAUSE_MILLIS);
        out.write(content, at, Math.min(piece, content.length - at));
        out.flush();
      }
      return true;
    }
    if (fate instanceof Fate.AddHeader header) {
      answer.add(header.line());
    }
    if (fate instanceof Fate.Delay delay) {
      pause(delay.millis());
    }
    send(out, answer, content);
    return true;
  }

  private static void pause(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Request note(List<String> head) {
    String[] line = head.get(0).split(" ");
    synchronized (requests) {
      Request request =
          new Request(
              requests.size() + 1, line[0], line[1], List.copyOf(head.subList(1, head.size())));
      requests.add(request);
      return request;
    }
  }

  /** Closed this way a socket sends a reset, also if data was sent before. */
  private static void reset(Socket client) throws IOException {
    client.setSoLinger(true, 0);
    client.close();
  }

  private static void answer(OutputStream out, int status, String code, Request request)
      throws IOException {
    byte[] body =
        ("<?xml version=\"1.0\"?><Error><Code>"
                + code
                + "</Code><Message>injected</Message></Error>")
            .getBytes(ISO_8859_1);
    answer(out, status, body, request);
  }

  private static void answer(OutputStream out, int status, byte[] body, Request request)
      throws IOException {
    List<String> head =
        List.of(
            "HTTP/1.1 " + status + " Injected",
            "Content-Type: application/xml",
            "Content-Length: " + body.length);
    send(out, head, request.method().equals("HEAD") ? new byte[0] : body);
  }

  private static void send(OutputStream out, List<String> head, byte[] body) throws IOException {
    out.write((String.join("\r\n", head) + "\r\n\r\n").getBytes(ISO_8859_1));
    out.write(body);
    out.flush();
  }

  /** The lines of a head; none if the other side closed. */
  private static List<String> head(InputStream in) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line = line(in); line != null && !line.isEmpty(); line = line(in)) {
      lines.add(line);
    }
    return lines;
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        return null;
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(ISO_8859_1);
  }

  /** A body of known length; one in chunks is unpacked, and the head says so. */
  private static byte[] body(InputStream in, List<String> head) throws IOException {
    for (int i = 1; i < head.size(); i++) {
      String line = head.get(i).toLowerCase(Locale.ROOT);
      if (line.startsWith("content-length:")) {
        byte[] body = in.readNBytes(Integer.parseInt(line.substring(15).trim()));
        return body;
      }
      if (line.startsWith("transfer-encoding:")) {
        byte[] body = chunks(in);
        head.set(i, "Content-Length: " + body.length);
        return body;
      }
    }
    return new byte[0];
  }

  private static byte[] chunks(InputStream in) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    while (true) {
      String size = line(in);
      if (size == null) {
        throw new EOFException();
      }
      int length = Integer.parseInt(size.split(";")[0].trim(), 16);
      body.write(in.readNBytes(length));
      line(in);
      if (length == 0) {
        return body.toByteArray();
      }
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
