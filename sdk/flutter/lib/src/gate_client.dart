import 'dart:async';

import 'allowed_links.dart';
import 'derive_state.dart';
import 'gate_options.dart';
import 'gate_question.dart';
import 'gate_record.dart';
import 'gate_state.dart';
import 'question_timing.dart';
import 'record_store.dart';

/// Decides from the kept answer immediately, asks the server behind it, and never throws.
class GateClient {
  GateClient(this.options) : _store = RecordStore(options.storage, GateRecord.name(options));

  final GateOptions options;
  final RecordStore _store;
  final Set<void Function(GateState)> _listeners = {};

  GateRecord _record = const GateRecord();
  GateState _state = const GateState(status: GateStatus.loading, source: GateSource.defaultOpen);
  GateProblem? _problem;
  bool _isLoading = true;
  bool _isConfirmed = false;
  bool _isFirstRun = false;
  bool _isPaused = false;
  bool _isClosed = false;
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

  /// The present state. The same object until something changes.
  GateState get state => _state;

  /// Calls [listener] with every new state. Returns a function that ends the subscription.
  void Function() subscribe(void Function(GateState state) listener) {
    _listeners.add(listener);
    return () => _listeners.remove(listener);
  }

  /// Resolves immediately with a kept answer for this version, otherwise after the first answer or two seconds.
  Future<GateState> start() => _starting ??= _start();

  /// Asks the server, unless it said when to ask again and that is still to come. Concurrent calls share one request.
  Future<GateState> refresh() => _starting == null ? start() : _askUnlessTooEarly();

  /// The app is in the foreground or online again: asks immediately, and continues to ask when the answer expires.
  Future<GateState> resume() {
    if (_isPaused) {
      // Coming back is another visit: an app can stay in memory for weeks.
      _isPaused = _isFirstRun = false;
      // The answer to a request from before can be hours old, or never come.
      _asking = null;
    }
    _show();
    return refresh();
  }

  /// The app is in the background: no further requests until [resume].
  void pause() {
    _isPaused = true;
    _cancelRequest();
    _cancelChange();
  }

  /// Hides a recommendation for a day, or an announcement for its window.
  void later() => switch (_state.status) {
    GateStatus.announced => _choose(_record.withChoice(dismissed: _record.answer?.window?.start)),
    GateStatus.recommended => _choose(_record.withChoice(laterUntil: _serverNow.add(const Duration(days: 1)))),
    _ => null,
  };

  /// Hides a recommendation until the server names another version.
  void skip() {
    if (_state.status == GateStatus.recommended) _choose(_record.withChoice(skipped: _state.updateTo ?? ''));
  }

  /// Runs the option `update`, or opens the store link if it is an allowed one. False: nothing was done.
  Future<bool> update() async {
    try {
      if (options.update case final update?) return await update(_state) != false;
      final link = parseAllowedLink(_state.storeLink, options.allowedHosts);
      final openLink = options.openLink;
      return link != null && openLink != null && await openLink(link) != false;
    } catch (_) {
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
    _listeners.clear();
  }

  DateTime get _serverNow => options.now().toUtc().add(_record.offset);

  Future<GateState> _start() {
    final started = Completer<GateState>();
    var cancelStart = _ignore;
    var cancelLoad = _ignore;
    var hasBegun = false;
    void finish() {
      cancelStart();
      _isLoading = false;
      _show();
      if (!started.isCompleted) started.complete(_state);
    }

    void begin() {
      cancelLoad();
      if (_record.answer != null) finish();
      if (!hasBegun) unawaited(_askServer().then((_) => finish()));
      hasBegun = true;
    }

    cancelStart = options.schedule(longestStart, finish);
    if (options.storage != null) cancelLoad = options.schedule(longestLoad, begin);
    _store.load(_adopt, begin);
    return started.future;
  }

  void _adopt(String? text) {
    _isFirstRun = text == null;
    final found = GateRecord.parse(text, options.version);
    // The server can have answered before a slow storage.
    _record = _record.answer == null ? found : found.withAnswerOf(_record);
    final checkedAt = _record.checkedAt;
    if (checkedAt != null && _serverNow.isBefore(checkedAt)) {
      // The clock of the device was set back: no time passed since the answer, as far as it can tell.
      _record = _record.withOffset(checkedAt.difference(options.now()));
      _save();
    }
    if (_record.answer != null) _isLoading = false;
    _show();
  }

  Future<GateState> _askUnlessTooEarly() {
    final retryAfter = _retryAfter;
    if (retryAfter == null) return _askServer();
    final passed = options.now().difference(retryAfter.since);
    // Negative: the clock of the device was set back.
    if (passed.isNegative || passed >= retryAfter.wait) return _askServer();
    _askLater(spread(retryAfter.wait - passed, options.random()));
    return Future.value(_state);
  }

  Future<GateState> _askServer() async {
    if (_isClosed) return _state;
    _cancelRequest();
    if (_asking case final asking?) return asking;
    final number = ++_lastRequest;
    final aborted = Completer<void>();
    _abortRequest = aborted.complete;
    return _asking = askGate(options, _record.answer == null ? null : _record.etag, aborted.future).then((result) {
      if (number == _lastRequest && !_isClosed) {
        _abortRequest = _ignore;
        _asking = null;
        _apply(result);
      }
      return _state;
    });
  }

  void _apply(QuestionResult result) {
    switch (result) {
      case Answered():
        _learn(result);
      case Refused(:final problem, :final retryAfter):
        _problem = problem;
        _isConfirmed = false;
        _failures++;
        _retryAfter = retryAfter == null ? null : (since: options.now(), wait: retryAfter);
        final random = options.random();
        _askLater(retryAfter == null ? untilRetry(_failures, random) : spread(retryAfter, random));
    }
    _show();
  }

  void _learn(Answered result) {
    final serverTime = result.serverTime;
    if (serverTime != null) _record = _record.withOffset(serverTime.difference(options.now()));
    final isNew = result.answer != null;
    final answer = GateRecord(
      answer: isNew ? result.answer : _record.answer,
      etag: isNew ? result.etag : _record.etag,
      isStorable: result.isStorable,
      checkedAt: _serverNow,
      offset: _record.offset,
    );
    _record = _record.withAnswerOf(answer);
    _problem = null;
    _isConfirmed = true;
    _failures = 0;
    _retryAfter = null;
    _save();
    final untilChange = _record.answer?.nextChangeAt?.difference(_serverNow);
    _askLater(untilNextRequest(result.maxAge, untilChange, options.random()));
  }

  void _choose(GateRecord record) {
    _record = record;
    _save();
    _show();
  }

  void _save() => _store.save(() => _record.print(options.version));

  void _show() {
    if (_isClosed) return;
    final circumstances = Circumstances(
      options: options,
      now: _serverNow,
      isLoading: _isLoading,
      isConfirmed: _isConfirmed,
      isFirstRun: _isFirstRun,
      problem: _problem,
    );
    final (:state, :until) = deriveState(_record, circumstances);
    _cancelChange();
    final wait = until?.difference(circumstances.now);
    // Timers of browsers overflow after 24 days; by then, answers and failures have shown the change.
    final isNear = wait != null && wait < const Duration(days: 1);
    _cancelChange = isNear && !_isPaused ? options.schedule(wait, _show) : _ignore;
    if (state == _state) return;
    _state = state;
    for (final listener in _listeners.toList()) {
      try {
        listener(state);
      } catch (_) {
        // The next listener is told anyway.
      }
    }
  }

  void _askLater(Duration wait) {
    _cancelRequest();
    _cancelRequest = _isPaused || _isClosed ? _ignore : options.schedule(wait, _askServer);
  }
}

void _ignore() {}
