import 'dart:convert';

import 'gate_answer.dart';
import 'gate_options.dart';

/// Everything that a client knows of its gate.
class GateRecord {
  GateAnswer? answer;
  String? etag;

  /// Language of the texts of [answer].
  String? language;

  /// True if the device's system is too old for the release of [answer].
  bool isUnsupported = false;

  /// True if [answer] may outlive this run: answers to rehearsal keys may not.
  bool isStorable = true;

  /// When the server last confirmed the answer, by its clock.
  DateTime? checkedAt;

  /// The clock of the server minus that of the device.
  Duration offset = Duration.zero;

  /// Until then, the answer needs no request, by the clock of the server.
  DateTime? freshUntil;

  /// The position of this client in the spread of openings after the present maintenance: at least 0, below 1.
  double draw = 0;

  /// True if a start of this version ended without an answer: no other start waits for one.
  bool isUnanswered = false;

  /// True if `beforeBlock` completed for the present block of this version.
  bool isSaved = false;

  /// The version that the user skipped; empty where the recommendation named none.
  String? skipped;

  /// Until then, nothing is recommended, by the clock of the server.
  DateTime? laterUntil;

  /// Start of the maintenance whose announcement was dismissed: a window that moves is announced again.
  DateTime? dismissed;

  /// End of the present maintenance, and the moment after it at which this client opens; null where there is none.
  ({DateTime end, DateTime opensAt})? findOpening(Duration openSpread) {
    final window = answer?.window;
    if (window == null || answer?.maintenance != MaintenancePhase.active) return null;
    final tenth = window.end.difference(window.start) * 0.1;
    return (end: window.end, opensAt: window.end.add((tenth < openSpread ? tenth : openSpread) * draw));
  }

  /// The text of storage. The answer applies to the version, and its texts to the language, of [options].
  String print(GateOptions options) => jsonEncode({
    'version': options.version,
    'asked': options.language,
    'answer': isStorable ? answer?.body : null,
    'etag': isStorable ? etag : null,
    'language': language,
    'isUnsupported': isUnsupported,
    'checkedAt': checkedAt?.millisecondsSinceEpoch,
    'offset': offset.inMilliseconds,
    'freshUntil': isStorable ? freshUntil?.millisecondsSinceEpoch : null,
    'draw': draw,
    'isUnanswered': isUnanswered,
    'isSaved': isSaved,
    'skipped': skipped,
    'laterUntil': laterUntil?.millisecondsSinceEpoch,
    'dismissed': dismissed?.millisecondsSinceEpoch,
  });

  /// Parses the text of storage; damaged text is an empty record. Choices of the user outlive the version, its answer does not.
  static GateRecord parse(String? text, GateOptions options) {
    final record = GateRecord();
    try {
      final found = text == null ? null : jsonDecode(text);
      if (found is! Map<String, Object?>) return record;
      T? read<T>(String name) => found[name] is T ? found[name] as T : null;
      DateTime? readInstant(String name) => switch (found[name]) {
        final int value => DateTime.fromMillisecondsSinceEpoch(value, isUtc: true),
        _ => null,
      };
      record
        ..checkedAt = readInstant('checkedAt')
        ..offset = Duration(milliseconds: read<int>('offset') ?? 0)
        ..draw = (read<num>('draw') ?? 0).clamp(0, 1).toDouble()
        ..skipped = read('skipped')
        ..laterUntil = readInstant('laterUntil')
        ..dismissed = readInstant('dismissed');
      if (found['version'] != options.version) return record;
      record
        ..isUnanswered = found['isUnanswered'] == true
        ..isSaved = found['isSaved'] == true;
      if (record.checkedAt != null) record.answer = parseAnswer(read('answer') ?? '');
      if (record.answer == null) return record;
      record
        ..etag = parseEtag(read('etag'))
        ..language = read('language')
        ..isUnsupported = found['isUnsupported'] == true
        ..freshUntil = found['asked'] == options.language ? readInstant('freshUntil') : null;
    } on FormatException {
      // Damaged.
    } on ArgumentError {
      // An instant out of range.
    }
    return record;
  }

  /// The name in storage. Without the version: the text of an older one is replaced instead of staying there.
  static String name(GateOptions options) =>
      'drawbridge.gate ${[options.baseUrl, options.key, options.platform, options.instanceId ?? ''].join(' ')}';
}
