import 'dart:async';

import 'package:drawbridge_gate/core.dart';

import 'json.dart';
import 'memory_server.dart';
import 'scenario_run.dart';
import 'virtual_clock.dart';

/// A server in memory and virtual clocks.
class VirtualSurroundings implements Surroundings {
  VirtualSurroundings(Json kit, Json scenario)
    : clock = VirtualClock(DateTime.parse(kit['begin']! as String)),
      random = (scenario['random'] as num? ?? 0).toDouble(),
      _storage = _createStorage(scenario['storage'] ?? 'kept') {
    _server = MemoryServer(kit['answers']! as Json, clock);
    moveDeviceClock(Duration(seconds: scenario['deviceClock'] as int? ?? 0));
  }

  final VirtualClock clock;
  @override
  double random;
  final GateStorage? _storage;
  late final MemoryServer _server;

  @override
  List<SeenRequest> get seen => _server.seen;

  @override
  Future<void> behave(Object? behavior) async => _server.behave(behavior);

  @override
  void moveDeviceClock(Duration ahead) => clock.deviceAhead = ahead;

  @override
  Future<void> advance(Duration time) => clock.advance(time);

  @override
  Future<void> wait(Duration time) {
    final passed = Completer<void>();
    clock.schedule(time, passed.complete);
    return passed.future;
  }

  @override
  Future<void> settle() => finishWork();

  @override
  Future<bool> become(bool Function() isMet) async => isMet();

  @override
  GateOptions createOptions(Json given, Callbacks callbacks) => GateOptions(
    // Dart's options are never absent: an empty one is the nearest.
    baseUrl: given['baseUrl'] as String? ?? '',
    key: given['key'] as String? ?? '',
    platform: given['platform'] as String? ?? '',
    version: given['version'] as String? ?? '',
    instanceId: given['instanceId'] as String?,
    os: given['os'] as String?,
    language: given['language'] as String?,
    allowedHosts: (given['allowedHosts'] as List? ?? const []).cast<String>(),
    allowedSchemes: (given['allowedSchemes'] as List? ?? const []).cast<String>(),
    startWait: Duration(milliseconds: given['startWait'] as int? ?? 2000),
    openSpread: Duration(milliseconds: given['openSpread'] as int? ?? 30000),
    storage: _storage,
    openLink: callbacks.openLink,
    onProblem: callbacks.onProblem,
    update: callbacks.update,
    beforeBlock: callbacks.beforeBlock,
    beforeBlockTime: Duration(milliseconds: given['beforeBlockTime'] as int? ?? 30000),
    request: _server.request,
    now: () => clock.deviceNow,
    random: () => random,
    schedule: clock.schedule,
  );
}

/// The storage of a scenario; null: none is passed to the client.
GateStorage? _createStorage(Object kind) {
  final values = <String, String>{};
  return switch (kind) {
    'kept' => GateStorage.from((name) async => values[name], (name, value) async => values[name] = value),
    'memory' => null,
    'silent' => GateStorage.from((_) => Completer<String?>().future, (_, _) {}),
    'failing' => GateStorage.from((_) => throw StateError('full'), (_, _) => throw StateError('full')),
    {'text': final String text} => GateStorage.from((_) => text, (_, _) {}),
    _ => throw UnsupportedError('unknown storage: $kind'),
  };
}
