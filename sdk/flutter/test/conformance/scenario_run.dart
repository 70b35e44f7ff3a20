import 'dart:async';

import 'package:drawbridge/core.dart';

import 'expectations.dart';
import 'memory_server.dart';
import 'virtual_clock.dart';

/// Runs one scenario on virtual clocks. Throws with the differences of the first step that has any.
Future<void> runScenario(Json kit, Json scenario) async {
  final steps = (scenario['steps'] as List).cast<Json>();
  final run = _ScenarioRun(kit, scenario);
  for (final (index, step) in steps.indexed) {
    await run.step(step);
    final differences = compare(step['expect'] as Json? ?? const {}, run.observation);
    if (differences.isNotEmpty) throw StateError('step ${index + 1}: ${differences.join('; ')}');
  }
  run.client.close();
}

class _ScenarioRun {
  _ScenarioRun(this._kit, this._scenario)
    : clock = VirtualClock(DateTime.parse(_kit['begin'] as String)),
      storage = createStorage(_scenario['storage'] ?? 'kept') {
    clock.deviceAhead = Duration(seconds: _scenario['deviceClock'] as int? ?? 0);
    client = _createClient(const {});
  }

  final Json _kit;
  final Json _scenario;
  final VirtualClock clock;
  final GateStorage? storage;
  late final MemoryServer server = MemoryServer(_kit['answers'] as Json, clock);
  late GateClient client;
  final List<String> opened = [];
  bool started = false;
  bool? updated;

  Observation get observation =>
      (state: client.state, started: started, seen: server.seen, opened: opened, updated: updated);

  Future<void> step(Json step) async {
    if (step.containsKey('server')) server.behave(step['server']);
    if (step['deviceClock'] case final int seconds) clock.deviceAhead = Duration(seconds: seconds);
    if (step['app'] case final String app) {
      for (var i = 0; i < (step['times'] as int? ?? 1); i++) {
        _call(app, step['options'] as Json? ?? const {});
      }
    }
    await clock.advance(Duration(milliseconds: step['advance'] as int? ?? 0));
  }

  void _call(String app, Json options) {
    switch (app) {
      case 'start':
        _start();
      case 'restart':
        client.close();
        client = _createClient(options);
        _start();
      case 'resume':
        unawaited(client.resume());
      case 'pause':
        client.pause();
      case 'refresh':
        unawaited(client.refresh());
      case 'later':
        client.later();
      case 'skip':
        client.skip();
      case 'update':
        unawaited(client.update().then((result) => updated = result));
      case 'close':
        client.close();
      case _:
        throw UnsupportedError('unknown step: $app');
    }
  }

  void _start() {
    started = false;
    final starting = client;
    unawaited(starting.start().then((_) => started = started || identical(starting, client)));
  }

  GateClient _createClient(Json replaced) {
    final options = {..._kit['options'] as Json, ..._scenario['options'] as Json? ?? const {}, ...replaced};
    return GateClient(
      GateOptions(
        baseUrl: options['baseUrl'] as String,
        key: options['key'] as String,
        platform: options['platform'] as String,
        version: options['version'] as String,
        instanceId: options['instanceId'] as String?,
        language: options['language'] as String?,
        allowedHosts: (options['allowedHosts'] as List? ?? const []).cast<String>(),
        storage: storage,
        openLink: (link) => opened.add('$link'),
        request: server.request,
        now: () => clock.deviceNow,
        random: () => (_scenario['random'] as num? ?? 0).toDouble(),
        schedule: clock.schedule,
      ),
    );
  }
}

/// The storage of a scenario; null: none is passed to the client.
GateStorage? createStorage(Object? kind) => switch (kind) {
  'kept' => MemoryStorage(),
  'memory' => null,
  'silent' => GateStorage.from((_) => Completer<String?>().future, (_, _) {}, (_) {}),
  'failing' => GateStorage.from(
    (_) => throw const FormatException('get'),
    (_, _) => throw const FormatException('set'),
    (_) {},
  ),
  {'text': final String text} => GateStorage.from((_) => text, (_, _) {}, (_) {}),
  _ => throw UnsupportedError('unknown storage: $kind'),
};
