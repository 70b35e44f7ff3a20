/// The core with the transport of browsers: compiled to JavaScript and run in Chromium by `web-core.ts`.
library;

import 'dart:js_interop';

import 'package:drawbridge_gate/core.dart';

@JS()
external String get gateUrl;

@JS()
external String get gateKey;

@JS()
external set gateStatus(String status);

Future<void> main() async {
  final gate = GateClient(GateOptions(baseUrl: gateUrl, key: gateKey, platform: 'ios', version: '2.3.0'));
  final GateState(:status, :source, :problem, :checkedAt) = await gate.start();
  final isServerTime = checkedAt != null && checkedAt.difference(DateTime.now()).inMinutes == 0;
  gateStatus = [status.wireName, source.wireName, problem?.code.wireName ?? 'no problem', isServerTime].join(', ');
  // It goes on asking: the page counts its requests.
}
