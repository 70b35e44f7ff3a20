import 'dart:async';

import 'package:flutter/material.dart';
import 'package:flutter/services.dart';
import 'package:flutter_test/flutter_test.dart';

import 'gate_fixture.dart';

/// Ways in which users and apps have got rid of blocking screens. [rebuild] builds the whole tree again.
final attempts = <String, Future<void> Function(WidgetTester tester, Widget Function() rebuild)>{
  'the back button': (tester, _) async => tester.binding.handlePopRoute(),
  'a second press of the back button': (tester, _) async => tester.binding.handlePopRoute(),
  'the app popping its navigator': (tester, _) async => SmallApp.navigator.currentState?.maybePop(),
  'the app popping to its first screen': (tester, _) async =>
      SmallApp.navigator.currentState?.popUntil((route) => route.isFirst),
  'the app popping the root navigator': (tester, _) async {
    final navigators = tester.stateList<NavigatorState>(find.byType(Navigator, skipOffstage: false));
    if (navigators.isNotEmpty && navigators.first.canPop()) navigators.first.pop();
  },
  'the app opening a dialog': (tester, _) async {
    final context = SmallApp.navigator.currentContext;
    if (context != null) {
      unawaited(
        showDialog<void>(
          context: context,
          builder: (_) => const AlertDialog(title: Text('Dialog')),
        ),
      );
    }
  },
  'a tap in the corner': (tester, _) => tester.tapAt(const Offset(2, 2)),
  'a swipe from the edge': (tester, _) => tester.dragFrom(const Offset(2, 300), const Offset(500, 0)),
  'a swipe down': (tester, _) => tester.dragFrom(const Offset(400, 20), const Offset(0, 500)),
  'the escape key': (tester, _) => tester.sendKeyEvent(LogicalKeyboardKey.escape),
  'the notifications': (tester, _) async => goThrough(tester, [AppLifecycleState.inactive, AppLifecycleState.resumed]),
  'the background': (tester, _) async => goThrough(tester, const [
    AppLifecycleState.inactive,
    AppLifecycleState.hidden,
    AppLifecycleState.paused,
    AppLifecycleState.hidden,
    AppLifecycleState.inactive,
    AppLifecycleState.resumed,
  ]),
  'a new build of the tree': (tester, rebuild) => tester.pumpWidget(rebuild()),
  'hot reload': (tester, _) async {
    unawaited(tester.binding.reassembleApplication());
    await tester.pump();
  },
  'a change of the device': (tester, _) async {
    tester.platformDispatcher.textScaleFactorTestValue = 1.5;
    addTearDown(tester.platformDispatcher.clearTextScaleFactorTestValue);
  },
  'ten minutes': (tester, _) => tester.pump(const Duration(minutes: 10)),
};

/// Moves the app through states of its lifecycle.
void goThrough(WidgetTester tester, List<AppLifecycleState> states) {
  for (final state in states) {
    tester.binding.handleAppLifecycleStateChanged(state);
  }
}

/// Throws if one of the [attempts] removes or covers the screen with [title].
Future<void> expectStays(WidgetTester tester, String title, Widget Function() rebuild) async {
  for (final MapEntry(key: name, value: attempt) in attempts.entries) {
    await attempt(tester, rebuild);
    await settle(tester);
    if (tester.takeException() case final Object error) throw TestFailure('after $name: $error');
    expect(find.text(title).hitTestable(), findsOneWidget, reason: 'after $name');
  }
}
