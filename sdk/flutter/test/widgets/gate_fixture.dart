import 'dart:async';
import 'dart:convert';

import 'package:drawbridge_gate/drawbridge_gate.dart';
import 'package:flutter/material.dart';
import 'package:flutter_test/flutter_test.dart';

const link = 'https://apps.apple.com/app/id123456789';

const _open = <String, Object?>{
  'update': 'none',
  'update_to': null,
  'maintenance': 'none',
  'title': '',
  'message': '',
  'store_link': link,
  'window': null,
  'next_change_at': null,
};
const _window = {
  'name': 'Acme Europe',
  'reminder_start': '2030-12-06T00:00:00.000+00:00',
  'start': '2030-12-06T01:00:00.000+00:00',
  'end': '2030-12-06T03:00:00.000+00:00',
};

/// Answers of a server.
final Map<String, Object?> open = _open;
final Map<String, Object?> forced = {
  ..._open,
  'update': 'forced',
  'update_to': '2.4.0',
  'title': 'Update required',
  'message': 'Version 2.3.0 can no longer be used. Install version 2.4.0 to continue.',
};
final Map<String, Object?> maintenance = {
  ..._open,
  'maintenance': 'active',
  'title': 'Down for maintenance',
  'message': 'Acme Europe will be back soon. Your data is safe.',
  'window': _window,
};
final Map<String, Object?> announced = {
  ..._open,
  'maintenance': 'announced',
  'title': 'Planned maintenance',
  'message': 'Acme Europe will not be available for two hours.',
  'window': _window,
};
final Map<String, Object?> recommended = {
  ..._open,
  'update': 'recommended',
  'update_to': '2.6.0',
  'title': 'Update available',
  'message': 'Version 2.6.0 is out.',
};

/// A server in memory, the links that were opened, and a client that uses both.
class GateFixture {
  GateFixture(
    this.answer, {
    String language = 'en',
    GateStorage? storage,
    double random = 0,
    Object? Function(GateState state)? update,
    FutureOr<void> Function(GateBlockReason reason, DateTime until)? beforeBlock,
  }) {
    client = GateClient(
      GateOptions(
        baseUrl: 'https://gate.example/api/v1',
        key: 'dbr_test',
        platform: 'ios',
        version: '2.3.0',
        language: language,
        storage: storage,
        update: update,
        beforeBlock: beforeBlock,
        openLink: (link) {
          opened.add('$link');
          return opens;
        },
        // Passes when a test pumps.
        now: () => TestWidgetsFlutterBinding.instance.clock.now(),
        random: () => random,
        request: _respond,
      ),
    );
    addTearDown(client.close);
  }

  /// The server's answer; null: the server cannot be reached.
  Map<String, Object?>? answer;

  /// Language of the answer's texts, as the server says it.
  String? contentLanguage;

  /// True if the server says that the system is too old for the release.
  bool isUnsupported = false;

  /// True if links can be opened.
  bool opens = true;
  final List<String> opened = [];
  int requests = 0;
  late final GateClient client;

  Future<GateResponse> _respond(
    Uri address,
    Map<String, String> headers,
    Duration timeout,
    Future<void> aborted, {
    required bool isFresh,
  }) async {
    requests++;
    final answer = this.answer;
    if (answer == null) throw StateError('no connection');
    return GateResponse(
      status: 200,
      headers: {
        'cache-control': 'max-age=30',
        'content-language': ?contentLanguage,
        if (isUnsupported) 'drawbridge-os': 'too_old',
      },
      body: jsonEncode(answer),
    );
  }

  /// The gate around an app, as an app has it.
  Widget build({
    Widget? child,
    String? support = 'mailto:help@acme.example',
    Map<GateWord, String> words = const {},
    List<Widget> extras = const [],
    Widget Function(BuildContext context, GateState state)? builder,
  }) => DrawbridgeGate(
    client: client,
    support: support,
    words: words,
    extras: extras,
    builder: builder,
    child: child ?? const SmallApp(),
  );
}

/// An app with two screens, a counter and a text field.
class SmallApp extends StatelessWidget {
  const SmallApp({super.key});

  static final navigator = GlobalKey<NavigatorState>();

  @override
  Widget build(BuildContext context) => MaterialApp(
    debugShowCheckedModeBanner: false,
    navigatorKey: navigator,
    home: const Scaffold(
      body: Column(
        children: [
          Text('Home'),
          TextField(key: ValueKey('note')),
        ],
      ),
    ),
  );

  /// Shows the second screen.
  static void pushDetails() {
    final route = MaterialPageRoute<void>(builder: (_) => const Scaffold(body: Text('Details')));
    unawaited(navigator.currentState!.push(route));
  }
}

/// Pumps until the first answer is on the screen. A caret that blinks would keep `pumpAndSettle` from ending.
Future<void> show(WidgetTester tester, Widget widget) async {
  await tester.pumpWidget(widget);
  await settle(tester);
}

Future<void> settle(WidgetTester tester) async {
  await tester.pump();
  await tester.pump(const Duration(milliseconds: 50));
  // Longer than the transition of a route.
  await tester.pump(const Duration(milliseconds: 600));
}

/// Removes the tree, and with it its timers.
Future<void> clear(WidgetTester tester, GateFixture fixture) async {
  fixture.client.close();
  await tester.pumpWidget(const SizedBox());
}
