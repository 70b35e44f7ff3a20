import 'dart:io';
import 'package:drawbridge/drawbridge.dart';
import 'package:flutter/material.dart';
import 'package:flutter_test/flutter_test.dart';

void main() {
  tearDownAll(() => exit(0));
  testWidgets('a', (tester) async {
    final c = GateClient(
      GateOptions(
        baseUrl: 'https://gate.example/api/v1',
        key: 'k',
        platform: 'ios',
        version: '1',
        language: 'en',
        request: (_, _, _) async => const GateResponse(
          status: 200,
          headers: {},
          body:
              '{"update":"forced","update_to":"2.4.0","maintenance":"none","title":"Update required","message":"Version 2.3.0 can no longer be used.","store_link":"https://apps.apple.com/app/id123456789","window":null,"next_change_at":null}',
        ),
        openLink: (_) => true,
      ),
    );
    await tester.pumpWidget(
      DrawbridgeGate(
        client: c,
        support: 'mailto:a@b',
        child: const MaterialApp(home: Text('app')),
      ),
    );
    await tester.pump();
    await tester.pump();
    expect(find.text('Update required'), findsOneWidget);
    c.close();
  });
}
