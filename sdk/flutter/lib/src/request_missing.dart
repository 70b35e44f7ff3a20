import 'gate_request.dart';

/// Fails: this environment has neither `dart:io` nor `fetch`. Pass `request` in the options.
Future<GateResponse> sendRequest(
  Uri address,
  Map<String, String> headers,
  Duration timeout,
  Future<void> aborted, {
  required bool isFresh,
}) => Future.error(UnsupportedError('This environment needs the option `request`.'));
