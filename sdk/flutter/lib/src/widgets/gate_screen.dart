import 'dart:async';

import 'package:flutter/material.dart';

import '../gate_state.dart';
import '../texts/gate_words.dart';
import 'gate_part.dart';

/// The screen of a blocked app. It has no close button and is no route: only another state removes it.
class GateScreen extends GatePart {
  const GateScreen({
    required super.state,
    required super.client,
    required super.found,
    required this.support,
    required this.extras,
    super.key,
  });

  /// Null: the app names none.
  final Uri? support;
  final List<Widget> extras;

  @override
  State<GateScreen> createState() => _GateScreenState();
}

class _GateScreenState extends GatePartState<GateScreen> {
  final FocusNode _heading = FocusNode(debugLabel: 'Heading of the gate');

  @override
  void initState() {
    super.initState();
    _focusHeading();
  }

  @override
  void didUpdateWidget(GateScreen old) {
    super.didUpdateWidget(old);
    // Another status or title is another screen, which is read aloud again.
    if (old.state.status != widget.state.status || old.state.title != widget.state.title) _focusHeading();
  }

  @override
  void dispose() {
    _heading.dispose();
    super.dispose();
  }

  void _focusHeading() => WidgetsBinding.instance.addPostFrameCallback((_) {
    if (mounted) _heading.requestFocus();
  });

  @override
  Widget build(BuildContext context) {
    final GateScreen(:state, :found, :support, :extras) = widget;
    final (:title, :titleLanguage, :message, :time) = lines;
    final isUpdate = state.status == GateStatus.updateRequired;
    final hasUpdate = isUpdate && state.canUpdate;
    final hasNote = isUpdate && !hasUpdate && !state.unsupported;
    final said = state.saving ? found.words[GateWord.saving] : notice;
    final ask = support == null ? GateWord.askProvider : GateWord.askSupport;
    final texts = Theme.of(context).textTheme;
    final retryButton = hasUpdate ? OutlinedButton.new : FilledButton.new;
    return PopScope(
      canPop: false,
      child: Semantics(
        scopesRoute: true,
        explicitChildNodes: true,
        child: Material(
          child: SafeArea(
            child: _buildColumn([
              Focus(
                focusNode: _heading,
                child: Semantics(
                  header: true,
                  headingLevel: 1,
                  namesRoute: true,
                  liveRegion: true,
                  child: buildText(title, titleLanguage, style: texts.headlineMedium),
                ),
              ),
              buildText(message, state.language, style: texts.bodyLarge),
              if (time != null) buildText(time, found.language, style: texts.bodyLarge),
              if (hasNote) buildText(found.words[ask]!, found.language, style: texts.bodyLarge),
              if (!state.saving) ...[
                if (hasUpdate) FilledButton(onPressed: update, child: _buildLabel(GateWord.update)),
                retryButton(onPressed: retry, child: _buildLabel(GateWord.retry)),
                if (support != null)
                  TextButton(onPressed: () => unawaited(openSupport(support)), child: _buildLabel(GateWord.support)),
                ...extras,
              ],
              Semantics(liveRegion: true, child: buildText(said ?? '', found.language, style: texts.bodyMedium)),
            ]),
          ),
        ),
      ),
    );
  }

  Widget _buildLabel(GateWord word) => Padding(
    padding: const EdgeInsets.symmetric(vertical: 14),
    child: buildText(widget.found.words[word]!, widget.found.language, align: TextAlign.center),
  );

  /// Large text makes the column higher than the screen: it scrolls.
  Widget _buildColumn(List<Widget> children) => LayoutBuilder(
    builder: (context, constraints) => SingleChildScrollView(
      padding: const EdgeInsets.all(24),
      child: ConstrainedBox(
        constraints: BoxConstraints(minHeight: (constraints.maxHeight - 48).clamp(0, double.infinity)),
        child: Center(
          child: ConstrainedBox(
            constraints: const BoxConstraints(maxWidth: 560),
            child: Column(
              mainAxisAlignment: MainAxisAlignment.center,
              crossAxisAlignment: CrossAxisAlignment.stretch,
              spacing: 16,
              children: children,
            ),
          ),
        ),
      ),
    ),
  );
}
