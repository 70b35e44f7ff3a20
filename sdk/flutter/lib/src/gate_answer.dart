import 'dart:convert';

import 'gate_state.dart';

/// The server's answer about this version: the eight fields of `GET /gate`.
typedef GateAnswer = ({
  /// The text that was parsed.
  String body,
  UpdateLevel update,
  String? updateTo,
  MaintenancePhase maintenance,
  String title,
  String message,
  String? storeLink,

  /// Not null while maintenance is announced or active.
  GateWindow? window,
  DateTime? nextChangeAt,
});

/// The answer's `update`.
enum UpdateLevel { none, recommended, forced }

/// The answer's `maintenance`.
enum MaintenancePhase { none, announced, active }

/// Returns whether the gate covers the app.
bool blocks(GateAnswer answer) => answer.update == UpdateLevel.forced || answer.maintenance == MaintenancePhase.active;

/// Parses the body of an answer. Returns null unless every field has its type.
GateAnswer? parseAnswer(String body) {
  try {
    if (jsonDecode(body) case {
      'update': final String update,
      'update_to': final String? updateTo,
      'maintenance': final String maintenance,
      'title': final String title,
      'message': final String message,
      'store_link': final String? storeLink,
      'window': final Map<String, Object?>? window,
      'next_change_at': final String? nextChangeAt,
    } when window != null || maintenance == 'none') {
      return (
        body: body,
        update: UpdateLevel.values.byName(update),
        updateTo: updateTo,
        maintenance: MaintenancePhase.values.byName(maintenance),
        title: title,
        message: message,
        storeLink: storeLink,
        window: window == null ? null : _parseWindow(window),
        nextChangeAt: nextChangeAt == null ? null : _parseInstant(nextChangeAt),
      );
    }
  } on FormatException {
    // Neither JSON nor instants.
  } on ArgumentError {
    // An unknown level or phase.
  }
  return null;
}

GateWindow _parseWindow(Map<String, Object?> window) {
  if (window case {
    'name': final String name,
    'reminder_start': final String reminderStart,
    'start': final String start,
    'end': final String end,
  }) {
    return GateWindow(
      name: name,
      reminderStart: _parseInstant(reminderStart),
      start: _parseInstant(start),
      end: _parseInstant(end),
    );
  }
  throw const FormatException('window');
}

/// `DateTime.parse` reads text without an offset in the zone of the device.
final _instant = RegExp(r'^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$');

DateTime _parseInstant(String text) {
  if (!_instant.hasMatch(text)) throw FormatException('instant', text);
  return DateTime.parse(text).toUtc();
}

final _visibleText = RegExp(r'^[!-~]+$');

/// Returns null for an ETag that no request can carry, or that a server may refuse for its length: sent anyway, it would stop all
/// further requests.
String? parseEtag(String? text) => text != null && text.length <= 256 && _visibleText.hasMatch(text) ? text : null;
