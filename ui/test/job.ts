/** The page counts its steps: pointer downs, and keys that are no text. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";

interface Job {
  /** Labels of what was pressed, or chosen in a native select. */
  pointers: string[];
  /** `Tab`, `Shift+Tab`, `Control+k`. */
  keys: string[];
  /** Uses of anything but the keyboard; null means they are allowed. */
  cheats: string[] | null;
}

interface Step {
  readonly kind: "pointer" | "key" | "filled" | "none";
  readonly name: string;
}

const jobs = new WeakMap<Page, Job>();

export function startJob(page: Page): Promise<void> {
  return start(page, null);
}

/** Fails at its end if it used the pointer, or filled a field without keys. */
export function startKeyboardJob(page: Page): Promise<void> {
  return start(page, []);
}

async function start(page: Page, cheats: string[] | null): Promise<void> {
  const job = jobs.get(page);
  const fresh: Job = { pointers: [], keys: [], cheats };
  if (job) {
    await received(page);
    Object.assign(job, fresh);
    return;
  }
  jobs.set(page, fresh);
  await page.exposeFunction("countStep", (step: Step) => count(fresh, step));
  await page.addInitScript(listen);
  await page.evaluate(listen);
}

function count(job: Job, { kind, name }: Step): void {
  if (kind === "key") job.keys.push(name);
  if (kind === "pointer") job.pointers.push(name);
  if (kind === "pointer" || kind === "filled") job.cheats?.push(`${kind}: ${name}`);
}

export async function assertSteps(page: Page, limit = Number.POSITIVE_INFINITY): Promise<void> {
  await received(page);
  const job = jobs.get(page);
  assert.ok(job, "no job began on this page");
  const { pointers, keys, cheats } = job;
  const list = `${pointers.join(" · ")}\n${keys.join(" ")}`;
  if (cheats) assert.deepEqual(cheats, [], `a job by keyboard alone took:\n${list}`);
  const total = pointers.length + keys.length;
  assert.ok(total > 0, "a job without a step");
  assert.ok(total <= limit, `${total} steps, of at most ${limit}:\n${list}`);
}

/** The page reports its steps in order, so that a later answer follows them. */
async function received(page: Page): Promise<void> {
  await page.evaluate("countStep({ kind: 'none', name: '' })");
}

/** Runs in the page. */
function listen(): void {
  const scope = window as unknown as { countStep(step: Step): void; countsSteps?: true };
  if (scope.countsSteps) return;
  scope.countsSteps = true;
  /** A test can set text without a key. */
  let lastKeyAt: EventTarget | null = null;
  const nameOf = (target: EventTarget | null) => {
    const element = (target as Element | null)?.closest?.("button, a, [role], input, textarea, select, label") ?? target;
    if (!(element instanceof Element)) return "the page";
    const label = (element as HTMLInputElement).labels?.[0]?.textContent;
    return (element.getAttribute("aria-label") ?? label ?? (element.textContent || element.tagName)).trim().slice(0, 60);
  };
  const isTextField = (target: EventTarget | null) =>
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !/^(?:button|checkbox|radio|range|submit|reset|color|file|image)$/.test(target.type));
  const isText = (event: KeyboardEvent) => {
    if (!isTextField(event.target)) return false;
    if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === "a";
    return event.key.length === 1 || event.key === "Backspace" || event.key === "Delete";
  };
  addEventListener(
    "pointerdown",
    (event) => {
      lastKeyAt = null;
      if (event.isTrusted) scope.countStep({ kind: "pointer", name: nameOf(event.target) });
    },
    true,
  );
  addEventListener(
    "keydown",
    (event) => {
      lastKeyAt = event.target;
      if (!event.isTrusted || event.repeat || /^(?:Shift|Control|Alt|Meta)$/.test(event.key) || isText(event)) return;
      const isLetter = event.key.length === 1 && event.key !== " ";
      const modifiers = [
        event.ctrlKey && "Control",
        event.metaKey && "Meta",
        event.altKey && "Alt",
        event.shiftKey && !isLetter && "Shift",
      ];
      const key = event.key === " " ? "Space" : event.key;
      scope.countStep({ kind: "key", name: [...modifiers.filter(Boolean), key].join("+") });
    },
    true,
  );
  addEventListener(
    "input",
    (event) => {
      const { target } = event;
      if (lastKeyAt !== target && isTextField(target)) scope.countStep({ kind: "filled", name: nameOf(target) });
    },
    true,
  );
  // The popup of a native select sends the page no pointer event.
  addEventListener(
    "change",
    (event) => {
      const { target } = event;
      if (target instanceof HTMLSelectElement && lastKeyAt !== target) scope.countStep({ kind: "pointer", name: nameOf(target) });
    },
    true,
  );
}
