/// Words by language, and times by region.
library;

import 'dart:io';

import 'package:drawbridge_gate/core.dart';
import 'package:drawbridge_gate/src/texts/find_words.dart';
import 'package:drawbridge_gate/src/texts/gate_lines.dart';
import 'package:drawbridge_gate/src/texts/gate_words.dart';

void _check(String says, Object? actual, Object? expected) {
  if (actual != expected) throw StateError('$says: expected $expected, was $actual');
  stdout.writeln(says);
}

void main() {
  for (final MapEntry(key: language, value: words) in gateWords.entries) {
    _check('$language has all words', GateWord.values.every(words.containsKey), true);
  }

  const languages = {
    'de': ['de', 'de-AT', 'de_AT', 'DE', 'de-Latn-DE', 'de_AT.UTF-8'],
    'en': ['', 'xx', 'und', '*', 'en-GB'],
    'zh': ['zh', 'zh-CN', 'zh-SG', 'zh-Hans-HK'],
    'zh-Hant': ['zh-TW', 'zh_HK', 'zh-MO', 'zh-Hant', 'zh-Hant-TW', 'zh-hant-hk'],
  };
  for (final MapEntry(key: language, value: tags) in languages.entries) {
    for (final tag in tags) {
      _check('"$tag" gets the words of $language', findWords(tag).language, language);
    }
  }
  _check('without a tag, words are English', findWords(null).language, 'en');
  final own = findWords('de', {GateWord.update: 'Hol dir die neue Version'}).words;
  _check('an app replaces a word', own[GateWord.update], 'Hol dir die neue Version');
  _check('and keeps the others', own[GateWord.retry], gateWords['de']![GateWord.retry]);
  _check('Arabic is written from the right', findWords('ar-EG').isRightToLeft, true);
  _check('German is not', findWords('de').isRightToLeft, false);

  final noon = DateTime(2026, 12, 5, 13, 7);
  const times = {
    'en': 'Dec 5, 2026, 1:07 PM',
    'en-US': 'Dec 5, 2026, 1:07 PM',
    'en-GB': '5 Dec 2026, 13:07',
    'en-AU': '5 Dec 2026, 1:07 pm',
    'de-AT': '05.12.2026 13:07',
    'nl': '05-12-2026 13:07',
    'fr': '05/12/2026 13:07',
    'zh-Hant-TW': '2026年12月5日 13:07',
  };
  for (final MapEntry(key: tag, value: time) in times.entries) {
    _check('$tag writes $time', printTime(noon, tag, use24Hours: false), time);
  }
  _check(
    'a phone can have the 24-hour clock in English',
    printTime(noon, 'en-US', use24Hours: true),
    'Dec 5, 2026, 13:07',
  );

  const same = ['until 13:07', 'until 1:07 PM', 'until 01:07\u202Fp.m. CET', '13:07。', '下午1:07', '下午01:07'];
  const others = ['until 1:07 AM', 'until 1:07', 'until 12:07', '113:07', '13:070', '上午1:07', '13:17', ''];
  for (final text in same) {
    _check('"$text" says 13:07', saysTime(text, noon), true);
  }
  for (final text in others) {
    _check('"$text" does not', saysTime(text, noon), false);
  }

  final end = DateTime.utc(2026, 12, 5, 15);
  final local = end.toLocal();
  final clock = '${local.hour}'.padLeft(2, '0');
  String? timeBelow(String message) => printGateLines(
    GateState(
      status: GateStatus.maintenance,
      source: GateSource.network,
      title: 'Down',
      message: message,
      window: GateWindow(name: 'Acme', reminderStart: end, start: end, end: end),
    ),
    findWords('en-GB'),
    use24Hours: true,
  ).time;
  final minute = '${local.minute}'.padLeft(2, '0');
  _check('the end is said', timeBelow('We will be back.')?.startsWith('Expected end: '), true);
  _check('and not twice', timeBelow('We will be back at $clock:$minute.'), null);
  final elsewhere = '${(local.hour + 1) % 24}'.padLeft(2, '0');
  _check('the time of another zone is not the same', timeBelow('Back at $elsewhere:$minute.') == null, false);
}
