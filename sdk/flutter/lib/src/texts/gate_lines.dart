import '../gate_state.dart';
import 'find_words.dart';
import 'print_time.dart';

/// Texts of a screen or a banner: the server's, or built-in words where it sends none.
typedef GateLines = ({String title, String message, String? time});

/// The lines for [state]. `time` is the start or the end of the window in the time zone of the device; the server's message has the
/// zone of the window.
GateLines printGateLines(GateState state, FoundWords found, {required bool use24Hours}) {
  final GateState(:status, :title, :message, :window) = state;
  final words = found.words;
  String print(String line, DateTime instant) =>
      line.replaceFirst('{time}', printTime(instant.toLocal(), found.language, use24Hours: use24Hours));
  return (
    title: title.isEmpty && window != null ? words.planned.replaceFirst('{name}', window.name) : title,
    message: message,
    time: switch (status) {
      GateStatus.announced when window != null => print(words.starts, window.start),
      GateStatus.maintenance when window != null => print(words.ends, window.end),
      _ => null,
    },
  );
}
