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
    required this.body,
    required this.answer,
    required this.etag,
    required this.date,
    required this.maxAge,
    required this.mayKeep,
  });

  /// Null with [answer]: the known answer still applies.
  final String? body;
  final GateAnswer? answer;
  final String? etag;

  /// The clock of the server.
  final DateTime? date;
  final Duration maxAge;

  /// False for answers to rehearsal keys.
  final bool mayKeep;
}

/// No answer that counts.
class Failed extends QuestionResult {
  Failed(this.problem, {this.retryAfter});

  final GateProblem problem;
  final Duration? retryAfter;
}

/// Asks the server. Never throws; ends after [answerLimit] whatever the transport does.
Future<QuestionResult> askGate(GateOptions options, String? etag) {
  final result = Completer<QuestionResult>();
  void finish(QuestionResult value) => result.isCompleted ? null : result.complete(value);
  final cancel = options.schedule(answerLimit, () => finish(Failed(const GateProblem(GateProblemKind.timeout))));
  final headers = {'accept': 'application/json', 'x-api-key': options.key, 'if-none-match': ?etag};
  Future.sync(
    () => options.request(_buildAddress(options), headers, answerLimit),
  ).then((response) => finish(_readResponse(response, hasAsked: etag))).catchError((Object error) {
    final kind = error is TimeoutException ? GateProblemKind.timeout : GateProblemKind.offline;
    finish(Failed(GateProblem(kind)));
  });
  return result.future.whenComplete(cancel);
}

Uri _buildAddress(GateOptions options) {
  final base = options.baseUrl.replaceFirst(RegExp(r'/+$'), '');
  return Uri.parse('$base/gate').replace(
    queryParameters: {
      'platform': options.platform,
      'current_version': options.version,
      if (options.instanceId case final String instance when instance.isNotEmpty) 'instanceId': instance,
      if (options.language case final String language when language.isNotEmpty) 'lang': language,
    },
  );
}

QuestionResult _readResponse(GateResponse response, {required String? hasAsked}) {
  final headers = response.headers;
  final status = response.status;
  if (response.isRedirected || (status >= 300 && status < 400 && status != 304)) {
    return Failed(GateProblem(GateProblemKind.rejected, status: status, code: 'redirected'));
  }
  if (status != 200 && status != 304) {
    final problem = GateProblem(GateProblemKind.rejected, status: status, code: _parseCode(response.body));
    return Failed(problem, retryAfter: _parseRetryAfter(headers));
  }
  final isUnchanged = status == 304 && hasAsked != null;
  final answer = status == 200 && response.body.length <= maxAnswerBytes ? GateAnswer.parse(response.body) : null;
  if (!isUnchanged && answer == null) return Failed(const GateProblem(GateProblemKind.malformed));
  final cacheControl = headers['cache-control']?.toLowerCase() ?? '';
  final maxAge = int.tryParse(RegExp(r'max-age=(\d{1,9})').firstMatch(cacheControl)?[1] ?? '');
  return Answered(
    body: isUnchanged ? null : response.body,
    answer: answer,
    etag: headers['etag'],
    date: parseHttpDate(headers['date']),
    maxAge: maxAge == null ? const Duration(seconds: 30) : Duration(seconds: maxAge.clamp(0, 86400)),
    mayKeep: !cacheControl.contains('no-store'),
  );
}

/// The `code` of a problem (RFC 9457), if the body is one.
String? _parseCode(String body) {
  try {
    return switch (jsonDecode(body)) {
      {'code': final String code} when code.length <= 64 => code,
      _ => null,
    };
  } on FormatException {
    return null;
  }
}

/// Seconds or a date, at most an hour.
Duration? _parseRetryAfter(Map<String, String> headers) {
  final text = headers['retry-after']?.trim() ?? '';
  final seconds = RegExp(r'^\d{1,9}$').hasMatch(text) ? int.parse(text) : null;
  if (seconds != null) return limitRetryAfter(Duration(seconds: seconds));
  final until = parseHttpDate(text);
  final date = parseHttpDate(headers['date']);
  if (until == null || date == null || until.isBefore(date)) return null;
  return limitRetryAfter(until.difference(date));
}
