/**
 * Tests of the Flutter package with a toolchain of Debian sid (packages dart-sdk, flutter, flutter-test, flutter-tester,
 * flutter-patched-sdk, flutter-localizations, flutter-engine-tools and what flutter-test imports).
 *
 *     TEST_FLUTTER_ROOT=DIRECTORY node sdk/flutter/test/run.ts [FILE…]
 *
 * The variable names the root of that system: `/`, or a directory made by debootstrap, which is entered with chroot. Fails if a test
 * fails. The pub client and `flutter test` are not needed: there is nothing to download.
 */
