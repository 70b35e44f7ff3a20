/// Words, buttons, focus, semantics and large text of the screen and the banners.
library;

import 'dart:async';
import 'dart:io';
import 'dart:ui' show LocaleStringAttribute;

import 'package:drawbridge_gate/drawbridge_gate.dart';
import 'package:drawbridge_gate/src/texts/gate_words.dart';
import 'package:flutter/foundation.dart';
import 'package:flutter/material.dart';
import 'package:flutter/services.dart';
import 'package:flutter_test/flutter_test.dart';

import 'widgets/gate_fixture.dart';

void main() {
  tearDownAll(() => exit(0));

  testWidgets('Update opens the store, and says so when it could not', (tester) async {
    final fixture = GateFixture(forced);
    await show(tester, fixture.build());
    await tester.tap(find.text('Update'));
    await settle(tester);
    expect(fixture.opened, [link]);
    fixture.opens = false;
    await tester.tap(find.text('Update'));
    await settle(tester);
    expect(find.text(gateWords['en']![GateWord.notUpdated]!), findsOneWidget);
    await clear(tester, fixture);
  });

  for (final link in [null, 'https://evil.example/app.apk']) {
    testWidgets('with the link $link, the screen has no Update and says whom to ask', (tester) async {
      final words = gateWords['en']!;
      for (final (:support, :says) in [
        (support: 'mailto:help@acme.example', says: GateWord.askSupport),
        (support: null, says: GateWord.askProvider),
        (support: '', says: GateWord.askProvider),
      ]) {
        final fixture = GateFixture({...forced, 'store_link': link});
        await show(tester, fixture.build(support: support));
        expect(find.text('Update required'), findsOneWidget);
        expect(find.text('Update'), findsNothing);
        expect(find.text(words[says]!), findsOneWidget);
        expect(find.text('Contact support'), says == GateWord.askSupport ? findsOneWidget : findsNothing);
        expect(fixture.client.state.problem?.code, link == null ? null : GateProblemCode.invalidAnswer);
        await clear(tester, fixture);
      }
    });
  }

  testWidgets('a device whose system is too old never sees Update, in any language', (tester) async {
    for (final MapEntry(key: language, value: words) in gateWords.entries) {
      for (final update in [null, (GateState _) => true]) {
        final fixture = GateFixture(forced, language: language, update: update)..isUnsupported = true;
        await show(tester, fixture.build());
        expect(find.text('Update required'), findsOneWidget);
        expect(find.text(words[GateWord.retry]!), findsOneWidget);
        for (final word in [GateWord.update, GateWord.askSupport]) {
          expect(find.text(words[word]!), findsNothing, reason: '$language: $word');
        }
        await clear(tester, fixture);
      }
    }
  });

  testWidgets('while the work is saved, the screen says so in each language, and has no button', (tester) async {
    for (final MapEntry(key: language, value: words) in gateWords.entries) {
      final save = Completer<void>();
      final fixture = GateFixture(forced, language: language, beforeBlock: (_, _) => save.future);
      await show(
        tester,
        fixture.build(
          extras: [TextButton(onPressed: () {}, child: const Text('Sign out'))],
        ),
      );
      expect(find.text('Update required'), findsOneWidget);
      expect(find.text(words[GateWord.saving]!), findsOneWidget);
      expect(find.bySubtype<ButtonStyleButton>().hitTestable(), findsNothing);
      save.complete();
      await settle(tester);
      expect(find.text(words[GateWord.saving]!), findsNothing);
      expect(find.text(words[GateWord.update]!), findsOneWidget);
      await clear(tester, fixture);
    }
  });

  testWidgets('an app replaces single words', (tester) async {
    final fixture = GateFixture(forced);
    await show(tester, fixture.build(words: {GateWord.update: 'Get the new version'}));
    expect(find.text('Update'), findsNothing);
    expect(find.text('Try again'), findsOneWidget);
    await tester.tap(find.text('Get the new version'));
    await settle(tester);
    expect(fixture.opened, [link]);
    await clear(tester, fixture);
  });

  testWidgets('texts have the language that the server names, and buttons that of the user', (tester) async {
    final fixture = GateFixture(forced, language: 'ar')..contentLanguage = 'en-GB';
    final semantics = tester.ensureSemantics();
    await show(tester, fixture.build());
    Locale? localeOf(String text) {
      final [attribute] = tester.getSemantics(find.text(text)).getSemanticsData().attributedLabel.attributes;
      return (attribute as LocaleStringAttribute).locale;
    }

    expect(localeOf('Update required'), const Locale('en', 'GB'));
    expect(localeOf(gateWords['ar']![GateWord.retry]!), const Locale('ar'));
    expect(tester.widget<Text>(find.text('Update required')).textDirection, TextDirection.ltr);
    expect(fixture.client.state.language, 'en-GB');
    semantics.dispose();
    await clear(tester, fixture);
  });

  testWidgets('a text in Arabic that begins with a Latin name runs from the right', (tester) async {
    final message = 'Acme: تحديث';
    final fixture = GateFixture({...forced, 'message': message})..contentLanguage = 'ar';
    await show(tester, fixture.build());
    expect(tester.widget<Text>(find.text(message)).textDirection, TextDirection.rtl);
    await clear(tester, fixture);
  });

  testWidgets('Try again tells what it found', (tester) async {
    final fixture = GateFixture(maintenance);
    await show(tester, fixture.build());
    await tester.tap(find.text('Try again'));
    await settle(tester);
    expect(find.text(gateWords['en']![GateWord.unchanged]!), findsOneWidget);
    fixture.answer = null;
    await tester.tap(find.text('Try again'));
    await settle(tester);
    expect(find.text(gateWords['en']![GateWord.unreachable]!), findsOneWidget);
    expect(find.text('Down for maintenance'), findsOneWidget);
    await tester.pump(const Duration(seconds: 10));
    expect(find.text(gateWords['en']![GateWord.unreachable]!), findsNothing, reason: 'It was said.');
    await clear(tester, fixture);
  });

  testWidgets('support and the extras of the app are ways out', (tester) async {
    final fixture = GateFixture(forced);
    var hasSignedOut = false;
    final signOut = TextButton(onPressed: () => hasSignedOut = true, child: const Text('Sign out'));
    await show(tester, fixture.build(extras: [signOut]));
    await tester.tap(find.text('Contact support'));
    await tester.tap(find.text('Sign out'));
    await settle(tester);
    expect(fixture.opened, ['mailto:help@acme.example']);
    expect(hasSignedOut, isTrue);
    fixture.opens = false;
    await tester.tap(find.text('Contact support'));
    await settle(tester);
    await tester.pump(const Duration(seconds: 15));
    expect(find.text('mailto:help@acme.example'), findsOneWidget);
    await clear(tester, fixture);
  });

  testWidgets('an app can replace the screen', (tester) async {
    final fixture = GateFixture(maintenance);
    await show(
      tester,
      fixture.build(
        builder: (_, state) => Directionality(textDirection: TextDirection.ltr, child: Text('Own ${state.title}')),
      ),
    );
    expect(find.text('Own Down for maintenance'), findsOneWidget);
    await clear(tester, fixture);
  });

  testWidgets('a recommended update can wait for a day, or be skipped', (tester) async {
    for (final button in ['Later', 'Skip this version']) {
      final fixture = GateFixture(recommended);
      await show(tester, fixture.build());
      await tester.enterText(find.byKey(const ValueKey('note')), 'half a sentence');
      expect(find.text('Update available').hitTestable(), findsOneWidget);
      expect(find.text('Home').hitTestable(), findsOneWidget);
      await tester.tap(find.text(button));
      await settle(tester);
      expect(find.text('Update available'), findsNothing);
      expect(find.text('half a sentence'), findsOneWidget);
      await clear(tester, fixture);
    }
  });

  testWidgets('a time that the message has is not said again', (tester) async {
    final start = DateTime.utc(2030, 12, 6, 1).toLocal();
    final clock = '${'${start.hour}'.padLeft(2, '0')}:${'${start.minute}'.padLeft(2, '0')}';
    final fixture = GateFixture({...announced, 'message': 'We start at $clock.'});
    await show(tester, fixture.build());
    expect(find.text('We start at $clock.'), findsOneWidget);
    expect(find.textContaining('Starts '), findsNothing);
    await clear(tester, fixture);
  });

  testWidgets('an announced window has its local time, and is dismissed once', (tester) async {
    final fixture = GateFixture(announced);
    await show(tester, fixture.build());
    final start = DateTime.utc(2030, 12, 6, 1).toLocal();
    expect(find.textContaining('Starts Dec ${start.day}, 2030, '), findsOneWidget);
    await tester.tap(find.text('OK'));
    await settle(tester);
    expect(find.text('Planned maintenance'), findsNothing);
    fixture.answer = maintenance;
    await fixture.client.refresh();
    await settle(tester);
    expect(find.text('Down for maintenance').hitTestable(), findsOneWidget);
    await clear(tester, fixture);
  });

  testWidgets('the heading has the focus, and keys reach the buttons', (tester) async {
    final fixture = GateFixture(forced);
    await show(tester, fixture.build());
    final focus = FocusManager.instance.primaryFocus!;
    expect(
      find.descendant(of: find.byWidget(focus.context!.widget), matching: find.text('Update required')),
      findsOneWidget,
    );
    await tester.sendKeyEvent(LogicalKeyboardKey.tab);
    await tester.sendKeyEvent(LogicalKeyboardKey.enter);
    await settle(tester);
    expect(fixture.opened, [link]);
    await clear(tester, fixture);
  });

  testWidgets('screen readers hear the heading of the gate, and nothing of the app behind it', (tester) async {
    final semantics = tester.ensureSemantics();
    final fixture = GateFixture(open);
    await show(tester, fixture.build());
    expect(find.bySemanticsLabel('Home'), findsOneWidget);
    fixture.answer = forced;
    await fixture.client.refresh();
    await settle(tester);
    expect(
      tester.getSemantics(find.text('Update required')),
      isSemantics(label: 'Update required', isHeader: true, isLiveRegion: true, namesRoute: true),
    );
    expect(find.bySemanticsLabel('Home'), findsNothing);
    expect(tester.getSemantics(find.text('Update')), isSemantics(label: 'Update', isButton: true, hasTapAction: true));
    await expectLater(tester, meetsGuideline(androidTapTargetGuideline));
    await expectLater(tester, meetsGuideline(iOSTapTargetGuideline));
    await expectLater(tester, meetsGuideline(labeledTapTargetGuideline));
    semantics.dispose();
    await clear(tester, fixture);
  });

  testWidgets('text has contrast on light and on dark devices', (tester) async {
    final semantics = tester.ensureSemantics();
    addTearDown(tester.platformDispatcher.clearPlatformBrightnessTestValue);
    for (final brightness in Brightness.values) {
      tester.platformDispatcher.platformBrightnessTestValue = brightness;
      for (final answer in [forced, recommended]) {
        final fixture = GateFixture(answer);
        await show(tester, fixture.build());
        await expectLater(tester, meetsGuideline(textContrastGuideline));
        final material = tester.widget<Material>(find.byType(Material).first);
        final color = material.color ?? Theme.of(tester.element(find.text('${answer['title']}'))).colorScheme.surface;
        expect(ThemeData.estimateBrightnessForColor(color), brightness);
        await clear(tester, fixture);
      }
    }
    semantics.dispose();
  });

  testWidgets('every language fits on a small phone with text of 200 %', (tester) async {
    tester.view.physicalSize = const Size(320, 480);
    tester.view.devicePixelRatio = 1;
    tester.platformDispatcher.textScaleFactorTestValue = 2;
    addTearDown(tester.view.reset);
    addTearDown(tester.platformDispatcher.clearTextScaleFactorTestValue);
    expect(gateWords.length, greaterThanOrEqualTo(10));
    for (final MapEntry(key: language, value: words) in gateWords.entries) {
      for (final answer in [forced, maintenance, announced, recommended]) {
        final fixture = GateFixture(answer, language: language);
        await show(tester, fixture.build());
        expect(tester.takeException(), isNull, reason: '$language ${answer['title']}');
        final last = answer == announced
            ? words[GateWord.dismiss]!
            : answer == recommended
            ? words[GateWord.skip]!
            : words[GateWord.support]!;
        await tester.ensureVisible(find.text(last));
        await settle(tester);
        expect(find.text(last).hitTestable(), findsOneWidget, reason: '$language ${answer['title']}');
        await clear(tester, fixture);
      }
    }
  });

  testWidgets('Arabic is laid out from the right, and the English of a server from the left', (tester) async {
    final fixture = GateFixture(recommended, language: 'ar-EG');
    await show(tester, fixture.build());
    final words = gateWords['ar']!;
    expect(
      tester.getCenter(find.text(words[GateWord.skip]!)).dx,
      greaterThan(tester.getCenter(find.text(words[GateWord.update]!)).dx),
    );
    expect(tester.widget<Text>(find.text('Update available')).textDirection, TextDirection.ltr);
    await clear(tester, fixture);
  });

  test('a client of an app has the platform and the language of the device', () {
    debugDefaultTargetPlatformOverride = TargetPlatform.iOS;
    final client = createGate(
      baseUrl: 'https://gate.example/api/v1',
      key: 'k',
      version: '1',
      storage: null,
      openLink: null,
    );
    expect(client.options.platform, 'ios');
    expect(client.options.language, PlatformDispatcher.instance.locale.toLanguageTag());
    debugDefaultTargetPlatformOverride = null;
  });
}
