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
    required this.language,
    required this.isStorable,
    required this.maxAge,
    required this.serverTime,
  });

  /// Null: the answer with the sent ETag still applies.
  final GateAnswer? answer;
  final String? etag;
  final String? language;

  /// True if the answer may outlive this run.
  final bool isStorable;
  final Duration maxAge;

  /// The clock of the server; null if it did not say.
  final DateTime? serverTime;
}

/// No answer that counts.
class Refused extends QuestionResult {
  Refused(this.problem, {this.retryAfter, this.isInvalid = false});

  final GateProblem problem;

  /// The time to wait before the next request; null if the server did not say.
  final Duration? retryAfter;

  /// True if the same request can only be refused again.
  final bool isInvalid;
}

const _defaultMaxAge = Duration(seconds: 30);

/// A longer validity would leave an open app without an answer for days.
const _longestMaxAge = Duration(days: 1);
final _seconds = RegExp(r'^\d{1,9}$');

/// Asks the server. Never throws, and ends after [requestTimeout] whatever the transport does.
Future<QuestionResult> askGate(GateOptions options, String? etag, Future<void> aborted, {required bool isFresh}) {
  final result = Completer<QuestionResult>();
  void finish(QuestionResult value) {
    if (!result.isCompleted) result.complete(value);
  }

  final baseUrl = options.baseUrl;
  final message = 'No answer came from $baseUrl: check the address and the network.';
  void fail() => finish(Refused(GateProblem(GateProblemCode.offline, message)));
  final cancel = options.schedule(requestTimeout, fail);
  final headers = {'x-api-key': options.key, 'if-none-match': ?etag};
  unawaited(
    Future.sync(() => options.request(_buildAddress(options), headers, requestTimeout, aborted, isFresh: isFresh))
        .then((response) => finish(_readResponse(response, baseUrl, hasEtag: etag != null)))
        .catchError((Object _) => fail()),
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

QuestionResult _readResponse(GateResponse response, String baseUrl, {required bool hasEtag}) {
  final GateResponse(:status, :headers, :body) = response;
  final age = Duration(seconds: int.parse(_seconds.stringMatch(headers['age'] ?? '') ?? '0'));
  final serverTime = parseHttpDate(headers['date'])?.add(age);
  GateProblem refuse(String reason) {
    final answered = [baseUrl, 'answered', status, if (reason.isNotEmpty) reason].join(' ');
    final message = '$answered: check the address, key, platform, version and instanceId.';
    return GateProblem(GateProblemCode.refused, message, status: status, reason: reason);
  }

  if (response.isRedirected || (status >= 300 && status < 400 && status != 304)) return Refused(refuse('redirected'));
  if (status != 200 && status != 304) {
    return Refused(
      refuse(_parseCode(body)),
      retryAfter: _parseRetryAfter(headers['retry-after'], serverTime),
      isInvalid: status != 429 && status != 503,
    );
  }
  final answer = status == 200 && body.length <= maxAnswerBytes ? GateAnswer.parse(body) : null;
  if (answer == null && (status == 200 || !hasEtag)) {
    final message = '$baseUrl sent no answer of a gate: check the address and the proxies on the way.';
    return Refused(GateProblem(GateProblemCode.invalidAnswer, message));
  }
  final control = headers['cache-control']?.toLowerCase() ?? '';
  return Answered(
    answer: answer,
    etag: parseEtag(headers['etag']),
    language: headers['content-language'],
    isStorable: !control.contains('no-store'),
    maxAge: _parseMaxAge(control, age),
    serverTime: serverTime,
  );
}

Duration _parseMaxAge(String control, Duration age) {
  final seconds = RegExp(r'max-age=(\d{1,9})').firstMatch(control)?[1];
  final maxAge = (seconds == null ? _defaultMaxAge : Duration(seconds: int.parse(seconds))) - age;
  if (maxAge.isNegative) return Duration.zero;
  return maxAge > _longestMaxAge ? _longestMaxAge : maxAge;
}

final _code = RegExp(r'^\w{1,64}$');

/// The `code` of a problem (RFC 9457); empty if the body is none.
String _parseCode(String body) {
  try {
    return switch (jsonDecode(body)) {
      {'code': final String code} when _code.hasMatch(code) => code,
      _ => '',
    };
  } on FormatException {
    return '';
  }
}

/// Seconds or a date.
Duration? _parseRetryAfter(String? text, DateTime? serverTime) {
  final isSeconds = text != null && _seconds.hasMatch(text);
  final until = isSeconds ? null : parseHttpDate(text);
  final wait = isSeconds
      ? Duration(seconds: int.parse(text))
      : until == null || serverTime == null
      ? Duration.zero
      : until.difference(serverTime);
  return wait <= Duration.zero ? null : wait;
}
