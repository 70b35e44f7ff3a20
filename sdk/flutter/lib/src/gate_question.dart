import 'dart:async';
import 'dart:convert';

import 'gate_answer.dart';
import 'gate_options.dart';
import 'gate_request.dart';
import 'gate_state.dart';
import 'http_date.dart';
import 'question_timing.dart';

/// The result of a request.
sealed class QuestionResult {}

/// The server answered.
class Answered extends QuestionResult {
  Answered({
    required this.answer,
    required this.etag,
    required this.isStorable,
    required this.maxAge,
    required this.serverTime,
  });

  /// Null: the answer with the sent ETag still applies.
  final GateAnswer? answer;
  final String? etag;

  /// True if the answer may outlive this run.
  final bool isStorable;
  final Duration maxAge;

  /// The clock of the server; null if it did not say.
  final DateTime? serverTime;
}

/// No answer that counts.
class Refused extends QuestionResult {
  Refused(this.problem, {this.retryAfter});

  final GateProblem problem;

  /// The time to wait before the next request; null if the server did not say.
  final Duration? retryAfter;
}

const _defaultMaxAge = Duration(seconds: 30);

/// A longer validity would leave an open app without an answer for days.
const _longestMaxAge = Duration(days: 1);
const _longestRetryAfter = Duration(hours: 1);
final _seconds = RegExp(r'^\d{1,9}$');

/// Asks the server. Never throws, and ends after [requestTimeout] whatever the transport does.
Future<QuestionResult> askGate(GateOptions options, String? etag, Future<void> aborted) {
  final result = Completer<QuestionResult>();
  void finish(QuestionResult value) {
    if (!result.isCompleted) result.complete(value);
  }

  void fail(GateProblemKind kind) => finish(Refused(GateProblem(kind)));
  final cancel = options.schedule(requestTimeout, () => fail(GateProblemKind.timeout));
  final headers = {'x-api-key': options.key, 'if-none-match': ?etag};
  unawaited(
    Future.sync(() => options.request(_buildAddress(options), headers, requestTimeout, aborted))
        .then((response) => finish(_readResponse(response, hasEtag: etag != null)))
        .catchError(
          (Object error) => fail(error is TimeoutException ? GateProblemKind.timeout : GateProblemKind.offline),
        ),
  );
  return result.future.whenComplete(cancel);
}

Uri _buildAddress(GateOptions options) {
  final base = options.baseUrl.replaceFirst(RegExp(r'/+$'), '');
  final optional = {'instanceId': options.instanceId, 'lang': options.language};
  optional.removeWhere((_, value) => value == null || value.isEmpty);
  return Uri.parse(
    '$base/gate',
  ).replace(queryParameters: {'platform': options.platform, 'current_version': options.version, ...optional});
}

QuestionResult _readResponse(GateResponse response, {required bool hasEtag}) {
  final GateResponse(:status, :headers, :body) = response;
  final age = Duration(seconds: int.parse(_seconds.stringMatch(headers['age'] ?? '') ?? '0'));
  final serverTime = parseHttpDate(headers['date'])?.add(age);
  if (response.isRedirected || (status >= 300 && status < 400 && status != 304)) {
    return Refused(GateProblem(GateProblemKind.rejected, status: status, code: 'redirected'));
  }
  if (status != 200 && status != 304) {
    final problem = GateProblem(GateProblemKind.rejected, status: status, code: _parseCode(body));
    return Refused(problem, retryAfter: _parseRetryAfter(headers['retry-after'], serverTime));
  }
  final answer = status == 200 && body.length <= maxAnswerBytes ? GateAnswer.parse(body) : null;
  if (answer == null && (status == 200 || !hasEtag)) return Refused(const GateProblem(GateProblemKind.malformed));
  final control = headers['cache-control']?.toLowerCase() ?? '';
  return Answered(
    answer: answer,
    etag: parseEtag(headers['etag']),
    isStorable: !control.contains('no-store'),
    maxAge: _parseMaxAge(control) - age,
    serverTime: serverTime,
  );
}

Duration _parseMaxAge(String control) {
  final seconds = RegExp(r'max-age=(\d{1,9})').firstMatch(control)?[1];
  if (seconds == null) return _defaultMaxAge;
  final maxAge = Duration(seconds: int.parse(seconds));
  return maxAge > _longestMaxAge ? _longestMaxAge : maxAge;
}

/// The `code` of a problem (RFC 9457), if the body is one.
String? _parseCode(String body) {
  try {
    return switch (jsonDecode(body)) {
      {'code': final String code} => code,
      _ => null,
    };
  } on FormatException {
    return null;
  }
}

/// Seconds or a date; at most an hour.
Duration? _parseRetryAfter(String? text, DateTime? serverTime) {
  final isSeconds = text != null && _seconds.hasMatch(text);
  final until = isSeconds ? null : parseHttpDate(text);
  final wait = isSeconds
      ? Duration(seconds: int.parse(text))
      : until == null || serverTime == null
      ? Duration.zero
      : until.difference(serverTime);
  if (wait <= Duration.zero) return null;
  return wait > _longestRetryAfter ? _longestRetryAfter : wait;
}
