/// The longest wait of the first start of a version.
const startLimit = Duration(seconds: 2);

/// The longest wait for an answer.
const answerLimit = Duration(seconds: 10);

const _shortestWait = Duration(seconds: 1);
const _transitionSpread = Duration(seconds: 2);
const _firstRetry = Duration(seconds: 5);
const _longestRetry = Duration(minutes: 5);
const _longestRetryAfter = Duration(hours: 1);

/// How long an answer is shown before the client asks again: until it expires or changes, whichever comes first.
///
/// [random] spreads the requests of all users: over 10 % of [maxAge], and over two seconds after a transition.
Duration untilNextQuestion(Duration maxAge, Duration? untilChange, double random) {
  final isTransition = untilChange != null && !untilChange.isNegative && untilChange <= maxAge;
  final spread = maxAge * 0.1;
  final jitter = (isTransition && spread < _transitionSpread ? _transitionSpread : spread) * random;
  final wait = (isTransition ? untilChange : maxAge) + jitter;
  return wait < _shortestWait ? _shortestWait : wait;
}

/// How long the client waits after [failures] failed requests in a row: 5 s, doubled each time, at most 5 min.
Duration untilRetry(int failures, Duration? retryAfter, double random) {
  final doubled = _firstRetry * (1 << (failures - 1).clamp(0, 6));
  var wait = doubled > _longestRetry ? _longestRetry : doubled;
  if (retryAfter != null && retryAfter > wait) wait = retryAfter;
  return wait + wait * 0.1 * random;
}

/// The `Retry-After` that the client honors.
Duration limitRetryAfter(Duration retryAfter) => retryAfter > _longestRetryAfter ? _longestRetryAfter : retryAfter;
