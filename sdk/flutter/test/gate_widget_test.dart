/// The gate cannot be dismissed, and leaves the app as it was.
library;

import 'dart:async';
import 'dart:io';

import 'package:drawbridge_gate/drawbridge_gate.dart';
import 'package:flutter/material.dart';
import 'package:flutter_test/flutter_test.dart';

import 'widgets/dismissal_attempts.dart';
import 'widgets/gate_fixture.dart';

void main() {
  tearDownAll(() => exit(0));

  for (final answer in [forced, maintenance]) {
    final title = answer['title']! as String;

    testWidgets('"$title" stays, whatever users and the app do', (tester) async {
      final fixture = GateFixture(open);
      await show(tester, fixture.build());
      SmallApp.pushDetails();
      await settle(tester);
      fixture.answer = answer;
      await fixture.client.refresh();
      await settle(tester);
      expect(find.text(title).hitTestable(), findsOneWidget);
      await expectStays(tester, title, fixture.build);
      await clear(tester, fixture);
    });

    testWidgets('"$title" stays at the start of the app, and inside of MaterialApp.builder', (tester) async {
      final fixture = GateFixture(answer);
      Widget build() => MaterialApp(
        navigatorKey: SmallApp.navigator,
        builder: (_, child) => fixture.build(child: child),
        home: const Text('Home'),
      );
      await show(tester, build());
      await expectStays(tester, title, build);
      await clear(tester, fixture);
    });
  }

  testWidgets('the attempts remove a gate that is a dialog', (tester) async {
    final fixture = GateFixture(open);
    await show(tester, fixture.build());
    final dialog = AlertDialog(title: Text(forced['title']! as String));
    unawaited(showDialog<void>(context: SmallApp.navigator.currentContext!, builder: (_) => dialog));
    await settle(tester);
    await expectLater(expectStays(tester, forced['title']! as String, fixture.build), throwsA(isA<TestFailure>()));
    await clear(tester, fixture);
  });

  testWidgets('an app that returns from maintenance is as it was', (tester) async {
    final fixture = GateFixture(open);
    await show(tester, fixture.build());
    await tester.enterText(find.byKey(const ValueKey('note')), 'half a sentence');
    SmallApp.pushDetails();
    await settle(tester);
    fixture.answer = maintenance;
    await fixture.client.refresh();
    await settle(tester);
    await tester.binding.handlePopRoute();
    await settle(tester);
    expect(find.text('Details'), findsNothing);
    fixture.answer = open;
    await tester.tap(find.text('Try again'));
    await settle(tester);
    expect(find.text('Details').hitTestable(), findsOneWidget);
    SmallApp.navigator.currentState!.pop();
    await settle(tester);
    expect(find.text('half a sentence'), findsOneWidget);
    await clear(tester, fixture);
  });

  testWidgets('an app that is blocked from the start is not built', (tester) async {
    final fixture = GateFixture(forced);
    await show(tester, fixture.build());
    expect(find.text('Home', skipOffstage: false), findsNothing);
    fixture.answer = open;
    await tester.tap(find.text('Try again'));
    await settle(tester);
    expect(find.text('Home').hitTestable(), findsOneWidget);
    await clear(tester, fixture);
  });

  testWidgets('a silent server holds the first frame of the app for two seconds', (tester) async {
    final silent = Completer<GateResponse>();
    final client = GateClient(
      GateOptions(
        baseUrl: 'https://gate.example/api/v1',
        key: 'dbr_test',
        platform: 'ios',
        version: '2.3.0',
        request: (_, _, _, _, {required isFresh}) => silent.future,
      ),
    );
    await tester.pumpWidget(DrawbridgeGate(client: client, support: 'tel:1', child: const SmallApp()));
    await tester.pump(const Duration(milliseconds: 1999));
    expect(find.text('Home'), findsNothing);
    await tester.pump(const Duration(milliseconds: 1));
    await tester.pump();
    expect(find.text('Home').hitTestable(), findsOneWidget);
    client.close();
    await tester.pumpWidget(const SizedBox());
    await tester.pump(const Duration(seconds: 10));
  });

  testWidgets('an app with a wrong option runs from the first frame, and the problem says which', (tester) async {
    final problems = <GateProblem>[];
    final printed = <String>[];
    final client = runZoned(
      () => createGate(
        baseUrl: 'http://10.0.2.2:8080/api/v1',
        key: 'dbr_…',
        version: '2.3.0',
        storage: MemoryStorage(),
        openLink: null,
        onProblem: problems.add,
      ),
      zoneSpecification: ZoneSpecification(print: (_, _, _, line) => printed.add(line)),
    );
    await tester.pumpWidget(DrawbridgeGate(client: client, child: const SmallApp()));
    expect(find.text('Home').hitTestable(), findsOneWidget);
    await tester.pump();
    expect(printed, ['Drawbridge: ${problems.single.message}']);
    expect(problems.map((problem) => problem.code), [GateProblemCode.misconfigured]);
    expect(problems.single.message, contains('The option key is "dbr_…"'));
    expect(client.state.problem, problems.single);
    await tester.pumpWidget(const SizedBox());
  });

  testWidgets('a kept block is in the first frame, without an answer', (tester) async {
    final storage = MemoryStorage();
    final before = GateFixture(forced, storage: storage);
    await before.client.start();
    before.client.close();
    final fixture = GateFixture(null, storage: storage);
    await tester.pumpWidget(fixture.build());
    expect(find.text('Update required'), findsOneWidget);
    await clear(tester, fixture);
  });

  testWidgets('in the background nothing is asked, and at the return the server is asked immediately', (tester) async {
    final fixture = GateFixture(open);
    await show(tester, fixture.build());
    goThrough(tester, [AppLifecycleState.inactive, AppLifecycleState.hidden]);
    await tester.pump(const Duration(minutes: 5));
    expect(fixture.requests, 1);
    fixture.answer = forced;
    goThrough(tester, [AppLifecycleState.inactive, AppLifecycleState.resumed]);
    await settle(tester);
    expect(fixture.requests, 2);
    expect(find.text('Update required'), findsOneWidget);
    goThrough(tester, [AppLifecycleState.inactive, AppLifecycleState.hidden]);
    await tester.pump(const Duration(seconds: 20));
    goThrough(tester, [AppLifecycleState.inactive, AppLifecycleState.resumed]);
    await settle(tester);
    expect(fixture.requests, 2, reason: 'The answer is still valid.');
    await clear(tester, fixture);
  });

  testWidgets('after the planned end, Try again opens the app before its own moment in the spread', (tester) async {
    final now = tester.binding.clock.now().toUtc();
    String print(int minutes) => now.add(Duration(minutes: minutes)).toIso8601String();
    final window = {'name': 'Acme', 'reminder_start': print(-60), 'start': print(-59), 'end': print(1)};
    final fixture = GateFixture({...maintenance, 'window': window, 'next_change_at': print(1)}, random: 0.9);
    await show(tester, fixture.build());
    await tester.pump(const Duration(seconds: 65));
    fixture.answer = open;
    await tester.pump(const Duration(seconds: 5));
    expect(find.text('Down for maintenance'), findsOneWidget);
    await tester.tap(find.text('Try again'));
    await settle(tester);
    expect(find.text('Home').hitTestable(), findsOneWidget);
    await clear(tester, fixture);
  });
}
