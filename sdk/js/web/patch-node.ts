/** Elements of a plain page: described by the functions that draw the gate, and changed where a description differs. */
import type { Draw } from "./draw-gate.ts";

/** The app's own elements are nodes already. */
export type Described =
  | Node
  | { readonly tag: string; readonly props: object; readonly children: readonly (Described | string | null)[] };

export const describe: Draw<Described> = (tag, props, ...children) => ({ tag, props, children });

/** @returns the node of the description: the old one where it can be, so that it has its focus and is not announced again */
export function patchNode(old: Node | null | undefined, next: Described | string | null): Node {
  if (next instanceof Node) return next;
  if (next === null || typeof next === "string") {
    const text = old instanceof Text ? old : new Text();
    if (text.data !== (next ?? "")) text.data = next ?? "";
    return text;
  }
  const element = old instanceof HTMLElement && old.localName === next.tag ? old : document.createElement(next.tag);
  const { style, onClick = null, ...attributes } = next.props as Readonly<Record<string, unknown>>;
  Object.assign(element.style, style);
  Object.assign(element, { onclick: onClick });
  for (const [name, value] of Object.entries(attributes))
    if (value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, String(value));
  next.children.forEach((child, at) => {
    const before = element.childNodes[at];
    const node = patchNode(before, child);
    if (!before) element.append(node);
    else if (node !== before) before.replaceWith(node);
  });
  return element;
}
