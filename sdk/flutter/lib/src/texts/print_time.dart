const _months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/// Date and time as [language] writes them. Written out, because Flutter alone knows the formats of English only.
String printTime(DateTime time, String language, {required bool use24Hours}) {
  final DateTime(:year, :month, :day, :hour) = time;
  final minute = _twoDigits(time.minute);
  final clock = '${_twoDigits(hour)}:$minute';
  if (language == 'en') {
    final half = '${(hour + 11) % 12 + 1}:$minute ${hour < 12 ? 'AM' : 'PM'}';
    return '${_months[month - 1]} $day, $year, ${use24Hours ? clock : half}';
  }
  final date = switch (language) {
    'de' || 'tr' => '${_twoDigits(day)}.${_twoDigits(month)}.$year',
    'ja' || 'zh' => '$year/$month/$day',
    _ => '${_twoDigits(day)}/${_twoDigits(month)}/$year',
  };
  return '$date $clock';
}

String _twoDigits(int number) => '$number'.padLeft(2, '0');
