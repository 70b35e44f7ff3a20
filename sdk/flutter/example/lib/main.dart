import 'package:drawbridge_gate/drawbridge_gate.dart';
import 'package:flutter/material.dart';

/// Run it with `--dart-define=KEY=dbr_…`. Apps pass plugins as `storage` and `openLink`: see `sdk/samples/flutter`.
void main() {
  final gate = createGate(
    baseUrl: const String.fromEnvironment('URL', defaultValue: 'http://10.0.2.2:8080/api/v1'),
    key: const String.fromEnvironment('KEY'),
    version: '2.3.0',
    storage: null,
    openLink: null,
  );
  runApp(
    DrawbridgeGate(
      client: gate,
      support: 'mailto:support@acme.example',
      child: const MaterialApp(
        home: Scaffold(body: Center(child: Text('Welcome back.'))),
      ),
    ),
  );
}
