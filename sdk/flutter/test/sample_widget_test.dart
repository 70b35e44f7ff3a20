/// The sample against the real server: its `main()`, a gate on the screen, and the store behind the button.
library;

import 'dart:io';

import 'package:acme_shop/main.dart' as sample;
import 'package:flutter/foundation.dart';
import 'package:flutter/material.dart';
import 'package:flutter_test/flutter_test.dart';
import 'package:package_info_plus/package_info_plus.dart';
import 'package:shared_preferences/shared_preferences.dart';
import 'package:url_launcher/url_launcher.dart';

void main() {
  // The server does not end before this process does.
  tearDownAll(() => exit(0));

  for (final (:version, :title) in [
    (version: '2.3.0', title: 'Update required'),
    (version: '2.7.0', title: 'Down for maintenance'),
  ]) {
    testWidgets('with version $version installed, the screen says "$title"', (tester) async {
      HttpOverrides.global = null;
      debugDefaultTargetPlatformOverride = TargetPlatform.iOS;
      PackageInfo.installed = version;
      await tester.runAsync(sample.main);
      await _becomes(tester, find.text(title));
      expect(find.text('Welcome back.'), findsNothing);
      expect(SharedPreferencesAsync.stored.values.single, contains(title));
      if (find.text('Update').evaluate().isNotEmpty) {
        await tester.tap(find.text('Update'));
        expect(launched.map((link) => link.host), ['apps.apple.com']);
      }
      await tester.pumpWidget(const SizedBox());
      debugDefaultTargetPlatformOverride = null;
    });
  }
}

Future<void> _becomes(WidgetTester tester, Finder finder) async {
  final watch = Stopwatch()..start();
  while (finder.evaluate().isEmpty && watch.elapsed < const Duration(seconds: 20)) {
    await tester.runAsync(() => Future<void>.delayed(const Duration(milliseconds: 50)));
    await tester.pump();
  }
  expect(finder, findsOneWidget);
}
