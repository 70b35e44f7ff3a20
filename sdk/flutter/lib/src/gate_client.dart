import 'dart:async';

import 'derive_state.dart';
import 'gate_answer.dart';
import 'gate_options.dart';
import 'gate_question.dart';
import 'gate_record.dart';
import 'gate_state.dart';
import 'gate_storage.dart';
import 'question_timing.dart';

/// Decides from the kept answer immediately, asks the server behind it, and never throws.
class GateClient {
  GateClient(this.options) {
    // The app can use the client only after this constructor.
    if (_misconfiguration case final problem?) scheduleMicrotask(() => _report(problem));
  }

  final GateOptions options;
  late final GateProblem? _misconfiguration = findMisconfiguration(options);
  late final RecordStore _store = RecordStore(
    options.storage,
    GateRecord.name(options),
    (error) => _reportCallback('storage', error),
  );
  final Set<void Function(GateState)> _listeners = {};

  /// Callbacks that threw an error, and messages in the console: each is reported once.
  final Set<String> _reported = {};

  GateRecord _record = GateRecord();
  late GateState _state = GateState(
    status: GateStatus.loading,
    source: GateSource.defaultOpen,
    problem: _misconfiguration,
  );
  late GateProblem? _problem = _misconfiguration;
  bool _isLoading = true;
  bool _isConfirmed = false;
  bool _isFirstRun = false;
  bool _isPaused = false;
  bool _isClosed = false;

  /// True from a request by the user to its answer.
  bool _isPressed = false;
  int _failures = 0;

  /// Set while the server wants no request, by the clock of the device.
  ({DateTime since, Duration wait})? _retryAfter;
  Future<GateState>? _starting;
  Future<GateState>? _asking;

  /// Number of the newest request: answers to earlier ones are ignored.
  int _lastRequest = 0;
  void Function() _cancelRequest = _ignore;
  void Function() _abortRequest = _ignore;
  void Function() _cancelChange = _ignore;

  /// Ends the timer of the present block's `beforeBlock`.
  void Function() _cancelSave = _ignore;

  /// True if the present block no longer waits for `beforeBlock`.
  bool _isUnsaved = false;

  /// The present state. The same object until something changes.
  GateState get state => _state;

  /// Calls [listener] with every new state. Returns a function that ends the subscription.
  void Function() subscribe(void Function(GateState state) listener) {
    _listeners.add(listener);
    return () => _listeners.remove(listener);
  }

  /// Resolves immediately with a kept answer for this version, otherwise after the first answer or `startWait`.
  Future<GateState> start() => _starting ??= _start();

  /// The user wants to know: asks immediately, past caches, and opens without delay. Concurrent calls share one request.
  Future<GateState> refresh() {
    _isPressed = true;
    return _starting == null ? start() : _askServer();
  }

  /// The app is in the foreground or online again: asks if the answer has expired, and continues to ask when it expires.
  Future<GateState> resume() {
    if (_isPaused) {
      // Coming back is another visit: an app can stay in memory for weeks.
      _isPaused = _isFirstRun = false;
      // The answer to a request from before can be hours old, or never come.
      _abortRequest();
      _abortRequest = _ignore;
      _asking = null;
      _lastRequest++;
    }
    _show();
    return _starting == null ? start() : _askIfDue();
  }

  /// The app is in the background: no further requests until [resume].
  void pause() {
    _isPaused = true;
    _cancelRequest();
    _cancelChange();
  }

  /// Hides a recommendation for a day, or an announcement for its window.
  void later() {
    switch (_state.status) {
      case GateStatus.announced:
        _record.dismissed = _record.answer?.window?.start;
      case GateStatus.recommended:
        _record.laterUntil = _serverNow.add(const Duration(days: 1));
      case _:
        return;
    }
    _save();
    _show();
  }

  /// Hides a recommendation until the server names another version.
  void skip() {
    if (_state.status != GateStatus.recommended) return;
    _record.skipped = _state.updateTo ?? '';
    _save();
    _show();
  }

  /// Runs the option `update`, or opens the store link if it is an allowed one. False: nothing was done.
  Future<bool> update() async {
    final GateOptions(:update, :openLink) = options;
    if (!_state.canUpdate) return false;
    try {
      if (update != null) return await update(_state) != false;
      return await openLink!(Uri.parse(_state.storeLink!)) != false;
    } catch (error) {
      _reportCallback(update != null ? 'update' : 'openLink', error);
      return false;
    }
  }

  /// Ends all subscriptions, aborts a request that is under way, and sends no further one.
  void close() {
    if (_isClosed) return;
    _isClosed = true;
    _abortRequest();
    _cancelRequest();
    _cancelChange();
    _cancelSave();
    _cancelSave = _ignore;
    _listeners.clear();
  }

  DateTime get _serverNow => options.now().toUtc().add(_record.offset);

  Future<GateState> _start() {
    if (_misconfiguration != null) {
      _isLoading = false;
      _show();
      return Future.value(_state);
    }
    final started = Completer<GateState>();
    var cancelStart = _ignore;
    var cancelLoad = _ignore;
    var hasBegun = false;
    void finish() {
      cancelStart();
      if (_isLoading && _record.answer == null && !_record.isUnanswered && !_isClosed) {
        _record.isUnanswered = true;
        _save();
      }
      _isLoading = false;
      _show();
      if (!started.isCompleted) started.complete(_state);
    }

    void begin() {
      cancelLoad();
      if (_record.answer != null || _record.isUnanswered) finish();
      if (!hasBegun) unawaited(_askIfDue().then((_) => finish()));
      hasBegun = true;
    }

    cancelStart = options.schedule(options.startWait, finish);
    if (options.storage != null) cancelLoad = options.schedule(longestLoad, begin);
    _store.load(_adopt, begin);
    return started.future;
  }

  void _adopt(String? text) {
    _isFirstRun = text == null;
    final found = GateRecord.parse(text, options);
    final isUnanswered = found.isUnanswered || _record.isUnanswered;
    if (_record.answer == null) {
      _record = found..isUnanswered = isUnanswered && found.answer == null;
    } else {
      // The server has answered before a slow storage.
      _record
        ..skipped = found.skipped
        ..laterUntil = found.laterUntil
        ..dismissed = found.dismissed;
    }
    final checkedAt = _record.checkedAt;
    if (checkedAt != null && _serverNow.isBefore(checkedAt)) {
      // The clock of the device was set back: no time passed since the answer, as far as it can tell.
      _record
        ..offset = checkedAt.difference(options.now())
        ..freshUntil = null;
      _save();
    }
    if (_record.answer != null) _isLoading = false;
    _show();
  }

  /// Asks now, or plans to: a fresh answer needs no request, and a server can want none.
  Future<GateState> _askIfDue() {
    final now = _serverNow;
    final GateRecord(:answer, :checkedAt, :freshUntil) = _record;
    // A time before the answer means that the clock was set back.
    final isKnown = answer != null && checkedAt != null && freshUntil != null && !now.isBefore(checkedAt);
    if (_isPressed) return _askServer();
    if (isKnown && _problem == null && now.isBefore(freshUntil)) {
      _askWhenStale();
      return Future.value(_state);
    }
    final retryAfter = _retryAfter;
    if (retryAfter == null) return _askServer();
    final passed = options.now().difference(retryAfter.since);
    // Negative: the clock of the device was set back.
    if (passed.isNegative || passed >= retryAfter.wait) return _askServer();
    _askAfter(retryAfter.wait - passed);
    return Future.value(_state);
  }

  Future<GateState> _askServer() async {
    if (_isClosed || _misconfiguration != null) return _state;
    _cancelRequest();
    if (_asking case final asking?) return asking;
    final number = ++_lastRequest;
    final aborted = Completer<void>();
    _abortRequest = aborted.complete;
    final etag = _record.answer == null ? null : _record.etag;
    final isFresh = _isPressed || etag == null;
    return _asking = askGate(options, etag, aborted.future, isFresh: isFresh).then((result) {
      if (number == _lastRequest && !_isClosed) {
        _abortRequest = _ignore;
        _asking = null;
        _apply(result);
      }
      return _state;
    });
  }

  void _apply(QuestionResult result) {
    final isPressed = _isPressed;
    _isPressed = false;
    switch (result) {
      case Answered(:final answer):
        _problem = null;
        _isConfirmed = true;
        _failures = 0;
        _retryAfter = null;
        _setClock(result);
        final opening = _record.findOpening(options.openSpread);
        final wait = opening?.opensAt.difference(_serverNow) ?? Duration.zero;
        final spread = opening?.opensAt.difference(opening.end) ?? Duration.zero;
        final isEnd = wait > Duration.zero && wait < spread + const Duration(seconds: 1);
        if (isEnd && !isPressed && answer != null && !blocks(answer)) {
          _askLater(wait, () => _learn(result));
        } else {
          _learn(result);
        }
      case Refused():
        _fail(result);
    }
    _show();
  }

  void _fail(Refused result) {
    final isBlocked = _state.blocked;
    _problem = result.problem;
    _isConfirmed = false;
    _failures++;
    if (result.isInvalid && _record.etag != null) {
      // The server may refuse the validator.
      _record.etag = null;
      _save();
    }
    if (result.retryAfter case final wait?) {
      final limited = limitRetryAfter(wait, isBlocked: isBlocked);
      _retryAfter = (since: options.now(), wait: limited);
      _askAfter(limited);
    } else {
      _retryAfter = null;
      _askLater(untilRetry(_failures, options.random(), isBlocked: isBlocked));
    }
  }

  void _setClock(Answered result) {
    final sample = result.serverTime?.difference(options.now());
    if (sample == null) return;
    final GateRecord(:answer, :offset) = _record;
    // A date that is older than expected, within max-age: the answer was slow, or comes from a cache.
    final isOlder = answer != null && offset - result.maxAge < sample;
    final least = offset - const Duration(seconds: 1);
    _record.offset = isOlder && sample < least ? least : sample;
  }

  void _learn(Answered result) {
    final answer = result.answer ?? _record.answer!;
    final checkedAt = result.serverTime ?? _serverNow;
    final expires = checkedAt.add(result.maxAge);
    final change = answer.nextChangeAt;
    if (_record.answer?.maintenance != MaintenancePhase.active) _record.draw = options.random();
    if (result.answer != null) {
      _record
        ..etag = result.etag
        ..language = result.language
        ..isUnsupported = result.isUnsupported;
    }
    _record
      ..answer = answer
      ..isStorable = result.isStorable
      ..checkedAt = checkedAt
      ..freshUntil = change != null && change.isAfter(checkedAt) && change.isBefore(expires) ? change : expires
      ..isUnanswered = false;
    _save();
    _askWhenStale(shortestInterval);
    _show();
  }

  void _save() => _store.save(() => _record.print(options));

  void _show() {
    if (_isClosed) return;
    final now = _serverNow;
    final (:state, :until) = deriveState(
      _record,
      options,
      now: now,
      isLoading: _isLoading,
      isConfirmed: _isConfirmed,
      isFirstRun: _isFirstRun,
      isUnsaved: _isUnsaved,
      problem: _problem,
    );
    _cancelChange();
    final wait = until?.difference(now);
    // Timers of browsers overflow after 24 days; by then, answers and failures have shown the change.
    final isNear = wait != null && wait < const Duration(days: 1);
    _cancelChange = isNear && !_isPaused ? options.schedule(wait, _show) : _ignore;
    if (state == _state) return;
    final before = _state;
    _state = state;
    if (state.saving != before.saving) state.saving ? unawaited(_saveWork()) : _cancelSave();
    if (!state.blocked && state.status != GateStatus.loading) {
      // Another block: there may be new work by then.
      _isUnsaved = false;
      _cancelSave = _ignore;
      if (_record.isSaved) {
        _record.isSaved = false;
        _save();
      }
    }
    final problem = state.problem;
    if (problem != null && problem.message != before.problem?.message) _report(problem);
    for (final listener in _listeners.toList()) {
      try {
        listener(state);
      } catch (error) {
        _reportCallback('listener', error);
      }
    }
  }

  Future<void> _saveWork() async {
    final GateOptions(:beforeBlock, :beforeBlockTime, :schedule, :now) = options;
    final time = beforeBlockTime < longestSave ? beforeBlockTime : longestSave;
    final reason = _state.status == GateStatus.maintenance ? GateBlockReason.maintenance : GateBlockReason.update;
    void end({required bool isSaved}) {
      _isUnsaved = !isSaved;
      if (isSaved) {
        _record.isSaved = true;
        _save();
      }
      _show();
    }

    final cancel = _cancelSave = schedule(time, () => end(isSaved: false));
    var isSaved = true;
    try {
      // An error that is thrown synchronously is one of the future too: the listeners learn of the block first.
      await Future<void>.sync(() => beforeBlock?.call(reason, now().add(time)));
    } catch (error) {
      isSaved = false;
      _reportCallback('beforeBlock', error);
    }
    // Not of a block that has ended, or a client that was closed.
    if (_cancelSave == cancel) end(isSaved: isSaved);
  }

  void _report(GateProblem problem) {
    assert(() {
      // ignore: avoid_print
      if (_reported.add(problem.message)) print('Drawbridge: ${problem.message}');
      return true;
    }());
    try {
      options.onProblem?.call(problem);
    } catch (error) {
      _reportCallback('onProblem', error);
    }
  }

  /// Once for each callback: it can fail at every answer.
  void _reportCallback(String name, Object error) {
    if (!_reported.add(name)) return;
    final message = "The app's $name failed with $error: handle the error there.";
    _report(GateProblem(GateProblemCode.callbackFailed, message));
  }

  /// Plans the next request: when the answer expires or changes, and not before [shortest] has passed.
  void _askWhenStale([Duration shortest = Duration.zero]) {
    final now = _serverNow;
    final validity = _record.freshUntil?.difference(now) ?? Duration.zero;
    final wait = validity < shortest ? shortest : validity;
    final change = _record.answer?.nextChangeAt;
    final untilChange = change?.difference(now) ?? Duration.zero;
    // Date and max-age are rounded down to seconds: the answer that expires with a change is asked for after it.
    if (untilChange <= Duration.zero || untilChange >= wait + const Duration(seconds: 2)) return _askAfter(wait);
    final opening = _record.findOpening(options.openSpread);
    final isSpread = opening != null && opening.end == change && opening.opensAt.isAfter(opening.end);
    _askLater(isSpread ? opening.opensAt.difference(now) : untilChange + shortestSpread * options.random());
  }

  void _askAfter(Duration wait) => _askLater(wait + jitter(wait, options.random()));

  void _askLater(Duration wait, [void Function()? run]) {
    _cancelRequest();
    _cancelRequest = _isPaused || _isClosed ? _ignore : options.schedule(wait, run ?? _askServer);
  }
}

void _ignore() {}
