/// The app starts without an answer after this time.
const longestStart = Duration(seconds: 2);

/// A storage that takes longer no longer holds up the request.
const longestLoad = Duration(milliseconds: 500);

/// The client no longer waits for an answer after this time.
const requestTimeout = Duration(seconds: 10);

/// Between answers that are valid for less.
const _shortestInterval = Duration(seconds: 5);
const _shortestSpread = Duration(seconds: 2);
const _firstBackoff = Duration(seconds: 5);
const _longestBackoff = Duration(minutes: 5);

/// Up to a tenth of [wait] later, and up to two seconds at least: the apps of all users wait for the same instant.
///
/// [random] is at least 0 and below 1.
Duration spread(Duration wait, double random) {
  final tenth = wait * 0.1;
  return wait + (tenth < _shortestSpread ? _shortestSpread : tenth) * random;
}

/// The time until the next request after an answer: until it expires or changes, whichever comes first.
Duration untilNextRequest(Duration maxAge, Duration? untilChange, double random) {
  final validity = maxAge < _shortestInterval ? _shortestInterval : maxAge;
  final changes = untilChange != null && untilChange > Duration.zero && untilChange < validity;
  return spread(changes ? untilChange : validity, random);
}

/// The time until the next request after [failures] failures in a row: 5 s, doubled each time, at most 5 min.
Duration untilRetry(int failures, double random) {
  final doubled = _firstBackoff * (1 << (failures - 1).clamp(0, 6));
  return (doubled > _longestBackoff ? _longestBackoff : doubled) * (1 - random / 2);
}
