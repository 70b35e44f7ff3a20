import 'dart:async';

import 'package:drawbridge_gate/core.dart';

import 'expectations.dart';
import 'json.dart';

/// Callbacks of an app.
typedef Callbacks = ({
  void Function(Uri link) openLink,
  void Function(GateProblem problem) onProblem,
  void Function(GateState state)? update,
  Future<void> Function(GateBlockReason reason, DateTime until)? beforeBlock,
});

/// The server, the time and the storage of a scenario.
abstract interface class Surroundings {
  /// Requests since the beginning of the scenario.
  List<SeenRequest> get seen;

  /// Changes what the server does: one behavior, or a list for the next requests.
  Future<void> behave(Object? behavior);

  /// Moves the clock of the device.
  void moveDeviceClock(Duration ahead);

  /// The value of `random()` from now on.
  set random(double value);

  /// Lets time pass.
  Future<void> advance(Duration time);

  /// Completes after [time] on the client's clock.
  Future<void> wait(Duration time);

  /// Lets everything finish that needs no timer.
  Future<void> settle();

  /// Returns whether [isMet] becomes true.
  Future<bool> become(bool Function() isMet);

  /// Options of a client with [given] members, named as in the kit.
  GateOptions createOptions(Json given, Callbacks callbacks);
}

/// Runs one scenario. Throws with the differences of the first step that has any.
Future<void> runScenario(Json kit, Json scenario, Surroundings surroundings) async {
  final options = {...kit['options']! as Json, ...scenario['options'] as Json? ?? const {}};
  final run = _ScenarioRun(options, (scenario['throws'] as List? ?? const []).cast(), surroundings);
  for (final (index, step) in (scenario['steps']! as List).cast<Json>().indexed) {
    await run.step(step);
    final expected = step['expect'] as Json? ?? const {};
    if (!await surroundings.become(() => compare(expected, run.observation).isEmpty)) {
      throw StateError('step ${index + 1}: ${compare(expected, run.observation).join('; ')}');
    }
  }
  run.client.close();
}

class _ScenarioRun {
  _ScenarioRun(this._options, this._throws, this._surroundings) {
    client = _create();
  }

  final Surroundings _surroundings;
  final Json _options;

  /// Names of callbacks that throw.
  final List<String> _throws;
  final List<String> _opened = [];
  final List<GateProblem> _problems = [];
  late GateClient client;
  bool _started = false;
  bool? _updated;
  final List<String> _saved = [];
  DateTime? _until;

  /// True if subscribers know of a block.
  bool _isCovered = false;

  Observation get observation => (
    state: client.state,
    started: _started,
    seen: _surroundings.seen,
    opened: _opened,
    updated: _updated,
    saved: _saved,
    until: _until,
    problems: _problems,
  );

  Future<void> step(Json step) async {
    if (step.containsKey('server')) await _surroundings.behave(step['server']);
    if (step['deviceClock'] case final int seconds) _surroundings.moveDeviceClock(Duration(seconds: seconds));
    if (step['random'] case final num random) _surroundings.random = random.toDouble();
    if (step['advance'] case final int time) await _surroundings.advance(Duration(milliseconds: time));
    if (step['app'] case final String app) {
      if (app == 'restart') {
        client.close();
        _isCovered = false;
        _options.addAll(step['options'] as Json? ?? const {});
        client = _create();
      }
      for (var time = 0; time < (step['times'] as int? ?? 1); time++) {
        _call(app);
      }
      await _surroundings.settle();
    }
  }

  GateClient _create() =>
      GateClient(
        _surroundings.createOptions(_options, (
          openLink: (link) {
            _throwIfAsked('openLink');
            _opened.add('$link');
          },
          onProblem: (problem) {
            _problems.add(problem);
            _throwIfAsked('onProblem');
          },
          update: _throws.contains('update') ? (_) => _throwIfAsked('update') : null,
          beforeBlock: _options['beforeBlock'] == null ? null : _beforeBlock,
        )),
      )..subscribe((state) {
        _isCovered = state.blocked;
        _throwIfAsked('listener');
      });

  Future<void> _beforeBlock(GateBlockReason reason, DateTime until) {
    if (_isCovered) throw StateError('subscribers know of the block before the work is saved');
    _saved.add(reason.name);
    _until = until;
    return switch (_options['beforeBlock']) {
      'resolves' => Future.value(),
      'hangs' => Completer<void>().future,
      'throws' => throw StateError('the work can not be saved'),
      'rejects' => Future.error(StateError('the work can not be saved')),
      {'resolvesAfter': final int time} => _surroundings.wait(Duration(milliseconds: time)),
      final other => throw UnsupportedError('unknown beforeBlock: $other'),
    };
  }

  void _throwIfAsked(String name) {
    if (_throws.contains(name)) throw StateError("The app's $name is broken");
  }

  void _call(String app) {
    final called = client;
    switch (app) {
      case 'start' || 'restart':
        _started = false;
        unawaited(called.start().then((_) => _started = called == client));
      case 'resume':
        unawaited(called.resume());
      case 'refresh':
        unawaited(called.refresh());
      case 'update':
        unawaited(called.update().then((isDone) => _updated = isDone));
      case 'pause':
        called.pause();
      case 'later':
        called.later();
      case 'skip':
        called.skip();
      case 'close':
        called.close();
      case _:
        throw UnsupportedError('unknown step: $app');
    }
  }
}
