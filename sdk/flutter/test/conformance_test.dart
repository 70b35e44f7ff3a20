/// The conformance kit: every scenario on virtual clocks, and those of sockets against the faulty server that the environment names.
library;

import 'dart:async';
import 'dart:convert';
import 'dart:io';

import 'conformance/json.dart';
import 'conformance/scenario_run.dart';
import 'conformance/socket_surroundings.dart';
import 'conformance/virtual_surroundings.dart';

/// Without the warnings of the clients.
Future<void> main() => runZoned(_run, zoneSpecification: ZoneSpecification(print: (_, _, _, _) {}));

Future<void> _run() async {
  final here = Platform.script.resolve('.');
  final server = Uri.parse(Platform.environment['TEST_FAULTY_SERVER']!);
  final kit = jsonDecode(await File.fromUri(here.resolve('../../conformance/scenarios.json')).readAsString()) as Json;
  final results = <String, String>{};
  var sockets = 0;
  for (final scenario in (kit['scenarios']! as List).cast<Json>()) {
    final id = scenario['id']! as String;
    results[id] = 'passed';
    try {
      final surroundings = VirtualSurroundings(kit, scenario);
      await runScenario(kit, scenario, surroundings);
      await surroundings.advance(const Duration(days: 1));
      if (surroundings.clock.pending > 0) throw StateError('a closed client leaves a timer');
      if (scenario['sockets'] == true) {
        final surroundings = SocketSurroundings(server);
        await surroundings.begin();
        await runScenario(kit, scenario, surroundings);
        sockets++;
      }
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
  stdout.writeln('conformance: $passed of ${results.length} scenarios passed, $sockets of them on sockets too');
  exit(exitCode);
}
