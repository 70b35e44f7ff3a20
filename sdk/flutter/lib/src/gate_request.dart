/// Sends a GET request without following redirects.
///
/// Throws if no complete answer arrives. A body can end after [maxAnswerBytes]: the client refuses it anyway. `aborted`
/// completes when the answer is no longer needed. `isFresh`: the answer may not come from a cache.
typedef GateRequest =
    Future<GateResponse> Function(
      Uri address,
      Map<String, String> headers,
      Duration timeout,
      Future<void> aborted, {
      required bool isFresh,
    });

/// The longest body that the client reads: an answer has a few hundred bytes.
const maxAnswerBytes = 64 * 1024;

/// An answer over HTTP.
class GateResponse {
  const GateResponse({required this.status, required this.headers, required this.body, this.isRedirected = false});

  final int status;

  /// Values by lower-case names.
  final Map<String, String> headers;

  final String body;

  /// True if another address answered, where the environment follows redirects by itself.
  final bool isRedirected;
}
