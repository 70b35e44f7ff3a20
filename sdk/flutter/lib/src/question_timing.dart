/// A storage that takes longer no longer holds up the request.
const longestLoad = Duration(milliseconds: 500);

/// The client no longer waits for an answer after this time.
const requestTimeout = Duration(seconds: 10);

/// The longest wait for `beforeBlock`, whatever the app's option says.
const longestSave = Duration(minutes: 10);

/// Between answers that are valid for less.
const shortestInterval = Duration(seconds: 5);

/// The apps of all users wait for the same instant.
const shortestSpread = Duration(seconds: 2);
const _firstBackoff = Duration(seconds: 5);
const _longestBackoff = Duration(minutes: 5);
const _longestRetryAfter = Duration(hours: 1);

/// While the gate covers the app. With the spread of a `Retry-After`, a minute too.
const _longestBackoffOfBlock = Duration(minutes: 1);
const _longestRetryAfterOfBlock = Duration(seconds: 54);

/// Up to a tenth of [wait], and up to [shortestSpread] at least.
///
/// [random] is at least 0 and below 1.
Duration jitter(Duration wait, double random) {
  final tenth = wait * 0.1;
  return (tenth < shortestSpread ? shortestSpread : tenth) * random;
}

/// The time until the next request after [failures] failures in a row: 5 s, doubled each time, at most 5 min.
Duration untilRetry(int failures, double random, {required bool isBlocked}) {
  final doubled = _firstBackoff * (1 << (failures - 1).clamp(0, 6));
  return _shorter(doubled, isBlocked ? _longestBackoffOfBlock : _longestBackoff) * (1 - random / 2);
}

/// The part of a `Retry-After` that is obeyed.
Duration limitRetryAfter(Duration wait, {required bool isBlocked}) =>
    _shorter(wait, isBlocked ? _longestRetryAfterOfBlock : _longestRetryAfter);

Duration _shorter(Duration one, Duration other) => one < other ? one : other;
