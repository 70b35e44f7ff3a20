/// States of an app, strongest first: [updateRequired], [maintenance], [announced], [recommended], [open].
enum GateStatus {
  /// The first start of a version, until the server answers or `startWait` has passed.
  loading('loading'),

  /// The app runs.
  open('open'),

  /// The app runs, and a newer version is worth installing.
  recommended('recommended'),

  /// The app runs, and maintenance starts soon.
  announced('announced'),

  /// The back end is in maintenance: the gate covers the app.
  maintenance('maintenance'),

  /// This version may no longer run: the gate covers the app.
  updateRequired('update_required');

  const GateStatus(this.wireName);

  /// The name in logs and in the clients of other languages.
  final String wireName;
}

/// Sources of a [GateState].
enum GateSource {
  /// The server's answer to the last request.
  network('network'),

  /// An earlier answer for this version: the last request failed or is still under way.
  kept('kept'),

  /// No answer: the app runs.
  defaultOpen('default');

  const GateSource(this.wireName);

  /// The name in logs and in the clients of other languages.
  final String wireName;
}

/// Maintenance, in progress or ahead. Instants are UTC, by the server's clock.
class GateWindow with _Value {
  const GateWindow({required this.name, required this.reminderStart, required this.start, required this.end});

  /// The display name of the instance, or of the project.
  final String name;

  /// From here on, the window is announced.
  final DateTime reminderStart;

  /// The start of maintenance.
  final DateTime start;

  /// The expected end: maintenance can be completed early or extended.
  final DateTime end;

  @override
  Record get _fields => (name, reminderStart, start, end);
}

/// Kinds of problems. None of them blocks the app.
enum GateProblemCode {
  /// An option is wrong: the client sends no request, and the app runs.
  misconfigured('misconfigured'),

  /// No complete answer within ten seconds.
  offline('offline'),

  /// A status other than 200 and 304; a redirect has the reason `redirected`.
  refused('refused'),

  /// An answer that does not have the types of the contract or is longer than 64 KiB, or a store link that may not be opened.
  invalidAnswer('invalid_answer'),

  /// A callback of the app threw an error. Reported once for each callback, and never in [GateState.problem].
  callbackFailed('callback_failed');

  const GateProblemCode(this.wireName);

  /// The name in logs and in the clients of other languages.
  final String wireName;
}

/// A failure, for logs.
class GateProblem with _Value {
  const GateProblem(this.code, this.message, {this.status, this.reason});

  final GateProblemCode code;

  /// One sentence: what was wrong, and what to do.
  final String message;

  /// HTTP status of [GateProblemCode.refused].
  final int? status;

  /// The code that the server sent with the status, such as `revoked_api_key`; empty without one.
  final String? reason;

  @override
  Record get _fields => (code, message, status, reason);

  @override
  String toString() => '${code.wireName}: $message';
}

/// Everything that an app or a screen needs, in one immutable object.
class GateState with _Value {
  const GateState({
    required this.status,
    required this.source,
    this.title = '',
    this.message = '',
    this.language,
    this.updateTo,
    this.storeLink,
    this.unsupported = false,
    this.saving = false,
    this.canUpdate = false,
    this.window,
    this.nextChangeAt,
    this.checkedAt,
    this.keptUntil,
    this.problem,
  });

  final GateStatus status;

  /// Written by the server, in the language of the user.
  ///
  /// Title and message of [GateStatus.announced] are empty while an update is recommended too, because the server sends the texts
  /// of the update then: show the built-in words and [window].
  final String title;

  /// Written by the server. The message of [GateStatus.open] is the project's default message.
  final String message;

  /// BCP 47 tag of [title] and [message]; null if the server did not name it.
  final String? language;

  /// The lowest version that may run, for [GateStatus.recommended] and [GateStatus.updateRequired].
  final String? updateTo;

  /// The page of this app in its store; null where the platform has none, and where the link is not an allowed one, and if
  /// [unsupported].
  final String? storeLink;

  /// True if the device's system is too old for the release that the server asks for: nothing to install is offered then.
  final bool unsupported;

  /// True while `beforeBlock` saves the user's work: the gate covers the app, without a button that leaves it.
  final bool saving;

  /// True if `GateClient.update` can do anything: offer the button only then.
  final bool canUpdate;

  /// Current or next maintenance.
  final GateWindow? window;

  /// The next instant at which the server's answer changes, by its clock.
  final DateTime? nextChangeAt;

  /// When the server last confirmed this answer, by its clock; null without an answer.
  final DateTime? checkedAt;

  final GateSource source;

  /// A block of a kept answer ends then at the latest, by the server's clock; null unless a kept answer blocks.
  final DateTime? keptUntil;

  /// The problem of the last request, or of its answer's store link.
  final GateProblem? problem;

  /// True if the gate covers the app.
  bool get blocked => status == GateStatus.maintenance || status == GateStatus.updateRequired;

  Record get _texts => (title, message, language, updateTo, storeLink, unsupported, saving, canUpdate);

  @override
  Record get _fields => (status, source, _texts, window, nextChangeAt, checkedAt, keptUntil, problem);

  @override
  String toString() => 'GateState(${[status.wireName, source.wireName, ?problem?.code.wireName].join(', ')})';
}

/// Objects of a class are equal if their fields are.
mixin _Value {
  Record get _fields;

  @override
  bool operator ==(Object other) => other is _Value && other.runtimeType == runtimeType && other._fields == _fields;

  @override
  int get hashCode => _fields.hashCode;
}
