import 'allowed_links.dart';
import 'gate_answer.dart';
import 'gate_options.dart';
import 'gate_record.dart';
import 'gate_state.dart';

/// A kept block ends after this time without contact.
const _longestBlock = Duration(days: 7);

/// The circumstances that decide the state, besides the record. `now` is by the clock of the server.
typedef Circumstances = ({
  GateOptions options,
  DateTime now,

  /// True if the first answer for this version may still come before the app starts.
  bool isLoading,

  /// True if the server answered the last request.
  bool isConfirmed,

  /// True if this is the first run of an installation, in which nothing is recommended.
  bool isFirstRun,

  /// Of the last request.
  GateProblem? problem,
});

/// Computes what the app shows, and the instant at which it changes without a new answer (null: never).
({GateState state, DateTime? until}) deriveState(GateRecord record, Circumstances circumstances) {
  final (:options, :now, :isLoading, :isConfirmed, :isFirstRun, problem: requestProblem) = circumstances;
  final known = record.answer;
  final limit = record.checkedAt?.add(_longestBlock);
  final isHeld = known != null && known.blocks && !isConfirmed;
  final answer = isHeld && limit != null && !now.isBefore(limit) ? null : known;
  final storeLink = answer?.storeLink ?? '';
  final link = parseAllowedLink(storeLink, hosts: options.allowedHosts, schemes: options.allowedSchemes);
  final isLinkRefused = storeLink.isNotEmpty && link == null && options.update == null;
  final problem = requestProblem ?? (isLinkRefused ? _refuseLink(storeLink) : null);
  final canUpdate = options.update != null || (link != null && options.openLink != null);
  if (answer == null) {
    final state = GateState(
      status: isLoading ? GateStatus.loading : GateStatus.open,
      source: GateSource.defaultOpen,
      canUpdate: canUpdate,
      checkedAt: record.checkedAt,
      problem: problem,
    );
    return (state: state, until: null);
  }

  final ending = _findEnding(answer, record.checkedAt);
  final isEnded = ending != null && !now.isBefore(ending);
  final isWanted = !isFirstRun && record.skipped != (answer.updateTo ?? '');
  final laterUntil = record.laterUntil;
  final isLater = laterUntil != null && now.isBefore(laterUntil);
  final status = switch (answer) {
    GateAnswer(update: UpdateLevel.forced) => GateStatus.updateRequired,
    GateAnswer(maintenance: MaintenancePhase.active) => GateStatus.maintenance,
    GateAnswer(maintenance: MaintenancePhase.announced)
        when !isEnded && (record.dismissed == null || record.dismissed != answer.window?.start) =>
      GateStatus.announced,
    GateAnswer(update: UpdateLevel.recommended) when isWanted && !isLater => GateStatus.recommended,
    _ => GateStatus.open,
  };
  final hasTexts = status == _statusOfTexts(answer);
  final state = GateState(
    status: status,
    title: hasTexts ? answer.title : '',
    message: hasTexts ? answer.message : '',
    language: hasTexts ? record.language : null,
    updateTo: answer.updateTo,
    storeLink: link?.toString(),
    canUpdate: canUpdate,
    window: isEnded ? null : answer.window,
    nextChangeAt: answer.nextChangeAt,
    checkedAt: record.checkedAt,
    source: isConfirmed ? GateSource.network : GateSource.kept,
    keptUntil: isHeld ? limit : null,
    problem: problem,
  );
  final changes = [ending, if (isWanted) laterUntil, if (isHeld) limit].nonNulls.where((at) => at.isAfter(now));
  return (state: state, until: changes.isEmpty ? null : changes.reduce((a, b) => a.isBefore(b) ? a : b));
}

GateProblem _refuseLink(String link) => GateProblem(
  GateProblemCode.invalidAnswer,
  'The store link $link is of no known store: correct it in the project, or allow its host or scheme.',
);

/// The end of an announced window. One before the answer itself is shown: rehearsal keys answer as of another time.
DateTime? _findEnding(GateAnswer answer, DateTime? checkedAt) {
  final end = answer.window?.end;
  if (end == null || answer.maintenance != MaintenancePhase.announced) return null;
  return checkedAt == null || end.isAfter(checkedAt) ? end : null;
}

/// The server sends the texts of the strongest: forced, active, recommended, announced, none.
GateStatus _statusOfTexts(GateAnswer answer) => switch (answer) {
  GateAnswer(update: UpdateLevel.forced) => GateStatus.updateRequired,
  GateAnswer(maintenance: MaintenancePhase.active) => GateStatus.maintenance,
  GateAnswer(update: UpdateLevel.recommended) => GateStatus.recommended,
  GateAnswer(maintenance: MaintenancePhase.announced) => GateStatus.announced,
  _ => GateStatus.open,
};
