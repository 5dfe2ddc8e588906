package dev.lakehouse.io.s3;

import dev.lakehouse.error.LakehouseException;
import dev.lakehouse.error.StorageException;
import dev.lakehouse.error.StorageException.Kind;
import dev.lakehouse.io.Location;
import dev.lakehouse.io.S3Options;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.Set;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;

/** What went wrong with a request, in the terms of {@link StorageException}; free of secrets. */
final class S3Failures {
  private static final Set<String> CLOCK =
      Set.of("RequestTimeTooSkewed", "RequestExpired", "RequestInTheFuture");
  private static final Set<String> REGION =
      Set.of(
          "PermanentRedirect",
          "AuthorizationHeaderMalformed",
          "IllegalLocationConstraintException",
          "IncorrectEndpoint");
  private static final Set<String> TOKEN = Set.of("ExpiredToken", "ExpiredTokenException");

  private final S3Options options;

  S3Failures(S3Options options) {
    this.options = options;
  }

  /** The failure of one try; {@code summary} says what was tried before. */
  LakehouseException of(Exception cause, Location location, String operation, String summary) {
    if (cause instanceof AbortedException) {
      return Interrupts.cancelled(location, operation, cause);
    }
    Kind kind = kind(cause);
    String detail = scrubbed(detail(cause, kind) + summary);
    return new StorageException(kind, location.toString(), operation, detail, cause);
  }

  static boolean isRetryable(Kind kind) {
    return kind == Kind.TRANSIENT || kind == Kind.THROTTLED;
  }

  /** True if new credentials may help, which the provider is asked for with the next try. */
  static boolean isExpired(Exception cause) {
    return cause instanceof AwsServiceException service && TOKEN.contains(code(service));
  }

  static int status(Exception cause) {
    return cause instanceof SdkServiceException service ? service.statusCode() : 0;
  }

  /** True if the request can have reached the store, whatever came back. */
  static boolean mayHaveArrived(Exception cause) {
    return !(causedBy(cause, ConnectException.class)
        || causedBy(cause, UnknownHostException.class)
        || causedBy(cause, NoRouteToHostException.class));
  }

  private static Kind kind(Exception cause) {
    if (cause instanceof SdkServiceException service) {
      return kind(service.statusCode(), code(service));
    }
    if (causedBy(cause, SSLHandshakeException.class)
        || causedBy(cause, SSLPeerUnverifiedException.class)) {
      return Kind.MISCONFIGURED;
    }
    boolean network =
        causedBy(cause, IOException.class)
            || cause instanceof ApiCallTimeoutException
            || cause instanceof ApiCallAttemptTimeoutException;
    return network ? Kind.TRANSIENT : Kind.MISCONFIGURED;
  }

  private static Kind kind(int status, String code) {
    if (CLOCK.contains(code) || REGION.contains(code) || code.equals("NoSuchBucket")) {
      return Kind.MISCONFIGURED;
    }
    if (TOKEN.contains(code)) {
      return Kind.DENIED;
    }
    return switch (status) {
      case 401, 403 -> Kind.DENIED;
      case 404 -> Kind.MISSING;
      case 408, 409, 425 -> Kind.TRANSIENT;
      case 412 -> Kind.CHANGED;
      case 416 -> Kind.CORRUPT;
      case 429, 503 -> Kind.THROTTLED;
      case 501 -> Kind.UNSUPPORTED;
      default -> status >= 500 ? Kind.TRANSIENT : Kind.MISCONFIGURED;
    };
  }

  private static String detail(Exception cause, Kind kind) {
    if (!(cause instanceof SdkServiceException service)) {
      return firstLine(innermost(cause));
    }
    String code = code(service);
    String id = service.requestId() == null ? "" : ", request id " + service.requestId();
    return advice(kind, code, service)
        + " (the store answered "
        + service.statusCode()
        + (code.isEmpty() ? "" : " " + code)
        + said(service)
        + id
        + ")";
  }

  private static String said(SdkServiceException cause) {
    AwsErrorDetails details = details(cause);
    String message = details == null ? null : details.errorMessage();
    return message == null || message.isEmpty()
        ? ""
        : ": " + message.lines().findFirst().orElse("");
  }

  private static String advice(Kind kind, String code, SdkServiceException cause) {
    return switch (kind) {
      case MISSING -> "there is no such file";
      case CHANGED -> "it was replaced while it was open";
      case THROTTLED -> "the store is overloaded";
      case TRANSIENT -> "the store failed";
      case DENIED ->
          TOKEN.contains(code)
              ? "the credentials have expired"
              : "access is denied; check the credentials and what they permit on this bucket";
      case UNSUPPORTED -> "the store cannot do it";
      case CORRUPT -> "it ends before the range that was asked for";
      case MISCONFIGURED -> misconfigured(code, cause);
    };
  }

  private static String misconfigured(String code, SdkServiceException cause) {
    if (code.equals("NoSuchBucket")) {
      return "the bucket does not exist";
    }
    if (CLOCK.contains(code)) {
      return "this machine's clock is wrong; set it";
    }
    if (REGION.contains(code)) {
      AwsErrorDetails details = details(cause);
      String region =
          details == null
              ? ""
              : details.sdkHttpResponse().firstMatchingHeader("x-amz-bucket-region").orElse("");
      return "the bucket is in "
          + (region.isEmpty() ? "another region" : region)
          + "; set the region";
    }
    return "the store does not accept the request; check endpoint, region and options";
  }

  private static String code(SdkServiceException cause) {
    AwsErrorDetails details = details(cause);
    return details == null || details.errorCode() == null ? "" : details.errorCode();
  }

  private static @Nullable AwsErrorDetails details(SdkServiceException cause) {
    return cause instanceof AwsServiceException service ? service.awsErrorDetails() : null;
  }

  private static boolean causedBy(Throwable cause, Class<?> type) {
    for (Throwable at = cause; at != null; at = at.getCause()) {
      if (type.isInstance(at)) {
        return true;
      }
    }
    return false;
  }

  private static Throwable innermost(Throwable cause) {
    Throwable at = cause;
    for (Throwable next = at.getCause(); next != null && at instanceof SdkException; ) {
      at = next;
      next = at.getCause();
    }
    return at;
  }

  private static String firstLine(Throwable cause) {
    String message = cause.getMessage();
    String name = cause.getClass().getSimpleName();
    return message == null || message.isEmpty()
        ? name
        : name + ": " + message.lines().findFirst().orElse("");
  }

  private String scrubbed(String text) {
    if (!(options.credentials() instanceof S3Options.Credentials.Key key)) {
      return text;
    }
    String result = text.replace(key.accessKey(), "***").replace(key.secretKey(), "***");
    return key.sessionToken() == null ? result : result.replace(key.sessionToken(), "***");
  }
}
