import 'allowed_links.dart';
import 'gate_answer.dart';
import 'gate_options.dart';
import 'gate_record.dart';
import 'gate_state.dart';

/// A kept block ends after this time without contact.
const _longestBlock = Duration(days: 7);

/// The circumstances that decide the state, besides the record.
class Circumstances {
  const Circumstances({
    required this.options,
    required this.now,
    required this.isLoading,
    required this.isConfirmed,
    required this.isFirstRun,
    required this.problem,
  });

  final GateOptions options;

  /// By the clock of the server.
  final DateTime now;

  /// True if the first answer for this version may still come before the app starts.
  final bool isLoading;

  /// True if the server answered the last request.
  final bool isConfirmed;

  /// True if this is the first run of an installation, in which nothing is recommended.
  final bool isFirstRun;
  final GateProblem? problem;
}

/// Computes what the app shows, and the instant at which it changes without a new answer (null: never).
({GateState state, DateTime? until}) deriveState(GateRecord record, Circumstances circumstances) {
  final Circumstances(:options, :now, :isConfirmed, :problem) = circumstances;
  final known = record.answer;
  final limit = record.checkedAt?.add(_longestBlock);
  final blocks = known != null && (known.update == UpdateLevel.forced || known.maintenance == MaintenancePhase.active);
  final isHeld = blocks && !isConfirmed;
  final answer = isHeld && limit != null && !now.isBefore(limit) ? null : known;
  final link = parseAllowedLink(answer?.storeLink, options.allowedHosts);
  final canUpdate = options.update != null || (link != null && options.openLink != null);
  if (answer == null) {
    final state = GateState(
      status: circumstances.isLoading ? GateStatus.loading : GateStatus.open,
      source: GateSource.defaultOpen,
      canUpdate: canUpdate,
      checkedAt: record.checkedAt,
      problem: problem,
    );
    return (state: state, until: null);
  }

  final ending = _findEnding(answer, record.checkedAt);
  final isEnded = ending != null && !now.isBefore(ending);
  final isWanted = !circumstances.isFirstRun && record.skipped != (answer.updateTo ?? '');
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
