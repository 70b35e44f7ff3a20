import 'allowed_links.dart';
import 'gate_answer.dart';
import 'gate_options.dart';
import 'gate_record.dart';
import 'gate_state.dart';

/// A kept block ends after this time without contact.
const _longestBlock = Duration(days: 7);

/// Computes what the app shows, and the instant at which it changes without a new answer (null: never).
///
/// [now] is by the clock of the server. [isLoading]: the first answer for this version may still come before the app starts.
/// [isConfirmed]: the server answered the last request. [isFirstRun]: of an installation, in which nothing is recommended.
/// [isUnsaved]: the present block no longer waits for `beforeBlock`.
({GateState state, DateTime? until}) deriveState(
  GateRecord record,
  GateOptions options, {
  required DateTime now,
  required bool isLoading,
  required bool isConfirmed,
  required bool isFirstRun,
  required bool isUnsaved,
  required GateProblem? problem,
}) {
  final GateRecord(answer: known, :checkedAt, :laterUntil) = record;
  final limit = checkedAt?.add(_longestBlock);
  final isHeld = known != null && blocks(known) && !isConfirmed;
  final answer = isHeld && limit != null && !now.isBefore(limit) ? null : known;
  final unsupported = answer != null && record.isUnsupported;
  final storeLink = unsupported ? '' : answer?.storeLink ?? '';
  final link = parseAllowedLink(storeLink, hosts: options.allowedHosts, schemes: options.allowedSchemes);
  final refusal =
      'The store link $storeLink is of no known store: correct it in the project, or allow its host or scheme.';
  final isLinkRefused = storeLink.isNotEmpty && link == null && options.update == null;
  final end = answer?.maintenance == MaintenancePhase.announced ? answer?.window?.end : null;
  // An end before the answer itself counts for nothing: rehearsal keys answer as of another time.
  final ending = end != null && (checkedAt == null || end.isAfter(checkedAt)) ? end : null;
  final isEnded = ending != null && !now.isBefore(ending);
  final isDismissed = record.dismissed != null && record.dismissed == answer?.window?.start;
  final isWanted = answer != null && !unsupported && !isFirstRun && record.skipped != (answer.updateTo ?? '');
  final isLater = laterUntil != null && now.isBefore(laterUntil);
  final status = switch ((answer?.update, answer?.maintenance)) {
    (null, _) => isLoading ? GateStatus.loading : GateStatus.open,
    (UpdateLevel.forced, _) => GateStatus.updateRequired,
    (_, MaintenancePhase.active) => GateStatus.maintenance,
    (_, MaintenancePhase.announced) when !isEnded && !isDismissed => GateStatus.announced,
    (UpdateLevel.recommended, _) when isWanted && !isLater => GateStatus.recommended,
    _ => GateStatus.open,
  };
  // The server sends the texts of the strongest: forced, active, recommended, announced, none.
  final hasTexts = switch (status) {
    GateStatus.announced => answer?.update == UpdateLevel.none,
    GateStatus.open => answer?.update == UpdateLevel.none && answer?.maintenance == MaintenancePhase.none,
    _ => answer != null,
  };
  final state = GateState(
    status: status,
    title: hasTexts ? answer!.title : '',
    message: hasTexts ? answer!.message : '',
    language: hasTexts ? record.language : null,
    updateTo: answer?.updateTo,
    storeLink: link?.toString(),
    unsupported: unsupported,
    saving: answer != null && blocks(answer) && options.beforeBlock != null && !record.isSaved && !isUnsaved,
    canUpdate: !unsupported && (options.update != null || (link != null && options.openLink != null)),
    window: isEnded ? null : answer?.window,
    nextChangeAt: answer?.nextChangeAt,
    checkedAt: checkedAt,
    source: switch (answer) {
      null => GateSource.defaultOpen,
      _ => isConfirmed ? GateSource.network : GateSource.kept,
    },
    keptUntil: isHeld && answer != null ? limit : null,
    problem: problem ?? (isLinkRefused ? GateProblem(GateProblemCode.invalidAnswer, refusal) : null),
  );
  final changes = [ending, if (isWanted) laterUntil, if (isHeld) limit].nonNulls.where((at) => at.isAfter(now));
  return (state: state, until: changes.isEmpty ? null : changes.reduce((a, b) => a.isBefore(b) ? a : b));
}
