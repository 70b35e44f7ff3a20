import 'gate_words.dart';

/// Languages that are written from right to left.
const _rightToLeft = {'ar', 'fa', 'he', 'ur'};

/// Tags of Chinese in traditional characters: by script, or by a region that writes them.
final _traditional = RegExp(r'^zh-(hant|tw|hk|mo)\b', caseSensitive: false);

/// Built-in words with their language. `locale` is the tag by which times are written: the asked one, or that of the words if it has none.
typedef FoundWords = ({GateWords words, String language, String locale, bool isRightToLeft});

/// Finds the words for [tag]: BCP 47, or as a phone writes it (`de_AT`). Anything without words gets English. [own] replaces single words.
FoundWords findWords(String? tag, [GateWords own = const {}]) {
  final asked = (tag ?? '').replaceAll('_', '-').split(RegExp('[.@]')).first;
  final name = _traditional.hasMatch(asked) ? 'zh-Hant' : asked.split('-').first.toLowerCase();
  final words = gateWords[name];
  final language = words == null ? 'en' : name;
  return (
    words: {...gateWords[language]!, ...own},
    language: language,
    locale: words == null ? language : asked,
    isRightToLeft: isRightToLeftLanguage(language),
  );
}

/// Returns whether the language of [tag] is written from right to left.
bool isRightToLeftLanguage(String tag) => _rightToLeft.contains(tag.split('-').first.toLowerCase());

final _strong = RegExp(r'([\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC])|\p{L}', unicode: true);

/// Returns whether [text], of an unknown language, is written from right to left, by its first letter.
bool isRightToLeftText(String text, {required bool otherwise}) {
  final match = _strong.firstMatch(text);
  return match == null ? otherwise : match[1] != null;
}
