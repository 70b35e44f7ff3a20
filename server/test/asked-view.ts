/** A compiled project that a test asks as an unrestricted key would, without a catalog. */
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { answer, type ReadEndpoint, type ReadProblem, type ValidOutcome, wholeScope } from "../src/reads/catalog/answer.ts";
import { AnswerStore } from "../src/reads/catalog/answer-store.ts";
import type { CompiledProject } from "../src/reads/catalog/compiled-project.ts";
import { textOf } from "../src/reads/catalog/finished-answer.ts";
import { ProjectView } from "../src/reads/catalog/project-view.ts";
import { LanguageHeaders, lookup, phones } from "../src/reads/catalog/wanted-languages.ts";

/** All questions share finished answers, as in a catalog. */
export class AskedView {
  readonly #view: ProjectView;
  readonly #answers = new AnswerStore(1_000_000).answersOf(1);
  readonly #languages = new LanguageHeaders(lookup);
  readonly #phoneLanguages = new LanguageHeaders(phones);

  constructor(state: ProjectState) {
    const kinds = ["project", "platform", "instance", "window", "override"] as const;
    this.#view = new ProjectView(
      kinds.flatMap((kind) => [...state[kind]].map(([id, { value }]) => ({ kind, id, schema: 1, value: JSON.stringify(value) }))),
    );
  }

  get project(): CompiledProject {
    return this.#view.project;
  }

  answer(
    endpoint: ReadEndpoint,
    query: Readonly<Record<string, string>>,
    now: number,
    acceptLanguage: string | null = null,
  ): ValidOutcome | ReadProblem {
    const [languages, phoneLanguages] = [this.#languages, this.#phoneLanguages];
    const asked = { view: this.#view, scope: wholeScope, answers: this.#answers, languages, phoneLanguages, now };
    return answer(asked, { endpoint, query: new URLSearchParams(query).toString(), acceptLanguage });
  }
}

export function bodyOf({ outcome }: ValidOutcome) {
  return JSON.parse(textOf(outcome.body));
}
