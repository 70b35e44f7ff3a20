/// The package with its own transport against the real server, which the environment names.
library;

import 'dart:async';
import 'dart:io';

import 'package:drawbridge_gate/core.dart';
import 'package:drawbridge_gate/src/request_io.dart';

final _environment = Platform.environment;

GateClient _open(String version, {String? key, GateStorage? storage, GateRequest? request}) => GateClient(
  GateOptions(
    baseUrl: _environment['TEST_SERVER']!,
    key: key ?? _environment['TEST_KEY']!,
    platform: 'ios',
    version: version,
    language: 'en',
    storage: storage,
    openLink: (_) => true,
    request: request,
  ),
);

Future<GateResponse> _fail(
  Uri address,
  Map<String, String> headers,
  Duration timeout,
  Future<void> aborted, {
  required bool isFresh,
}) async => throw const SocketException('no network');

void _check(String says, Object? actual, Object? expected) {
  if (actual != expected) throw StateError('$says: expected $expected, was $actual');
  stdout.writeln(says);
}

Future<void> main() async {
  final storage = MemoryStorage();
  final forced = _open('2.3.0', storage: storage);
  final state = await forced.start();
  forced.close();
  _check('a forced version is blocked', state.status, GateStatus.updateRequired);
  _check('its screen has texts', state.title.isNotEmpty && state.message.isNotEmpty, true);
  _check(
    'its store link can be opened',
    state.canUpdate && state.storeLink!.startsWith('https://apps.apple.com/'),
    true,
  );
  _check('the clock is the server\'s', state.checkedAt!.difference(DateTime.now()).inMinutes, 0);

  final offline = _open('2.3.0', storage: storage, request: _fail);
  final kept = await offline.start();
  offline.close();
  _check(
    'without a network, it stays blocked',
    (kept.status, kept.source),
    (GateStatus.updateRequired, GateSource.kept),
  );

  final statuses = <int>[];
  final again = _open(
    '2.3.0',
    storage: storage,
    request: (address, headers, timeout, aborted, {required isFresh}) async {
      final response = await sendRequest(address, headers, timeout, aborted, isFresh: isFresh);
      statuses.add(response.status);
      return response;
    },
  );
  await again.start();
  final confirmed = await again.refresh();
  again.close();
  _check('its ETag is confirmed', (confirmed.source, statuses.join()), (GateSource.network, '304'));

  final updated = _open('2.7.0', storage: storage);
  _check('the new version shows the maintenance of the demo', (await updated.start()).status, GateStatus.maintenance);
  updated.close();

  final unknown = _open('2.3.0', key: 'dbr_unknown');
  final refused = await unknown.start();
  unknown.close();
  _check('a wrong key opens the app', refused.status, GateStatus.open);
  _check(
    'and is a problem',
    (refused.problem?.code, refused.problem?.status, refused.problem?.reason),
    (GateProblemCode.refused, 401, 'unknown_api_key'),
  );

  final rehearsalKey = _environment['TEST_REHEARSAL_KEY'];
  final tester = _open('2.7.0', key: rehearsalKey);
  _check('a tester without maintenance has an open app', (await tester.start()).status, GateStatus.open);
  tester.close();

  final rehearsalStorage = MemoryStorage();
  final rehearsal = _open('2.3.0', key: rehearsalKey, storage: rehearsalStorage);
  _check('a rehearsal is shown', (await rehearsal.start()).status, GateStatus.updateRequired);
  rehearsal.close();
  final after = _open('2.3.0', key: rehearsalKey, storage: rehearsalStorage, request: _fail);
  _check('and not kept', (await after.start()).source, GateSource.defaultOpen);
  after.close();

  final asked = Completer<void>();
  final ended = Completer<void>();
  final silent = await ServerSocket.bind(InternetAddress.loopbackIPv4, 0);
  silent.listen((socket) {
    socket.listen(
      (_) => asked.complete(),
      onDone: () {
        ended.complete();
        socket.destroy();
      },
      onError: (_) {},
    );
  });
  final waiting = GateClient(
    GateOptions(
      baseUrl: 'http://127.0.0.1:${silent.port}/api/v1',
      key: 'dbr_x',
      platform: 'ios',
      version: '2.3.0',
      request: sendRequest,
    ),
  );
  final started = waiting.start();
  await asked.future;
  waiting.close();
  await ended.future;
  await started;
  await silent.close();
  _check('a closed client closes the connection of a request that is under way', ended.isCompleted, true);
}
