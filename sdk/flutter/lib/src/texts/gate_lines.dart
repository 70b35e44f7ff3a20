import '../gate_state.dart';
import 'find_words.dart';
import 'gate_words.dart';

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

const _months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/// Regions that write English dates with the month first, and those that write English with the 24-hour clock.
const _monthFirst = {'EN', 'US', 'CA', 'PH'};
const _clock24 = {'GB', 'IE', 'ZA'};

/// Date and time as [locale], a BCP 47 tag, writes them. Written out, because Flutter alone knows the formats of English only.
String printTime(DateTime time, String locale, {required bool use24Hours}) {
  final DateTime(:year, :month, :day, :hour) = time;
  final parts = locale.split('-');
  final minute = _twoDigits(time.minute);
  final clock = '${_twoDigits(hour)}:$minute';
  final dayAndMonth = [_twoDigits(day), _twoDigits(month)];
  switch (parts.first.toLowerCase()) {
    case 'en':
      final region = parts.last.toUpperCase();
      final isMonthFirst = _monthFirst.contains(region);
      final name = _months[month - 1];
      final date = isMonthFirst ? '$name $day, $year' : '$day $name $year';
      final half = hour < 12 ? 'AM' : 'PM';
      final clock12 = '${(hour + 11) % 12 + 1}:$minute ${isMonthFirst ? half : half.toLowerCase()}';
      return '$date, ${use24Hours || _clock24.contains(region) ? clock : clock12}';
    case 'de' || 'pl' || 'tr':
      return '${dayAndMonth.join('.')}.$year $clock';
    case 'nl':
      return '${dayAndMonth.join('-')}-$year $clock';
    case 'ja' || 'zh':
      return '$year年$month月$day日 $clock';
    default:
      return '${dayAndMonth.join('/')}/$year $clock';
  }
}

final _clock = RegExp(r'(下午|上午)?(?<!\d)(\d{1,2}):(\d\d)(?!\d)(?:\s?([ap])\.?m)?', caseSensitive: false);

/// Returns whether [text] has the time of day of [time], whatever its date and zone.
bool saysTime(String text, DateTime time) => _clock.allMatches(text).any((match) {
  final hour = int.parse(match[2]!);
  final found = switch (match[1] ?? match[4]?.toLowerCase()) {
    '下午' || 'p' => hour % 12 + 12,
    '上午' || 'a' => hour % 12,
    _ => hour,
  };
  return found == time.hour && int.parse(match[3]!) == time.minute;
});

String _twoDigits(int number) => '$number'.padLeft(2, '0');
