import 'dart:async';
import 'dart:convert';

import 'gate_answer.dart';
import 'gate_options.dart';
import 'gate_request.dart';
import 'gate_state.dart';
import 'question_timing.dart';

/// The result of a request.
sealed class QuestionResult {}

/// The server answered.
class Answered extends QuestionResult {
  Answered(
    this.answer,
    this.maxAge,
    this.serverTime, {
    this.etag,
    this.language,
    required this.isUnsupported,
    required this.isStorable,
  });

  /// Null: the answer with the sent ETag still applies.
  final GateAnswer? answer;
  final String? etag;
  final String? language;

  /// True if the device's system is too old for the release, by the header `drawbridge-os`.
  final bool isUnsupported;

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
  final baseUrl = options.baseUrl;
  final message = 'No answer came from $baseUrl: check the address and the network.';
  final refused = Refused(GateProblem(GateProblemCode.offline, message));
  final timeout = Completer<QuestionResult>();
  final cancel = options.schedule(requestTimeout, () => timeout.complete(refused));
  final headers = {'x-api-key': options.key, 'if-none-match': ?etag};
  final result = Future.sync(
    () => options.request(_buildAddress(options), headers, requestTimeout, aborted, isFresh: isFresh),
  ).then((response) => _readResponse(response, baseUrl, hasEtag: etag != null)).catchError((Object _) => refused);
  return Future.any([result, timeout.future]).whenComplete(cancel);
}

Uri _buildAddress(GateOptions options) {
  final base = options.baseUrl.replaceFirst(RegExp(r'/+$'), '');
  final parameters = {
    'platform': options.platform,
    'current_version': options.version,
    'instanceId': ?options.instanceId,
    'os': ?options.os,
    'lang': ?options.language,
  };
  return Uri.parse('$base/gate').replace(queryParameters: parameters..removeWhere((_, value) => value.isEmpty));
}

QuestionResult _readResponse(GateResponse response, String baseUrl, {required bool hasEtag}) {
  final GateResponse(:status, :headers, :body) = response;
  final age = Duration(seconds: int.parse(_seconds.stringMatch(headers['age'] ?? '') ?? '0'));
  final serverTime = _parseDate(headers['date'])?.add(age);
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
  final answer = status == 200 && body.length <= maxAnswerBytes ? parseAnswer(body) : null;
  if (answer == null && (status == 200 || !hasEtag)) {
    final message = '$baseUrl sent no answer of a gate: check the address and the proxies on the way.';
    return Refused(GateProblem(GateProblemCode.invalidAnswer, message));
  }
  final control = headers['cache-control']?.toLowerCase() ?? '';
  return Answered(
    answer,
    _parseMaxAge(control, age),
    serverTime,
    etag: parseEtag(headers['etag']),
    language: headers['content-language'],
    isUnsupported: headers['drawbridge-os'] == 'too_old',
    isStorable: !control.contains('no-store'),
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
    if (jsonDecode(body) case {'code': final String code} when _code.hasMatch(code)) return code;
  } on FormatException {
    // A page of a proxy.
  }
  return '';
}

/// Seconds or a date.
Duration? _parseRetryAfter(String? text, DateTime? serverTime) {
  final wait = text != null && _seconds.hasMatch(text)
      ? Duration(seconds: int.parse(text))
      : serverTime == null
      ? null
      : _parseDate(text)?.difference(serverTime);
  return wait != null && wait > Duration.zero ? wait : null;
}

const _months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
final _date = RegExp(r'^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$');

/// Parses `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110 §5.6.7). Returns null for anything else.
DateTime? _parseDate(String? text) {
  final match = text == null ? null : _date.firstMatch(text.trim());
  final month = match == null ? -1 : _months.indexOf(match[2]!);
  if (match == null || month == -1) return null;
  int part(int group) => int.parse(match[group]!);
  return DateTime.utc(part(3), month + 1, part(1), part(4), part(5), part(6));
}
