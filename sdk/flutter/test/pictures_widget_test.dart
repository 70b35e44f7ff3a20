/// Pictures of the gate. With a font and a directory in the environment, they are written; without, only drawn.
library;

import 'dart:io';
import 'dart:ui' as ui;

import 'package:flutter/material.dart';
import 'package:flutter/rendering.dart';
import 'package:flutter/services.dart';
import 'package:flutter_test/flutter_test.dart';

import 'widgets/gate_fixture.dart';

const _phone = Size(390, 780);

final Map<String, Object?> _arabic = {
  ...forced,
  'title': 'يلزم التحديث',
  'message': 'لم يعد من الممكن استخدام الإصدار 2.3.0. ثبّت الإصدار 2.4.0 للمتابعة.',
};

class _Picture {
  const _Picture(this.name, this.answer, {this.language = 'en', this.isDark = false, this.scale = 1});

  final String name;
  final Map<String, Object?> answer;
  final String language;
  final bool isDark;
  final double scale;
}

final _pictures = [
  _Picture('update', forced),
  _Picture('update-dark', forced, isDark: true),
  _Picture('maintenance', maintenance),
  _Picture('announced', announced),
  _Picture('recommended', recommended),
  _Picture('right-to-left', _arabic, language: 'ar'),
  _Picture('large-text', forced, scale: 2),
];

void main() {
  final font = Platform.environment['TEST_FONT'] ?? '';
  final directory = Platform.environment['TEST_PICTURES'] ?? '';

  setUpAll(() async {
    if (font.isEmpty) return;
    final bytes = File(font).readAsBytes().then((bytes) => bytes.buffer.asByteData());
    await (FontLoader('Roboto')..addFont(bytes)).load();
  });
  tearDownAll(() => exit(0));

  for (final picture in _pictures) {
    testWidgets('the picture ${picture.name} has the gate on it', (tester) async {
      tester.view.physicalSize = _phone * 2;
      tester.view.devicePixelRatio = 2;
      tester.platformDispatcher.textScaleFactorTestValue = picture.scale;
      tester.platformDispatcher.platformBrightnessTestValue = picture.isDark ? Brightness.dark : Brightness.light;
      addTearDown(tester.view.reset);
      addTearDown(tester.platformDispatcher.clearAllTestValues);
      final fixture = GateFixture(picture.answer, language: picture.language);
      final key = GlobalKey();
      await show(tester, RepaintBoundary(key: key, child: fixture.build()));
      final boundary = key.currentContext!.findRenderObject()! as RenderRepaintBoundary;
      await tester.runAsync(() async {
        final image = await boundary.toImage(pixelRatio: 2);
        final pixels = await image.toByteData();
        expect(pixels!.buffer.asUint32List().toSet().length, greaterThan(10));
        final png = await image.toByteData(format: ui.ImageByteFormat.png);
        if (directory.isNotEmpty) await File('$directory/${picture.name}.png').writeAsBytes(png!.buffer.asUint8List());
        image.dispose();
      });
      await clear(tester, fixture);
    });
  }
}
