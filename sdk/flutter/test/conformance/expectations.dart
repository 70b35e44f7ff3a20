import 'package:drawbridge_gate/core.dart';

import 'json.dart';

/// The state with the names of the kit, instants as ISO 8601.
Json describeState(GateState state) {
  final problem = state.problem;
  final window = state.window;
  return {
    'status': state.status.wireName,
    'blocked': state.blocked,
    'title': state.title,
    'message': state.message,
    'language': state.language,
    'updateTo': state.updateTo,
    'storeLink': state.storeLink,
    'unsupported': state.unsupported,
    'saving': state.saving,
    'canUpdate': state.canUpdate,
    'window': window == null
        ? null
        : {
            'name': window.name,
            'reminderStart': _print(window.reminderStart),
            'start': _print(window.start),
            'end': _print(window.end),
          },
    'nextChangeAt': _print(state.nextChangeAt),
    'checkedAt': _print(state.checkedAt),
    'source': state.source.wireName,
    'keptUntil': _print(state.keptUntil),
    'problem': problem == null
        ? null
        : {
            'code': problem.code.wireName,
            'status': problem.status,
            'reason': problem.reason,
            'message': problem.message,
          },
  };
}

String? _print(DateTime? instant) => instant?.toUtc().toIso8601String();

/// Everything observed after a step, in the form of `expect`.
typedef Observation = ({
  GateState state,
  bool started,
  List<SeenRequest> seen,
  List<String> opened,
  bool? updated,
  List<String> saved,
  DateTime? until,
  List<GateProblem> problems,
});

/// The differences between what a step expects and what was observed.
List<String> compare(Json expected, Observation observed) {
  final differences = _checkProblems(observed);
  for (final MapEntry(:key, :value) in expected.entries) {
    final actual = switch (key) {
      'state' => describeState(observed.state),
      'started' => observed.started,
      'requests' => observed.seen.length,
      'request' => _describeRequest(observed.seen.lastOrNull),
      'opened' => observed.opened,
      'updated' => observed.updated,
      'saved' => observed.saved,
      'until' => _print(observed.until),
      'problems' => [for (final problem in observed.problems) problem.code.wireName],
      _ => throw UnsupportedError('unknown expectation: $key'),
    };
    _compareValue(key, value, actual, differences);
  }
  return differences;
}

/// The state's problem is the last one that was reported, and each says what to do.
List<String> _checkProblems(Observation observed) {
  final reported = observed.problems.where((problem) => problem.code != GateProblemCode.callbackFailed);
  return [
    for (final GateProblem(:message) in observed.problems)
      if (message.length < 20 || !message.endsWith('.')) 'problems: no sentence: $message',
    if (observed.state.problem case final problem? when problem != reported.lastOrNull)
      'problems: the state has $problem, which was not reported',
  ];
}

Json? _describeRequest(SeenRequest? request) => request == null
    ? null
    : {'path': request.path, 'query': request.query, 'headers': request.headers, 'fresh': request.isFresh};

void _compareValue(String name, Object? expected, Object? actual, List<String> differences) {
  if (expected is Map<String, Object?> && actual is Map<String, Object?>) {
    for (final MapEntry(:key, :value) in expected.entries) {
      _compareValue('$name.$key', value, actual[key], differences);
    }
    return;
  }
  if (!_isSame(expected, actual)) differences.add('$name: expected $expected, was $actual');
}

final _instant = RegExp(r'^\d{4}-\d\d-\d\dT');

bool _isSame(Object? expected, Object? actual) {
  if (expected is List && actual is List) {
    return expected.length == actual.length &&
        [for (var i = 0; i < expected.length; i++) _isSame(expected[i], actual[i])].every((same) => same);
  }
  if (expected is String && actual is String && _instant.hasMatch(expected) && _instant.hasMatch(actual)) {
    return DateTime.parse(expected).isAtSameMomentAs(DateTime.parse(actual));
  }
  return expected == actual;
}
