import 'dart:async';
import 'dart:js_interop';

import 'gate_request.dart';

/// Sends a request by the `fetch` of a browser.
final GateRequest sendRequest = (address, headers, timeout, aborted, {required isFresh}) async {
  final controller = _AbortController();
  unawaited(aborted.then((_) => controller.abort()));
  try {
    return await _send(address, headers, controller.signal, isFresh ? 'reload' : 'default').timeout(timeout);
  } finally {
    // Ends what is still under way: a slow answer, or a body that is too long.
    controller.abort();
  }
};

Future<GateResponse> _send(Uri address, Map<String, String> headers, JSObject signal, String cache) async {
  final response = await _fetch(
    address.toString(),
    {
      // The browser sends the ETag of its own copy. With another, it would ask twice: for permission, and for the answer.
      'headers': {...headers}..remove('if-none-match'),
      // With `manual`, the answer has status 0 and no address.
      'redirect': 'manual',
      'credentials': 'omit',
      'cache': cache,
      'signal': signal,
    }.jsify(),
  ).toDart;
  final values = <String, String>{};
  const names = 'etag date age cache-control retry-after content-language content-length drawbridge-os';
  for (final name in names.split(' ')) {
    if (response.headers.get(name) case final value?) values[name] = value;
  }
  final isRedirected = response.type == 'opaqueredirect';
  final isTooLong = (int.tryParse(values['content-length'] ?? '') ?? 0) > maxAnswerBytes;
  return GateResponse(
    status: response.status,
    headers: values,
    // Without a length, the browser reads the whole body, until the time limit.
    body: isRedirected || isTooLong ? '' : (await response.text().toDart).toDart,
    isRedirected: isRedirected,
  );
}

@JS('fetch')
external JSPromise<_Response> _fetch(String address, JSAny? options);

@JS('AbortController')
extension type _AbortController._(JSObject _) implements JSObject {
  external _AbortController();
  external JSObject get signal;
  external void abort();
}

extension type _Response(JSObject _) implements JSObject {
  external int get status;
  external String get type;
  external _Headers get headers;
  external JSPromise<JSString> text();
}

extension type _Headers(JSObject _) implements JSObject {
  external String? get(String name);
}
