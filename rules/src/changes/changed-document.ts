import { findProject, type ProjectState } from "../project/project-state.ts";
import type { Steps } from "../values/steps.ts";
import { type Difference, differences, inPrintedOrder } from "./document-diff.ts";
import { type Manifest, manifestDocument } from "./manifest.ts";
import { printProtection, readProtection } from "./protection.ts";

type Document = Readonly<Record<string, unknown>>;

/** Differences between the two documents; only the changed parts are printed. */
export function* changedDocument(before: ProjectState, after: ProjectState): Steps<Difference[]> {
  const present: Difference[] = [];
  const added: Difference[] = [];
  for (const [was, is] of changedParts(before, after)) {
    for (const difference of differences(was, is)) (difference.before === undefined ? added : present).push(difference);
    yield;
  }
  return [...present, ...added];
}

const listed = ["platform", "instance", "window"] as const;

function* changedParts(before: ProjectState, after: ProjectState): Generator<readonly [Document, Document], undefined> {
  const sides = [before, after] as const;
  yield both(sides, (state) => partOf(state, {}));
  for (const kind of listed) {
    const isWhole = !findProject(before) !== !findProject(after);
    const ids = isWhole ? [...before[kind].keys(), ...after[kind].keys()] : after[kind].differingFrom(before[kind] as never);
    for (const id of inPrintedOrder(ids)) {
      yield both(sides, (state) => {
        const held = state[kind].get(id);
        const key = `${kind}s` as const;
        const { [key]: own } = held ? partOf(state, { [key]: { [id]: held.value } }) : {};
        return own === undefined ? {} : { [key]: own };
      });
    }
  }
  yield both(sides, (state) =>
    findProject(state) && state.protection.size > 0 ? { protection: printProtection(readProtection(state)) } : {},
  );
}

function both([before, after]: readonly [ProjectState, ProjectState], print: (state: ProjectState) => Document) {
  return [print(before), print(after)] as const;
}

function partOf(state: ProjectState, part: Partial<Manifest>): Record<string, unknown> {
  const header = findProject(state);
  return header ? withoutName({ project: state.id, header, platforms: {}, instances: {}, windows: {}, ...part }) : {};
}

function withoutName(manifest: Manifest): Record<string, unknown> {
  const { apiVersion: _, project: __, ...document } = manifestDocument(manifest);
  return document;
}
