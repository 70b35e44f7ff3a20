import 'gate_words.dart';

/// Languages of the built-in words that are written from right to left.
const _rightToLeft = {'ar'};

/// Built-in words with their language.
typedef FoundWords = ({GateWords words, String language, bool isRightToLeft});

/// Finds the words for [tag]: BCP 47, or as a phone writes it (`de_AT`). Anything without words gets English.
FoundWords findWords(String? tag) {
  final asked = tag?.toLowerCase().split(RegExp('[-_.@]')).first;
  final language = gateWords.containsKey(asked) ? asked! : 'en';
  return (words: gateWords[language]!, language: language, isRightToLeft: _rightToLeft.contains(language));
}
