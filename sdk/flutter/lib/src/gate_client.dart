import 'dart:async';

import 'allowed_links.dart';
import 'derive_state.dart';
import 'gate_options.dart';
import 'gate_question.dart';
import 'gate_state.dart';
import 'kept_answers.dart';
import 'known_answer.dart';
import 'question_timing.dart';

/// Decides from the kept answer immediately, asks the server behind it, and never throws.
class GateClient {
  GateClient(this.options) : _kept = KeptAnswers(options);

  final GateOptions options;
  final KeptAnswers _kept;
  final Set<void Function(GateState)> _listeners = {};

  GateState _state = const GateState(status: GateStatus.loading, source: GateSource.defaultOpen);
  KnownAnswer? _known;
  Dismissals _dismissals = const Dismissals();
  Duration _offset = Duration.zero;
  GateProblem? _problem;
  int _failures = 0;

  /// Whether the last request was answered.
  bool _isConfirmed = false;

  /// Whether there is something to show besides [GateStatus.loading].
  bool _hasDecided = false;
  bool _isAwake = true;
  bool _isClosed = false;

  Future<GateState>? _started;
  Future<void>? _asking;
  ({DateTime since, Duration wait})? _retryAfter;
  void Function()? _cancelQuestion;
  void Function()? _cancelChange;

  /// What the app shows. The same object until something changes.
  GateState get state => _state;

  /// Calls [listener] with every new state. Returns a function that ends the subscription.
  void Function() subscribe(void Function(GateState state) listener) {
    _listeners.add(listener);
    return () => _listeners.remove(listener);
  }

  /// Resolves immediately with a kept answer for this version, otherwise after the first answer or two seconds.
  Future<GateState> start() => _started ??= _start();

  /// Asks the server, unless it said when to ask again and that is still to come. Concurrent calls share one request.
  Future<GateState> refresh() async {
    if (!_isClosed && !_mustWait) await _ask();
    return _state;
  }

  /// The app is in the foreground or online again: asks immediately, and continues to ask when the answer expires.
  Future<GateState> resume() {
    _isAwake = true;
    _show();
    if (_mustWait && !_isClosed) _scheduleQuestion(_retryAfter!.wait);
    return refresh();
  }

  /// The app is in the background: no further requests until [resume].
  void pause() {
    _isAwake = false;
    _cancelTimers();
  }

  /// Hides a recommendation for a day, or an announcement for its window.
  void later() {
    switch (_state.status) {
      case GateStatus.recommended:
        _dismiss(_dismissals.copyWith(laterUntil: _serverNow.add(const Duration(days: 1))));
      case GateStatus.announced:
        _dismiss(_dismissals.copyWith(dismissedStart: _state.window?.start));
      case _:
    }
  }

  /// Hides a recommendation until the server names another version.
  void skip() {
    if (_state.status != GateStatus.recommended) return;
    _dismiss(_dismissals.copyWith(skippedVersion: _state.updateTo ?? ''));
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

  /// Ends all timers and subscriptions.
  void close() {
    _isClosed = true;
    _cancelTimers();
    _listeners.clear();
  }

  DateTime get _serverNow => options.now().toUtc().add(_offset);

  /// A device clock that went back does not extend the wait.
  bool get _mustWait {
    final retryAfter = _retryAfter;
    if (retryAfter == null) return false;
    final passed = options.now().difference(retryAfter.since);
    return !passed.isNegative && passed < retryAfter.wait;
  }

  Future<GateState> _start() {
    final done = Completer<GateState>();
    late final void Function() cancel;
    void finish() {
      if (done.isCompleted) return;
      cancel();
      _hasDecided = true;
      _show();
      done.complete(_state);
    }

    cancel = options.schedule(startLimit, finish);
    unawaited(
      _load()
          .then((_) {
            if (_known != null) finish();
            return _ask();
          })
          .then((_) => finish()),
    );
    return done.future;
  }

  Future<void> _load() async {
    final record = await _kept.load();
    if (record == null) return;
    _dismissals = record.dismissals;
    _offset = record.offset;
    if (record.version == options.version) _known = record.known;
  }

  Future<void> _ask() => _asking ??= _askOnce().whenComplete(() => _asking = null);

  Future<void> _askOnce() async {
    _cancelQuestion?.call();
    final result = await askGate(options, _known?.etag);
    if (_isClosed) return;
    switch (result) {
      case Answered():
        _learn(result);
      case Failed(:final problem, :final retryAfter):
        _problem = problem;
        _isConfirmed = false;
        _failures++;
        _retryAfter = retryAfter == null ? null : (since: options.now(), wait: retryAfter);
        _scheduleQuestion(untilRetry(_failures, retryAfter, options.random()));
    }
    _show();
  }

  void _learn(Answered result) {
    final Answered(:answer, :body, :date, :maxAge) = result;
    if (date != null) _offset = date.difference(options.now());
    final now = _serverNow;
    _known = answer == null || body == null
        ? _known?.confirmed(now)
        : KnownAnswer(body: body, answer: answer, etag: result.etag, checkedAt: now);
    _problem = null;
    _isConfirmed = true;
    _failures = 0;
    _retryAfter = null;
    _hasDecided = true;
    _mayKeep = result.mayKeep;
    _save();
    final untilChange = _known?.answer.nextChangeAt?.difference(now);
    _scheduleQuestion(untilNextQuestion(maxAge, untilChange, options.random()));
  }

  bool _mayKeep = true;

  void _dismiss(Dismissals dismissals) {
    _dismissals = dismissals;
    _save();
    _show();
  }

  void _save() => _kept.save(
    KeptRecord(version: options.version, known: _mayKeep ? _known : null, offset: _offset, dismissals: _dismissals),
  );

  void _show() {
    if (_isClosed || !_hasDecided) return;
    final now = _serverNow;
    final next = deriveState(
      options: options,
      known: _known,
      isConfirmed: _isConfirmed,
      dismissals: _dismissals,
      serverNow: now,
      problem: _problem,
    );
    _cancelChange?.call();
    final change = findLocalChange(_known, _dismissals, now);
    if (change != null && _isAwake) _cancelChange = options.schedule(change.difference(now), _show);
    if (next == _state) return;
    _state = next;
    for (final listener in _listeners.toList()) {
      // A listener that throws must not keep the others from the news.
      runZonedGuarded(() => listener(next), Zone.current.handleUncaughtError);
    }
  }

  void _scheduleQuestion(Duration wait) {
    _cancelQuestion?.call();
    if (_isAwake && !_isClosed) _cancelQuestion = options.schedule(wait, _ask);
  }

  void _cancelTimers() {
    _cancelQuestion?.call();
    _cancelChange?.call();
  }
}
