package dev.lakehouse.io.s3;

import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.S3Options;
import dev.lakehouse.io.S3Options.Encryption;
import dev.lakehouse.io.StorageOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.RequestPayer;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;

/** One server, as one set of options reaches it: sends requests, and again if they fail. */
final class S3Store implements AutoCloseable {
  /** One try of an operation. */
  interface Request<T> {
    T send() throws IOException;
  }

  /** Reads the body of an answer. What it leaves unread is dropped with the connection. */
  interface Body<T> {
    T read(GetObjectResponse head, InputStream content) throws IOException;
  }

  private static final int TRIES_WHEN_EXPIRED = 2;
  private static final int SLICE_BYTES = 64 << 10;

  private final S3Options s3;
  private final StorageOptions options;
  private final S3Client client;
  private final S3Failures failures;
  private final RetryBudget budget = new RetryBudget();
  private volatile String server = "";

  S3Store(S3Options s3, StorageOptions options) {
    this.s3 = s3;
    this.options = options;
    this.failures = new S3Failures(s3);
    this.client = S3Clients.create(s3, new ServerObserver());
  }

  S3Client client() {
    return client;
  }

  S3Options s3() {
    return s3;
  }

  S3Failures failures() {
    return failures;
  }

  Backoff backoff() {
    return new Backoff(options, s3.deadline());
  }

  /** What the server last called itself; empty if it does not say. */
  String server() {
    return server;
  }

  boolean isAws() {
    return client
        .serviceClientConfiguration()
        .endpointOverride()
        .map(S3Clients::isAws)
        .orElse(true);
  }

  /** The store's name for messages. */
  String name() {
    if (isAws()) {
      return "AWS S3";
    }
    String endpoint =
        client.serviceClientConfiguration().endpointOverride().orElseThrow().toString();
    return "S3 at " + endpoint + (server().isEmpty() ? "" : " (" + server() + ")");
  }

  static String key(Location location) {
    return location.path().substring(1);
  }

  /** Some stores leave the time out. */
  static long millis(@Nullable Instant time) {
    return time == null ? 0 : time.toEpochMilli();
  }

  /** Sends a request that may be sent twice, until it is answered or nothing is left to try. */
  <T> T request(Location location, String operation, Request<T> request) {
    return send(location, operation, request, budget::take);
  }

  /** Sends a request on which a commit depends, however many others fail. */
  private <T> T insist(Location location, String operation, Request<T> request) {
    return send(location, operation, request, () -> true);
  }

  private <T> T send(
      Location location, String operation, Request<T> request, BooleanSupplier mayTryAgain) {
    Backoff backoff = backoff();
    int expired = 0;
    while (true) {
      Interrupts.check(location, operation);
      Exception cause;
      try {
        T answer = request.send();
        budget.succeeded();
        return answer;
      } catch (SdkException | IOException e) {
        cause = e;
      }
      LakehouseException failure = failures.of(cause, location, operation, backoff.summary());
      boolean renewable = S3Failures.isExpired(cause) && ++expired < TRIES_WHEN_EXPIRED;
      if (!(failure instanceof StorageException storage)
          || !(renewable || S3Failures.isRetryable(storage.kind()))) {
        throw failure;
      }
      if (!mayTryAgain.getAsBoolean()) {
        String summary = backoff.summary() + "; not tried again, since too many requests fail";
        throw failures.of(cause, location, operation, summary);
      }
      if (!backoff.pause(storage.kind())) {
        throw failure;
      }
    }
  }

  /** Reads an object, whole or as {@code settings} say. */
  <T> T get(
      Location file, String operation, Consumer<GetObjectRequest.Builder> settings, Body<T> body) {
    return request(file, operation, () -> getOnce(file, settings, body));
  }

  private <T> T getOnce(Location file, Consumer<GetObjectRequest.Builder> settings, Body<T> body)
      throws IOException {
    GetObjectRequest.Builder request =
        GetObjectRequest.builder()
            .bucket(file.authority())
            .key(key(file))
            .requestPayer(requestPayer());
    settings.accept(request);
    try (ResponseInputStream<GetObjectResponse> content = client.getObject(request.build())) {
      try {
        T result = body.read(content.response(), content);
        if (content.read() >= 0) {
          content.abort();
        }
        return result;
      } catch (IOException | RuntimeException e) {
        content.abort();
        throw e;
      }
    }
  }

  /** Whether an object holds exactly {@code body}. */
  boolean holds(Location file, String operation, byte[] body) {
    return insist(
        file,
        operation,
        () -> getOnce(file, request -> {}, (head, content) -> isEqual(head, content, body)));
  }

  private static boolean isEqual(GetObjectResponse head, InputStream content, byte[] body)
      throws IOException {
    if (head.contentLength() != null && head.contentLength() != body.length) {
      return false;
    }
    byte[] slice = new byte[SLICE_BYTES];
    int at = 0;
    for (int count = content.read(slice); count >= 0; count = content.read(slice)) {
      if (count > body.length - at || !Arrays.equals(slice, 0, count, body, at, at + count)) {
        return false;
      }
      at += count;
    }
    return at == body.length;
  }

  /** Replaces an object. */
  void put(Location file, String operation, byte[] body, int length) {
    PutObjectRequest request = putRequest(file).build();
    request(file, operation, () -> client.putObject(request, body(body, length)));
  }

  PutObjectRequest.Builder putRequest(Location file) {
    PutObjectRequest.Builder request =
        PutObjectRequest.builder()
            .bucket(file.authority())
            .key(key(file))
            .requestPayer(requestPayer())
            .serverSideEncryption(serverSideEncryption());
    if (s3.encryption() instanceof Encryption.Kms kms) {
      request.ssekmsKeyId(kms.keyId()).bucketKeyEnabled(kms.bucketKey());
    }
    return request;
  }

  CreateMultipartUploadRequest multipartRequest(Location file) {
    CreateMultipartUploadRequest.Builder request =
        CreateMultipartUploadRequest.builder()
            .bucket(file.authority())
            .key(key(file))
            .requestPayer(requestPayer())
            .serverSideEncryption(serverSideEncryption());
    if (s3.encryption() instanceof Encryption.Kms kms) {
      request.ssekmsKeyId(kms.keyId()).bucketKeyEnabled(kms.bucketKey());
    }
    return request.build();
  }

  private @Nullable ServerSideEncryption serverSideEncryption() {
    if (s3.encryption() instanceof Encryption.S3) {
      return ServerSideEncryption.AES256;
    }
    return s3.encryption() instanceof Encryption.Kms ? ServerSideEncryption.AWS_KMS : null;
  }

  @Nullable RequestPayer requestPayer() {
    return s3.requesterPays() ? RequestPayer.REQUESTER : null;
  }

  /** The first bytes of an array, not copied. */
  static RequestBody body(byte[] bytes, int length) {
    return RequestBody.fromContentProvider(
        ContentStreamProvider.fromInputStreamSupplier(
            () -> new ByteArrayInputStream(bytes, 0, length)),
        length,
        "application/octet-stream");
  }

  StorageException failure(Kind kind, Location file, String operation, String detail) {
    return new StorageException(kind, file.toString(), operation, detail, null);
  }

  @Override
  public void close() {
    client.close();
  }

  /** Notes what the server calls itself; gateways before it answer failures in their own name. */
  private final class ServerObserver implements ExecutionInterceptor {
    @Override
    public void afterTransmission(
        Context.AfterTransmission context, ExecutionAttributes attributes) {
      if (context.httpResponse().isSuccessful()) {
        context.httpResponse().firstMatchingHeader("Server").ifPresent(name -> server = name);
      }
    }
  }
}
