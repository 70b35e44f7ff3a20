import 'dart:async';
import 'dart:convert';
import 'dart:io';
import 'dart:typed_data';

import 'gate_request.dart';

/// Sends a request by `dart:io`.
final GateRequest sendRequest = (address, headers, timeout, aborted, {required isFresh}) async {
  final client = HttpClient();
  unawaited(aborted.then((_) => client.close(force: true)));
  try {
    return await _send(client, address, {...headers, if (isFresh) 'cache-control': 'no-cache'}).timeout(timeout);
  } finally {
    client.close(force: true);
  }
};

Future<GateResponse> _send(HttpClient client, Uri address, Map<String, String> headers) async {
  final request = await client.getUrl(address);
  request.followRedirects = false;
  headers.forEach(request.headers.set);
  final response = await request.close();
  final body = BytesBuilder(copy: false);
  await for (final part in response) {
    body.add(part);
    if (body.length > maxAnswerBytes) break;
  }
  final values = <String, String>{};
  response.headers.forEach((name, all) => values[name] = all.join(', '));
  return GateResponse(
    status: response.statusCode,
    headers: values,
    body: utf8.decode(body.takeBytes(), allowMalformed: true),
  );
}
