/// A year on fake clocks: a phone shows the server's answer as soon as it can know it.
library;

import 'dart:convert';
import 'dart:io';
import 'dart:math';

import 'package:drawbridge_gate/core.dart';

import 'conformance/json.dart';
import 'conformance/memory_server.dart';
import 'conformance/virtual_clock.dart';

const _ttl = Duration(minutes: 30);

/// max-age with its jitter.
final _slack = _ttl * 1.1;
const _day = Duration(days: 1);

/// Contents of a screen, in the terms of an answer.
typedef Shown = ({GateStatus status, String title, DateTime? start, DateTime? end});

/// The recorded answers of a server (`record-year.ts`).
class RecordedYear {
  RecordedYear(List<Json> answers)
    : _from = [for (final answer in answers) DateTime.fromMillisecondsSinceEpoch(answer['at']! as int, isUtc: true)],
      _bodies = [for (final answer in answers) answer['body']! as String];

  final List<DateTime> _from;
  final List<String> _bodies;

  DateTime get begin => _from.first;

  String bodyAt(DateTime now) => _bodies[_from.lastIndexWhere((from) => !from.isAfter(now))];

  Shown shownAt(DateTime now) => readShown(bodyAt(now));

  /// Screens that were right at some time between two instants.
  List<Shown> shownBetween(DateTime from, DateTime to) => [
    shownAt(from),
    for (final at in _from)
      if (at.isAfter(from) && !at.isAfter(to)) shownAt(at),
  ];
}

/// The screen for an answer, as the contract says. From the end of an announced window on, [now] hides the window.
Shown readShown(String body, {DateTime? now}) {
  final answer = jsonDecode(body) as Json;
  final window = answer['window'] as Json?;
  final title = answer['title']! as String;
  final end = window == null ? null : DateTime.parse(window['end']! as String);
  final isOver = answer['maintenance'] == 'announced' && now != null && end != null && !now.isBefore(end);
  DateTime? instant(String name) => window == null || isOver ? null : DateTime.parse(window[name]! as String);
  final (status, ownTitle) = switch ((answer['update'], answer['maintenance'])) {
    ('forced', _) => (GateStatus.updateRequired, title),
    (_, 'active') => (GateStatus.maintenance, title),
    ('none', 'announced') => (GateStatus.announced, title),
    (_, 'announced') => (GateStatus.announced, ''),
    ('recommended', _) => (GateStatus.recommended, title),
    _ => (GateStatus.open, title),
  };
  return (status: status, title: ownTitle, start: instant('start'), end: instant('end'));
}

/// One app, one network, one clock.
class Phone {
  Phone(this.year, this.random, Duration deviceAhead) : clock = VirtualClock(year.begin) {
    clock.deviceAhead = deviceAhead;
  }

  final RecordedYear year;
  final Random random;
  final VirtualClock clock;
  final GateStorage _storage = MemoryStorage();
  late GateClient client = _open();
  bool isOnline = true;
  bool isAwake = true;
  int requests = 0;
  ({String body, DateTime at})? last;

  Shown get shown => (
    status: client.state.status,
    title: client.state.title,
    start: client.state.window?.start,
    end: client.state.window?.end,
  );

  Future<void> restart() async {
    client.close();
    client = _open();
    isAwake = true;
    client.start().ignore();
    await finishWork();
  }

  Future<void> wake() async {
    isAwake = true;
    client.resume().ignore();
    await finishWork();
  }

  void sleep() {
    isAwake = false;
    client.pause();
  }

  GateClient _open() => GateClient(
    GateOptions(
      baseUrl: 'https://gate.example/api/v1',
      key: 'dbr_year',
      platform: 'ios',
      version: '2.4.0',
      storage: _storage,
      request: _respond,
      now: () => clock.deviceNow,
      random: random.nextDouble,
      schedule: clock.schedule,
    ),
  );

  Future<GateResponse> _respond(
    Uri address,
    Map<String, String> headers,
    Duration timeout,
    Future<void> aborted, {
    required bool isFresh,
  }) async {
    requests++;
    if (!isOnline) throw StateError('There is no network.');
    final now = clock.serverNow;
    final body = year.bodyAt(now);
    last = (body: body, at: now);
    final change = (jsonDecode(body) as Json)['next_change_at'] as String?;
    final seconds = change == null ? _ttl.inSeconds : DateTime.parse(change).difference(now).inSeconds;
    final etag = '"${body.hashCode}"';
    final isKnown = headers['if-none-match'] == etag;
    return GateResponse(
      status: isKnown ? 304 : 200,
      headers: {
        'date': formatHttpDate(now),
        'etag': etag,
        'cache-control': 'private, max-age=${max(0, min(seconds, _ttl.inSeconds))}',
      },
      body: isKnown ? '' : body,
    );
  }
}

/// How often each case occurred: a year without one would prove nothing about it.
final Map<String, int> counts = {};

void count(String name) => counts[name] = (counts[name] ?? 0) + 1;

void expectThat(bool holds, Phone phone, Object? expected) {
  if (!holds) throw StateError('${phone.clock.serverNow}: shows ${phone.shown} (${phone.client.state}), not $expected');
}

void checkAwake(Phone phone) {
  final now = phone.clock.serverNow;
  final from = now.subtract(_slack);
  final allowed = phone.year.shownBetween(from.isBefore(phone.year.begin) ? phone.year.begin : from, now);
  count(allowed.toSet().length == 1 ? 'awake, exact' : 'awake, within max-age');
  expectThat(allowed.contains(phone.shown), phone, allowed);
}

/// [before] is the number of requests before it: a fresh answer needs none.
void checkResumed(Phone phone, int before) {
  final now = phone.clock.serverNow;
  if (phone.requests == before) {
    count('resumed within a fresh answer');
    expectThat(now.difference(phone.last!.at) < _slack, phone, 'a fresh answer');
    return checkAwake(phone);
  }
  count('resumed as ${phone.shown.status.wireName}');
  expectThat(phone.shown == phone.year.shownAt(now), phone, phone.year.shownAt(now));
  expectThat(phone.client.state.source == GateSource.network, phone, 'an answer of the network');
  expectThat(phone.client.state.checkedAt!.difference(now).abs() < const Duration(seconds: 1), phone, 'checked now');
}

/// A block for a week, an announcement until the end of its window, and anything else as it was.
void checkUnreachable(Phone phone) {
  final now = phone.clock.serverNow;
  final kept = readShown(phone.last!.body);
  final age = now.difference(phone.last!.at);
  final blocks = kept.status == GateStatus.updateRequired || kept.status == GateStatus.maintenance;
  const second = Duration(seconds: 1);
  // The client knows the server's time to a second.
  if ((age - _day * 7).abs() < second || (kept.end?.difference(now).abs() ?? _day) < second) return;
  if (blocks && age > _day * 7) {
    count('block expired');
    expectThat(phone.shown.status == GateStatus.open, phone, 'open');
  } else if (kept.status == GateStatus.announced && !now.isBefore(kept.end!)) {
    count('announcement over');
    expectThat(phone.shown.status != GateStatus.announced && !phone.client.state.blocked, phone, 'no announcement');
  } else {
    count('unreachable, ${kept.status.wireName}');
    final expected = readShown(phone.last!.body, now: now);
    expectThat(phone.shown == expected, phone, expected);
  }
}

Future<void> live(Phone phone, Duration time) async {
  for (var left = time; left > Duration.zero;) {
    final part = const Duration(hours: 8) * pow(phone.random.nextDouble(), 2) + const Duration(milliseconds: 1);
    final passed = part < left ? part : left;
    left -= passed;
    final before = phone.requests;
    await phone.clock.advance(passed);
    if (!phone.isAwake) {
      expectThat(phone.requests == before, phone, 'no request while asleep');
    } else {
      phone.isOnline ? checkAwake(phone) : checkUnreachable(phone);
    }
  }
}

Future<void> spendYear(RecordedYear year, Duration deviceAhead) async {
  final random = Random(20261123);
  final phone = Phone(year, random, deviceAhead);
  final end = year.begin.add(_day * 365);
  // Nothing is recommended in the first run.
  phone.client.start().ignore();
  await finishWork();
  await phone.restart();
  while (phone.clock.serverNow.isBefore(end.subtract(_day * 14))) {
    await live(phone, _slack);
    await live(phone, _day * random.nextDouble());
    if (random.nextDouble() < 0.7) phone.sleep();
    phone.isOnline = random.nextDouble() < 0.6;
    // While no answer can correct it, the client has only the clock of the device.
    if (phone.isOnline && !phone.isAwake && random.nextBool()) {
      phone.clock.deviceAhead = deviceAhead + _day * (60 * (random.nextDouble() - 0.5));
    }
    await live(phone, _day * (random.nextDouble() * (!phone.isOnline && random.nextDouble() < 0.3 ? 10 : 1)));
    if (!phone.isOnline && random.nextBool()) {
      await phone.restart();
      checkUnreachable(phone);
      await live(phone, const Duration(hours: 1) * random.nextDouble());
    }
    phone.isOnline = true;
    final before = phone.requests;
    random.nextDouble() < 0.3 ? await phone.restart() : await phone.wake();
    checkResumed(phone, before);
  }
  stdout.writeln('device ahead by ${deviceAhead.inHours} h: ${phone.requests} requests');
  phone.client.close();
}

Future<void> main() async {
  final recorded = jsonDecode(await File(Platform.environment['TEST_YEAR']!).readAsString()) as Json;
  final year = RecordedYear((recorded['answers']! as List).cast<Json>());
  for (final deviceAhead in [Duration.zero, const Duration(hours: 1), _day * -365]) {
    await spendYear(year, deviceAhead);
  }
  stdout.writeln(const JsonEncoder.withIndent('  ').convert(counts));
  for (final status in GateStatus.values.where((status) => status != GateStatus.loading)) {
    for (final name in ['resumed as', 'unreachable,']) {
      if ((counts['$name ${status.wireName}'] ?? 0) < 3) throw StateError('The year lacks: $name ${status.wireName}');
    }
  }
  if ((counts['block expired'] ?? 0) == 0) throw StateError('The year lacks: a block that expired');
}
