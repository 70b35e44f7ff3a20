/// The core in a browser: compiled by the runner.
library;

import 'package:drawbridge/core.dart';

Future<void> main() async {
  final gate = GateClient(
    GateOptions(baseUrl: 'https://gate.example/api/v1', key: 'dbr_web', platform: 'web', version: '2.3.0'),
  );
  await gate.start();
}
