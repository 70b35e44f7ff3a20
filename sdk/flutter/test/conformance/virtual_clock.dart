import 'dart:async';

/// Device and server time that pass only when a test says so. Timers run by time passed, not by the clock of the device.
class VirtualClock {
  VirtualClock(this._begin);

  final DateTime _begin;
  final List<_Timer> _timers = [];
  Duration _passed = Duration.zero;
  int _sequence = 0;

  /// How far the clock of the device is ahead.
  Duration deviceAhead = Duration.zero;

  DateTime get serverNow => _begin.add(_passed);

  DateTime get deviceNow => serverNow.add(deviceAhead);

  /// Has the type of `GateOptions.schedule`.
  void Function() schedule(Duration delay, void Function() run) {
    final timer = _Timer(_passed + delay, _sequence++, run);
    _timers.add(timer);
    return () => _timers.remove(timer);
  }

  /// Timers that wait.
  int get pending => _timers.length;

  /// Lets time pass. Pending work is finished after each timer.
  Future<void> advance(Duration time) async {
    final end = _passed + time;
    await finishWork();
    while (true) {
      final due = _timers.where((timer) => timer.at <= end).toList()..sort();
      if (due.isEmpty) break;
      final next = due.first;
      _timers.remove(next);
      _passed = next.at > _passed ? next.at : _passed;
      next.run();
      await finishWork();
    }
    _passed = end;
  }
}

/// Lets everything finish that needs no timer.
Future<void> finishWork() => Future<void>.delayed(Duration.zero);

class _Timer implements Comparable<_Timer> {
  _Timer(this.at, this.sequence, this.run);

  final Duration at;
  final int sequence;
  final void Function() run;

  @override
  int compareTo(_Timer other) => at == other.at ? sequence - other.sequence : at.compareTo(other.at);
}
