package dev.lakehouse.io.testing;

import dev.lakehouse.io.Location;
import dev.lakehouse.io.S3Options;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.util.function.UnaryOperator;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/**
 * An S3 server in this process, with one bucket, that keeps its objects in memory. Decides
 * conditional writes atomically.
 */
public final class S3Server implements AutoCloseable {
  /** The bucket that is there. */
  public static final String BUCKET = "bucket";

  /** The access key it knows. */
  public static final String ACCESS_KEY = "AKIATESTACCESSKEY";

  /** The secret that goes with the key. */
  public static final String SECRET_KEY = "test/secret+key";

  private final S3Proxy proxy;

  private final BlobStore store;

  private S3Server(S3Proxy proxy, BlobStore store) {
    this.proxy = proxy;
    this.store = store;
  }

  /** Starts one on a free port. */
  public static S3Server start() {
    return start(store -> store);
  }

  /** Starts one whose store is what {@code change} makes of it. */
  public static S3Server start(UnaryOperator<BlobStore> change) {
    BlobStore store = new TransientNio2BlobStore();
    store.createContainer(BUCKET);
    S3Proxy proxy =
        S3Proxy.builder()
            .blobStore(change.apply(store))
            .endpoint(URI.create("http://127.0.0.1:0"))
            .awsAuthentication(AuthenticationType.AWS_V4, ACCESS_KEY, SECRET_KEY)
            .stopTimeout(0)
            .ignoreUnknownHeaders(true)
            .build();
    try {
      proxy.start();
    } catch (Exception e) {
      throw new IllegalStateException("S3Proxy did not start", e);
    }
    return new S3Server(proxy, store);
  }

  /** The port it listens on. */
  public int port() {
    return proxy.getPort();
  }

  /** Its URL. */
  public String endpoint() {
    return "http://127.0.0.1:" + port();
  }

  /** The bucket's root. */
  public Location bucket() {
    return new Location("s3", BUCKET, "/");
  }

  /** Puts an object into the bucket without a request. */
  public void put(Location file, byte[] content) {
    PutObjectRequest request =
        PutObjectRequest.builder()
            .bucket(BUCKET)
            .key(file.path().substring(1))
            .contentLength((long) content.length)
            .build();
    store.putBlob(request, new ByteArrayInputStream(content));
  }

  /** Options that reach it. */
  public S3Options.Builder options() {
    return options(endpoint());
  }

  /** Options that reach it by way of another URL. */
  public static S3Options.Builder options(String endpoint) {
    return S3Options.builder().endpoint(endpoint).credentials(ACCESS_KEY, SECRET_KEY);
  }

  @Override
  public void close() {
    try {
      proxy.stop();
    } catch (Exception e) {
      throw new IllegalStateException("S3Proxy did not stop", e);
    }
  }
}
