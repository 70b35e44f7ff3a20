import 'dart:convert';

import 'gate_answer.dart';
import 'gate_options.dart';

/// Everything that a client knows of its gate.
class GateRecord {
  const GateRecord({
    this.answer,
    this.etag,
    this.isStorable = true,
    this.checkedAt,
    this.offset = Duration.zero,
    this.skipped,
    this.laterUntil,
    this.dismissed,
  });

  final GateAnswer? answer;
  final String? etag;

  /// True if [answer] may outlive this run: answers to rehearsal keys may not.
  final bool isStorable;

  /// When the server last confirmed the answer, by its clock.
  final DateTime? checkedAt;

  /// The clock of the server minus that of the device.
  final Duration offset;

  /// The version that the user skipped; empty where the recommendation named none.
  final String? skipped;

  /// Until then, nothing is recommended, by the clock of the server.
  final DateTime? laterUntil;

  /// Start of the maintenance whose announcement was dismissed: a window that moves is announced again.
  final DateTime? dismissed;

  /// The text of storage. The answer applies to [version].
  String print(String version) => jsonEncode({
    'version': version,
    'answer': isStorable ? answer?.body : null,
    'etag': isStorable ? etag : null,
    'checkedAt': checkedAt?.millisecondsSinceEpoch,
    'offset': offset.inMilliseconds,
    'skipped': skipped,
    'laterUntil': laterUntil?.millisecondsSinceEpoch,
    'dismissed': dismissed?.millisecondsSinceEpoch,
  });

  /// Parses the text of storage; damaged text is an empty record. Choices of the user outlive the version, its answer does not.
  static GateRecord parse(String? text, String version) {
    try {
      if (text != null) {
        if (jsonDecode(text) case {
          'version': final String ofVersion,
          'answer': final String? body,
          'etag': final String? etag,
          'checkedAt': final int? checkedAt,
          'offset': final int offset,
          'skipped': final String? skipped,
          'laterUntil': final int? laterUntil,
          'dismissed': final int? dismissed,
        }) {
          final answer = body != null && checkedAt != null && ofVersion == version ? GateAnswer.parse(body) : null;
          return GateRecord(
            answer: answer,
            etag: answer == null ? null : parseEtag(etag),
            checkedAt: _parseInstant(checkedAt),
            offset: Duration(milliseconds: offset),
            skipped: skipped,
            laterUntil: _parseInstant(laterUntil),
            dismissed: _parseInstant(dismissed),
          );
        }
      }
    } on FormatException {
      // Damaged.
    } on ArgumentError {
      // An instant out of range.
    }
    return const GateRecord();
  }

  /// The name in storage. Without the version: the text of an older one is replaced instead of staying there.
  static String name(GateOptions options) =>
      'drawbridge.gate ${[options.baseUrl, options.key, options.platform, options.instanceId ?? ''].join(' ')}';

  /// This record with the answer of [other].
  GateRecord withAnswerOf(GateRecord other) => GateRecord(
    answer: other.answer,
    etag: other.etag,
    isStorable: other.isStorable,
    checkedAt: other.checkedAt,
    offset: other.offset,
    skipped: skipped,
    laterUntil: laterUntil,
    dismissed: dismissed,
  );

  /// This record with the clock of the server [offset] ahead of that of the device.
  GateRecord withOffset(Duration offset) => GateRecord(
    answer: answer,
    etag: etag,
    isStorable: isStorable,
    checkedAt: checkedAt,
    offset: offset,
    skipped: skipped,
    laterUntil: laterUntil,
    dismissed: dismissed,
  );

  /// This record with a further choice of the user.
  GateRecord withChoice({String? skipped, DateTime? laterUntil, DateTime? dismissed}) => GateRecord(
    answer: answer,
    etag: etag,
    isStorable: isStorable,
    checkedAt: checkedAt,
    offset: offset,
    skipped: skipped ?? this.skipped,
    laterUntil: laterUntil ?? this.laterUntil,
    dismissed: dismissed ?? this.dismissed,
  );
}

DateTime? _parseInstant(int? milliseconds) =>
    milliseconds == null ? null : DateTime.fromMillisecondsSinceEpoch(milliseconds, isUtc: true);
