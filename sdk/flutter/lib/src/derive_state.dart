import 'allowed_links.dart';
import 'gate_answer.dart';
import 'gate_options.dart';
import 'gate_state.dart';
import 'known_answer.dart';

/// Computes what the app shows from the last answer and the clock of the server.
GateState deriveState({
  required GateOptions options,
  required KnownAnswer? known,
  required bool isConfirmed,
  required Dismissals dismissals,
  required DateTime serverNow,
  required GateProblem? problem,
}) {
  if (known == null) return GateState(status: GateStatus.open, source: GateSource.defaultOpen, problem: problem);
  final answer = known.answer;
  final status = _findStatus(known, isConfirmed, dismissals, serverNow);
  final link = parseAllowedLink(answer.storeLink, options.allowedHosts);
  final isBlocked = status == GateStatus.updateRequired || status == GateStatus.maintenance;
  final hasTexts = status == _statusOfTexts(answer);
  return GateState(
    status: status,
    source: isConfirmed ? GateSource.network : GateSource.kept,
    title: hasTexts ? answer.title : '',
    message: hasTexts ? answer.message : '',
    updateTo: answer.updateTo,
    storeLink: link?.toString(),
    canUpdate: options.update != null || (link != null && options.openLink != null),
    window: answer.window,
    nextChangeAt: answer.nextChangeAt,
    checkedAt: known.checkedAt,
    keptUntil: isBlocked && !isConfirmed ? known.checkedAt.add(keptBlockLimit) : null,
    problem: problem,
  );
}

/// The next instant, by the clock of the server, at which the state changes without a new answer; null: never.
DateTime? findLocalChange(KnownAnswer? known, Dismissals dismissals, DateTime serverNow) {
  final instants = [
    ?known?.checkedAt.add(keptBlockLimit),
    ?known?.answer.window?.end,
    ?dismissals.laterUntil,
  ].where((instant) => instant.isAfter(serverNow));
  return instants.isEmpty ? null : instants.reduce((a, b) => a.isBefore(b) ? a : b);
}

GateStatus _findStatus(KnownAnswer known, bool isConfirmed, Dismissals dismissals, DateTime serverNow) {
  final answer = known.answer;
  // A clock that went back far cannot extend the limit.
  final holds = isConfirmed || serverNow.difference(known.checkedAt).abs() < keptBlockLimit;
  if (answer.update == UpdateLevel.forced) return holds ? GateStatus.updateRequired : GateStatus.open;
  if (answer.maintenance == MaintenancePhase.active && holds) return GateStatus.maintenance;
  final window = answer.window;
  if (answer.maintenance == MaintenancePhase.announced &&
      (window == null || (window.end.isAfter(serverNow) && window.start != dismissals.dismissedStart))) {
    return GateStatus.announced;
  }
  final isHidden =
      dismissals.skippedVersion == (answer.updateTo ?? '') || (dismissals.laterUntil?.isAfter(serverNow) ?? false);
  return answer.update == UpdateLevel.recommended && !isHidden ? GateStatus.recommended : GateStatus.open;
}

/// The server sends the texts of the strongest: forced, active, recommended, announced.
GateStatus _statusOfTexts(GateAnswer answer) {
  if (answer.update == UpdateLevel.forced) return GateStatus.updateRequired;
  if (answer.maintenance == MaintenancePhase.active) return GateStatus.maintenance;
  if (answer.update == UpdateLevel.recommended) return GateStatus.recommended;
  return answer.maintenance == MaintenancePhase.announced ? GateStatus.announced : GateStatus.open;
}
