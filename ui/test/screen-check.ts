/** All but the accessibility rules run in the page. */
import { machineText } from "../../server/test/machine-text.ts";
import type { ConsolePage } from "./console-page.ts";

const sizes = ["12px", "14px", "16px", "20px", "32px"];
const weights = ["400", "500", "600"];
const type = sizes.flatMap((size) => weights.map((weight) => `${size} ${weight}`));

/** @param hasRoom false means the page is narrower than any device, where only its shape counts */
export async function checkScreen(visitor: ConsolePage, hasRoom = true): Promise<string[]> {
  const { page } = visitor;
  const found = await Promise.all([
    page.evaluate(brokenParts),
    page.evaluate(wrongShape),
    page.evaluate(wrongType, type),
    page.evaluate(
      machineParts,
      machineText.map(({ source }) => source),
    ),
  ]);
  const wrong = found.flat();
  if (hasRoom) await visitor.accessible().catch((error: Error) => wrong.push(error.message));
  return wrong;
}

function brokenParts(): string[] {
  const values = [...document.querySelectorAll<HTMLInputElement>("input, textarea")].map(({ value }) => value);
  const text = [document.documentElement.outerHTML, ...values].join("\n");
  const broken = document.querySelector("[data-broken-screen]")?.parentElement?.textContent;
  const isNumber = [...text.matchAll(/.{0,80}(?:\bNaN\b|Invalid Date).{0,20}/g)].map(([part]) => part);
  return broken === undefined ? isNumber : [`broken: ${broken}`, ...isNumber];
}

function wrongShape(): string[] {
  const wrong: string[] = [];
  const root = document.scrollingElement;
  if (root && root.scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll("main *")].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);
    wrong.push(`the page is ${root.scrollWidth} wide: ${wide.slice(0, 3).map((each) => each.outerHTML.slice(0, 120))}`);
  }
  for (const dialog of document.querySelectorAll("[role=dialog]")) {
    const { left, right } = dialog.getBoundingClientRect();
    if (left < 0 || right > innerWidth) wrong.push(`a dialog is from ${left} to ${right}`);
    if (dialog.scrollWidth > dialog.clientWidth + 1) wrong.push(`a dialog is scrolled sideways: ${dialog.scrollWidth}`);
  }
  if (location.pathname === "/sign-in") return wrong;
  const headings = [...document.querySelectorAll("h1")].map((each) => each.textContent ?? "");
  if (headings.length !== 1) wrong.push(`h1: ${headings.join(", ")}`);
  const title = document.title.split(" · ");
  if (title[0] !== headings[0] || title.at(-1) !== "Drawbridge") wrong.push(`the title is ${document.title}`);
  return wrong;
}

/** Each with an example. */
function wrongType(allowed: readonly string[]): string[] {
  const examples = new Map<string, string>();
  const note = (element: Element, text: string) => {
    if (element.getClientRects().length === 0 || !element.checkVisibility({ visibilityProperty: true })) return;
    const { fontSize, fontWeight } = getComputedStyle(element);
    const name = `${fontSize} ${fontWeight}`;
    if (!allowed.includes(name) && !examples.has(name)) examples.set(name, text.trim().slice(0, 40));
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement, textContent } = texts.currentNode;
    if (parentElement && textContent?.trim()) note(parentElement, textContent);
  }
  for (const field of document.querySelectorAll<HTMLInputElement>("input:not([type=checkbox], [type=radio]), textarea, select"))
    note(field, field.value || field.placeholder || field.name || "a field");
  return [...examples].map(([name, text]) => `type ${name}: ${text}`);
}

function machineParts(patterns: readonly string[]): string[] {
  const found: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement, textContent } = texts.currentNode;
    if (!parentElement?.checkVisibility() || parentElement.closest("pre, code, textarea, noscript")) continue;
    for (const pattern of patterns) {
      const [part] = new RegExp(`.{0,40}(?:${pattern}).{0,20}`).exec(textContent ?? "") ?? [];
      if (part !== undefined) found.push(`for programs: ${part}`);
    }
  }
  return found;
}

/** Runs in the page after a key press. */
export async function unseenFocus(): Promise<string[]> {
  const dialog = [...document.querySelectorAll("[role=dialog]")].at(-1) ?? document;
  const stops = [
    ...dialog.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, [tabindex='0'], summary"),
  ].filter((each) => !each.matches(":disabled, [tabindex='-1']") && each.checkVisibility() && each.getClientRects().length > 0);
  const lookOf = (stop: HTMLElement) =>
    [stop, stop.parentElement, stop.parentElement?.parentElement, ...(stop.parentElement?.children ?? []), ...stop.children]
      .map((each) => {
        if (!each) return "";
        const { outline, boxShadow, borderColor, backgroundColor, opacity, transform } = getComputedStyle(each);
        return [outline, boxShadow, borderColor, backgroundColor, opacity, transform].join();
      })
      .join("|");
  const unseen: string[] = [];
  for (const stop of stops) {
    stop.focus();
    if (document.activeElement !== stop) continue;
    const focused = lookOf(stop);
    stop.blur();
    if (lookOf(stop) === focused) unseen.push(`the focus is not seen on ${stop.outerHTML.slice(0, 160)}`);
  }
  return unseen;
}
