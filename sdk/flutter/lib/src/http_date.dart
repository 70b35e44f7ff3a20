const _months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
final _fixedDate = RegExp(r'^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$');

/// Parses `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110 §5.6.7). Returns null for anything else.
DateTime? parseHttpDate(String? text) {
  final match = text == null ? null : _fixedDate.firstMatch(text.trim());
  final month = match == null ? -1 : _months.indexOf(match[2]!);
  if (match == null || month == -1) return null;
  int part(int group) => int.parse(match[group]!);
  return DateTime.utc(part(3), month + 1, part(1), part(4), part(5), part(6));
}
