import 'dart:async';
import 'dart:convert';

import 'package:drawbridge_gate/core.dart';

import 'json.dart';
import 'virtual_clock.dart';

/// The server of the conformance kit in memory, with the behaviors of its README.
class MemoryServer {
  MemoryServer(this._answers, this._clock);

  final Json _answers;
  final VirtualClock _clock;
  final List<SeenRequest> seen = [];
  List<Json> _behaviors = [{}];

  /// One behavior, or a list for the next requests of which the last one repeats.
  void behave(Object? behavior) {
    _behaviors = behavior is List ? behavior.cast<Json>().toList() : [behavior as Json];
  }

  /// Has the type of `GateOptions.request`.
  Future<GateResponse> request(
    Uri address,
    Map<String, String> headers,
    Duration timeout,
    Future<void> aborted, {
    required bool isFresh,
  }) {
    seen.add((path: address.path, query: address.queryParameters, headers: headers, isFresh: isFresh));
    final behavior = _behaviors.length > 1 ? _behaviors.removeAt(0) : _behaviors.single;
    final response = Completer<GateResponse>();
    void respond() {
      switch (behavior['fault']) {
        case 'silent':
          break;
        case 'gone' || 'truncated':
          response.completeError(StateError('The connection was closed.'));
        case null:
          response.complete(_respond(behavior, address, headers));
        case final fault:
          throw UnsupportedError('unknown fault: $fault');
      }
    }

    final delay = behavior['delay'] as int?;
    delay == null ? respond() : _clock.schedule(Duration(milliseconds: delay), respond);
    return response.future;
  }

  GateResponse _respond(Json behavior, Uri address, Map<String, String> asked) {
    final status = behavior['status'] as int? ?? 200;
    final body = _buildBody(behavior, status);
    final date = _clock.serverNow.add(Duration(seconds: behavior['clock'] as int? ?? 0));
    final etag = '"${body.hashCode}"';
    final maxAge = behavior.containsKey('maxAge') ? behavior['maxAge'] : 30;
    final headers = <String, String>{
      'content-type': status == 200 ? 'application/json; charset=utf-8' : 'application/problem+json',
      'date': formatHttpDate(date),
      if (status == 200 && maxAge != null) 'cache-control': 'private, max-age=$maxAge',
      if (status == 200) 'etag': etag,
    };
    final changes = behavior['headers'] as Json? ?? const {};
    for (final MapEntry(:key, :value) in changes.entries) {
      value == null ? headers.remove(key) : headers[key] = '$value'.replaceAll('{other}', 'https://other.example');
    }
    final from = behavior['from'] as String?;
    final isRedirected = from != null && Uri.parse(from).origin != address.origin;
    final isUnchanged = status == 200 && headers['etag'] != null && asked['if-none-match'] == headers['etag'];
    return GateResponse(
      status: isUnchanged ? 304 : status,
      headers: headers,
      body: isUnchanged ? '' : body,
      isRedirected: isRedirected,
    );
  }

  String _buildBody(Json behavior, int status) {
    var body = behavior['body'] as String?;
    if (body == null && status != 200) body = jsonEncode({'status': status, 'code': behavior['code'] ?? 'error'});
    if (body == null) {
      final answer = {..._answers[behavior['answer'] ?? 'open'] as Json, ...behavior['with'] as Json? ?? const {}};
      answer.removeWhere((_, value) => value == '(absent)');
      body = jsonEncode(answer);
    }
    return body.padRight(behavior['pad'] as int? ?? 0);
  }
}

const _days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const _months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/// IMF-fixdate (RFC 9110 §5.6.7), in whole seconds.
String formatHttpDate(DateTime instant) {
  String two(int value) => '$value'.padLeft(2, '0');
  final utc = instant.toUtc();
  final day = '${_days[utc.weekday - 1]}, ${two(utc.day)} ${_months[utc.month - 1]} ${utc.year}';
  return '$day ${two(utc.hour)}:${two(utc.minute)}:${two(utc.second)} GMT';
}
