import 'dart:convert';

import 'gate_answer.dart';

/// A block of a kept answer without contact ends after this time.
const keptBlockLimit = Duration(days: 7);

/// An answer with what the server said about it.
class KnownAnswer {
  const KnownAnswer({required this.body, required this.answer, required this.etag, required this.checkedAt});

  /// The text of the answer, as it was sent.
  final String body;
  final GateAnswer answer;
  final String? etag;

  /// When the server last confirmed the answer, by its clock.
  final DateTime checkedAt;

  /// The same answer, confirmed later.
  KnownAnswer confirmed(DateTime checkedAt) =>
      KnownAnswer(body: body, answer: answer, etag: etag, checkedAt: checkedAt);
}

/// What the user does not want to see again.
class Dismissals {
  const Dismissals({this.laterUntil, this.skippedVersion, this.dismissedStart});

  /// Recommendations are hidden until then, by the clock of the server.
  final DateTime? laterUntil;

  /// The version of the recommendation that the user skipped.
  final String? skippedVersion;

  /// Start of the window whose announcement was dismissed: a window that moves is announced again.
  final DateTime? dismissedStart;

  /// These, with some of them replaced.
  Dismissals copyWith({DateTime? laterUntil, String? skippedVersion, DateTime? dismissedStart}) => Dismissals(
    laterUntil: laterUntil ?? this.laterUntil,
    skippedVersion: skippedVersion ?? this.skippedVersion,
    dismissedStart: dismissedStart ?? this.dismissedStart,
  );
}

/// What a client keeps between runs of the app.
class KeptRecord {
  const KeptRecord({required this.version, required this.known, required this.offset, required this.dismissals});

  /// Version of the app to which [known] applies.
  final String version;
  final KnownAnswer? known;

  /// Server time minus device time.
  final Duration offset;
  final Dismissals dismissals;

  /// Parses stored text. Returns null if it is damaged.
  static KeptRecord? parse(String text) {
    try {
      if (jsonDecode(text) case {
        'version': final String version,
        'body': final String? body,
        'etag': final String? etag,
        'checkedAt': final int? checkedAt,
        'offset': final int offset,
        'laterUntil': final int? laterUntil,
        'skippedVersion': final String? skippedVersion,
        'dismissedStart': final int? dismissedStart,
      }) {
        final answer = body == null ? null : GateAnswer.parse(body);
        final instant = _parseInstant(checkedAt);
        return KeptRecord(
          version: version,
          known: body == null || answer == null || instant == null
              ? null
              : KnownAnswer(body: body, answer: answer, etag: etag, checkedAt: instant),
          offset: Duration(milliseconds: offset),
          dismissals: Dismissals(
            laterUntil: _parseInstant(laterUntil),
            skippedVersion: skippedVersion,
            dismissedStart: _parseInstant(dismissedStart),
          ),
        );
      }
      return null;
    } on FormatException {
      return null;
    } on ArgumentError {
      // An instant out of range.
      return null;
    }
  }

  /// The text to store.
  String print() => jsonEncode({
    'version': version,
    'body': known?.body,
    'etag': known?.etag,
    'checkedAt': known?.checkedAt.millisecondsSinceEpoch,
    'offset': offset.inMilliseconds,
    'laterUntil': dismissals.laterUntil?.millisecondsSinceEpoch,
    'skippedVersion': dismissals.skippedVersion,
    'dismissedStart': dismissals.dismissedStart?.millisecondsSinceEpoch,
  });
}

DateTime? _parseInstant(int? milliseconds) =>
    milliseconds == null ? null : DateTime.fromMillisecondsSinceEpoch(milliseconds, isUtc: true);
