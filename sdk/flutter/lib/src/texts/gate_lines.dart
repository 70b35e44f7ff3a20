import '../gate_state.dart';
import 'find_words.dart';
import 'gate_words.dart';
import 'print_time.dart';

/// Texts of a screen or a banner: the server's, or built-in words where it sends none.
typedef GateLines = ({String title, String? titleLanguage, String message, String? time});

/// The lines for [state]. `time` is the start or the end of the window in the time zone of the device; the server's message has the
/// zone of the window. Null where the message says the same time of day, as messages with `{end_time}` do.
GateLines printGateLines(GateState state, FoundWords found, {required bool use24Hours}) {
  final GateState(:status, :title, :message, :window) = state;
  final words = found.words;
  String? print(GateWord line, DateTime instant) {
    final local = instant.toLocal();
    if (saysTime(message, local)) return null;
    return words[line]!.replaceFirst('{time}', printTime(local, found.locale, use24Hours: use24Hours));
  }

  final isPlanned = title.isEmpty && window != null;
  return (
    title: isPlanned ? words[GateWord.planned]!.replaceFirst('{name}', window.name) : title,
    titleLanguage: isPlanned ? found.language : state.language,
    message: message,
    time: switch (status) {
      GateStatus.announced when window != null => print(GateWord.starts, window.start),
      GateStatus.maintenance when window != null => print(GateWord.ends, window.end),
      _ => null,
    },
  );
}
