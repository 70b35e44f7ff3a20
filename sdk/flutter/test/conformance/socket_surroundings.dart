import 'dart:convert';
import 'dart:io';

import 'package:drawbridge_gate/core.dart';
import 'package:drawbridge_gate/src/request_io.dart';

import 'json.dart';
import 'scenario_run.dart';

/// The faulty server on real sockets, with the transport and the clock of the package.
class SocketSurroundings implements Surroundings {
  SocketSurroundings(this._server);

  final Uri _server;
  final GateStorage _storage = MemoryStorage();
  final HttpClient _http = HttpClient();
  int _underWay = 0;

  @override
  List<SeenRequest> seen = [];

  /// Makes the server forget earlier scenarios.
  Future<void> begin() async {
    await (await (await _http.deleteUrl(_server.resolve('/control/seen'))).close()).drain<void>();
    await behave(const <String, Object?>{});
  }

  @override
  Future<void> behave(Object? behavior) async {
    final request = await _http.putUrl(_server.resolve('/control'));
    request.write(jsonEncode(behavior));
    await (await request.close()).drain<void>();
  }

  @override
  void moveDeviceClock(Duration ahead) => throw UnsupportedError('The clock of this machine is the clock.');

  @override
  set random(double value) => throw UnsupportedError('The random numbers are those of this machine.');

  @override
  Future<void> advance(Duration time) async {}

  @override
  Future<void> wait(Duration time) => Future.delayed(time);

  /// Waits for answers that are on their way, but not for a silent server.
  @override
  Future<void> settle() async {
    final watch = Stopwatch()..start();
    do {
      await Future<void>.delayed(const Duration(milliseconds: 5));
    } while (_underWay > 0 && watch.elapsed < const Duration(milliseconds: 500));
  }

  @override
  Future<bool> become(bool Function() isMet) async {
    final watch = Stopwatch()..start();
    while (true) {
      await _lookAtServer();
      if (isMet()) return true;
      if (watch.elapsed > const Duration(seconds: 20)) return false;
      await Future<void>.delayed(const Duration(milliseconds: 50));
    }
  }

  Future<void> _lookAtServer() async {
    final response = await (await _http.getUrl(_server.resolve('/control/seen'))).close();
    final requests = jsonDecode(await utf8.decodeStream(response)) as List;
    seen = [
      for (final request in requests.cast<Json>())
        (
          path: request['path']! as String,
          query: (request['query']! as Json).cast<String, String>(),
          headers: (request['headers']! as Json).cast<String, String>(),
          isFresh: null,
        ),
    ];
  }

  @override
  GateOptions createOptions(Json given, Callbacks callbacks) => GateOptions(
    baseUrl: '$_server/api/v1',
    key: given['key']! as String,
    platform: given['platform']! as String,
    version: given['version']! as String,
    instanceId: given['instanceId'] as String?,
    os: given['os'] as String?,
    language: given['language'] as String?,
    storage: _storage,
    openLink: callbacks.openLink,
    onProblem: callbacks.onProblem,
    update: callbacks.update,
    beforeBlock: callbacks.beforeBlock,
    request: _request,
  );

  Future<GateResponse> _request(
    Uri address,
    Map<String, String> headers,
    Duration timeout,
    Future<void> aborted, {
    required bool isFresh,
  }) {
    _underWay++;
    return sendRequest(address, headers, timeout, aborted, isFresh: isFresh).whenComplete(() => _underWay--);
  }
}
