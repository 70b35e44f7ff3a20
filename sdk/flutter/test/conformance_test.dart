/// The conformance kit on virtual clocks: `dart test/conformance_test.dart`.
import 'dart:convert';
import 'dart:io';

import 'conformance/memory_server.dart';
import 'conformance/scenario_run.dart';

Future<void> main() async {
  final here = Platform.script.resolve('.');
  final kit = jsonDecode(await File.fromUri(here.resolve('../../conformance/scenarios.json')).readAsString()) as Json;
  final results = <String, String>{};
  for (final scenario in (kit['scenarios'] as List).cast<Json>()) {
    final id = scenario['id'] as String;
    try {
      await runScenario(kit, scenario);
      results[id] = 'passed';
    } catch (error) {
      results[id] = 'failed';
      exitCode = 1;
      stdout.writeln('$id: ${scenario['says']}\n  $error');
    }
  }
  final file = File.fromUri(here.resolve('../conformance-results.json'));
  await file.writeAsString(
    '${const JsonEncoder.withIndent('  ').convert({'client': 'Flutter', 'results': results})}\n',
  );
  final passed = results.values.where((result) => result == 'passed').length;
  stdout.writeln('conformance: $passed of ${results.length} scenarios passed');
}
