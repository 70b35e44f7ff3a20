import 'dart:js_interop';

import 'gate_request.dart';

/// Sends a request by the `fetch` of a browser.
Future<GateResponse> sendRequest(Uri address, Map<String, String> headers, Duration timeout) async {
  final response = await _fetch(
    address.toString().toJS,
    {
          'headers': headers,
          // With `manual`, the answer has status 0 and no address.
          'redirect': 'manual',
          'credentials': 'omit',
          // The client has its own copy with its own ETag.
          'cache': 'no-store',
        }.jsify()!
        as JSObject,
  ).toDart.timeout(timeout);
  final values = <String, String>{};
  for (final name in ['etag', 'date', 'age', 'cache-control', 'retry-after', 'content-type']) {
    final value = response.headers.get(name.toJS);
    if (value != null) values[name] = value.toDart;
  }
  final isRedirected = response.type.toDart == 'opaqueredirect';
  return GateResponse(
    status: response.status.toDartInt,
    headers: values,
    body: isRedirected ? '' : (await response.text().toDart.timeout(timeout)).toDart,
    isRedirected: isRedirected,
  );
}

@JS('fetch')
external JSPromise<_Response> _fetch(JSString address, JSObject options);

extension type _Response(JSObject _) implements JSObject {
  external JSNumber get status;
  external JSString get type;
  external _Headers get headers;
  external JSPromise<JSString> text();
}

extension type _Headers(JSObject _) implements JSObject {
  external JSString? get(JSString name);
}
