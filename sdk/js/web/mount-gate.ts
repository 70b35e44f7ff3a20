/** The gate of a page without React: the same screens, in elements of the page. */
import type { GateClient } from "../core/index.ts";
import type { GateWords } from "../texts/english-words.ts";
import { findWords } from "../texts/find-words.ts";
import { createGateActions, type GateNotice } from "../texts/gate-actions.ts";
import { followLoadedWords, loadWords, readLoadedWords } from "../texts/loaded-words.ts";
import { coverPage } from "./cover-page.ts";
import { createWebGate, type WebGateOptions } from "./create-web-gate.ts";
import { drawBanner, drawScreen } from "./draw-gate.ts";
import { describe, patchNode } from "./patch-node.ts";

export interface ScreenOptions {
  /** BCP 47; default: the browser's. */
  readonly language?: string | undefined;
  /** Address for help: `mailto:`, `tel:` or a page. Without it, a forced update that no link leads to says to ask the app's provider. */
  readonly support?: string | undefined;
  /** The app's own way out, below the buttons: sign out, export data. */
  readonly extras?: HTMLElement | undefined;
  /** Instead of single texts of the gate's own, such as `update` for its button. */
  readonly words?: Partial<GateWords> | undefined;
}

/** With a client of the app's own, such as one that opens store links; without one, its options. */
export type MountOptions = ScreenOptions & (WebGateOptions | { readonly client: GateClient });

export interface MountedGate {
  readonly client: GateClient;
  /** Removes what is shown, and closes the client. */
  close(): void;
}

/** The screen of a blocked app, or a banner, in the page until it is removed. */
interface Part {
  /** `screen`, or the status that the banner is about. */
  readonly kind: string;
  readonly root: HTMLElement;
  draw(): void;
  remove(): void;
}

/**
 * Starts a client, and shows its state above the page: a screen while the app is blocked, a banner where there is something to announce.
 * @param element gets the banner as its first child and the screen as its last one: `document.body`, or another that no framework renders
 */
export function mountGate(element: Element, options: MountOptions): MountedGate {
  const client = "client" in options ? options.client : createWebGate(options);
  const { language = navigator.language, words } = options;
  let part: Part | null = null;
  const show = () => {
    const { blocked, status } = client.state;
    const kind = blocked ? "screen" : status === "announced" || status === "recommended" ? status : null;
    if (part?.kind === kind && part.root.isConnected) return part.draw();
    part?.remove();
    part = kind && addPart(kind);
  };
  const isLost = () => part?.root.isConnected === false;
  // Other code can replace the page's content, such as Turbo for the back button. Later, so that no loop with it stops the page.
  const observer = new MutationObserver(() => isLost() && setTimeout(() => isLost() && show()));
  const listeners = [client.subscribe(show), followLoadedWords(show)];
  loadWords(language);
  void client.start();
  show();
  return {
    client,
    close() {
      for (const stop of listeners) stop();
      client.close();
      part?.remove();
      part = null;
    },
  };

  function addPart(kind: string): Part {
    const screen = kind === "screen" ? document.createElement("dialog") : null;
    const root = screen ?? document.createElement("section");
    const parent = element.isConnected ? element : document.body;
    let notice: GateNotice | null = null;
    let focused = "";
    const actions = createGateActions(client, (next) => {
      notice = next;
      draw();
    });
    const draw = () => {
      const { state } = client;
      const { support, extras = null } = options;
      const gate = { client, state, notice, ...actions, ...findWords(readLoadedWords(), language, words) };
      // A page that places its parts side by side would place the banner among them.
      const position = getComputedStyle(parent).display === "block" ? "sticky" : "fixed";
      const parts = { id: "drawbridge-", support, extras };
      patchNode(root, screen ? drawScreen(describe, gate, parts) : drawBanner(describe, gate, position));
      // Another status or title is another screen, which is read aloud again.
      const shown = `${state.status} ${state.title}`;
      if (screen && shown !== focused) screen.querySelector("h1")?.focus();
      focused = shown;
    };
    // Turbo keeps a copy of the page, and leaves such elements out.
    root.dataset.turboTemporary = "";
    if (screen) parent.append(screen);
    else parent.prepend(root);
    observer.observe(document.documentElement, { childList: true, subtree: true });
    const uncover = screen ? coverPage(screen) : () => undefined;
    draw();
    return {
      kind,
      root,
      draw,
      remove() {
        observer.disconnect();
        actions.end();
        uncover();
        root.remove();
      },
    };
  }
}
