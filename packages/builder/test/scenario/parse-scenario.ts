import { type Place, type Relation, type Selector, type Which } from "@passwright/builder";
import { type Scenario, type ScenarioParty, type ScenarioStep } from "./scenario.ts";

/** The words of one line, a quoted text being one word. */
class Words {
  readonly #words: readonly string[];
  #at = 0;
  readonly #line: string;

  constructor(line: string) {
    this.#line = line;
    this.#words = [...line.matchAll(/"[^"]*"|\S+/g)].map(([word]) => word);
  }

  next(): string {
    const word = this.#words[this.#at++];
    if (word === undefined) throw new Error(`something is missing: ${this.#line}`);
    return word;
  }

  /** Takes the next word if it is this one. */
  take(word: string): boolean {
    if (this.#words[this.#at] !== word) return false;
    this.#at++;
    return true;
  }

  /** Takes the next word if it is quoted, without the quotes. */
  takeText(): string | undefined {
    const word = this.#words[this.#at];
    if (word === undefined || !word.startsWith('"')) return undefined;
    this.#at++;
    return word.slice(1, -1);
  }

  end(): void {
    if (this.#at < this.#words.length) throw new Error(`what is ${this.#words[this.#at]}? ${this.#line}`);
  }
}

function parsePlace(words: Words): Place {
  const word = words.next();
  switch (word) {
    case "before":
      return { before: words.next() };
    case "after":
      return { after: words.next() };
    case "beforeType":
      return { beforeType: words.next() };
    case "afterType":
      return { afterType: words.next() };
    case "at":
      return { at: words.next() };
    case "end":
      return { end: true };
    default:
      throw new Error(`no such place: ${word}`);
  }
}

const selector = (word: string): Selector => (word.startsWith("type:") ? { type: word.slice(5) } : { pass: word });

/** `pass ::= name (`:` type (`,` type)*)? (`on` anchor)? `poor`?` */
function parsePass(words: Words): { name: string; types?: string[]; anchor?: string; isPoor?: boolean } {
  const name = words.next();
  const types = words.take(":") ? { types: words.next().split(",") } : {};
  const anchor = words.take("on") ? { anchor: words.next() } : {};
  return { name, ...types, ...anchor, ...(words.take("poor") ? { isPoor: true } : {}) };
}

/** `act ::= (`strong` | `weak`) selector relation selector reason? | pass place (`which` which)? (`missing` …)? reason?` */
function parseAct(words: Words, line: number): ScenarioParty["acts"][number] {
  for (const strength of ["strong", "weak"] as const) {
    if (!words.take(strength)) continue;
    const [subject, relation, target] = [selector(words.next()), words.next() as Relation, selector(words.next())];
    return { kind: "rule", strength, subject, relation, target, reason: words.takeText() ?? "because", line };
  }
  const { name, types, anchor } = parsePass(words);
  const place = parsePlace(words);
  const which = words.take("which") ? { which: words.next() as Which } : {};
  let missing = {};
  if (words.take("missing")) missing = { onMissing: words.take("use") ? { use: parsePlace(words) } : words.next() };
  const reason = words.takeText();
  return {
    kind: "insert",
    pass: name,
    ...(types && { types }),
    ...(anchor === undefined ? {} : { anchor }),
    place,
    ...which,
    ...missing,
    ...(reason === undefined ? {} : { reason }),
    line,
  };
}

/** `step ::= `>` anchor | `.` point | `+` pass place | pass`; what is nested is indented. */
function parseStep(words: Words): ScenarioStep {
  if (words.take(">")) return { kind: "nest", anchor: words.next(), steps: [] };
  if (words.take(".")) return { kind: "point", name: words.next() };
  if (!words.take("+")) return { kind: "pass", ...parsePass(words) };
  return { kind: "pass", ...parsePass(words), place: parsePlace(words) };
}

/**
 * Reads a scenario: `framework NAME on ANCHOR` with the framework's steps indented below, then for each party
 * `plugin NAME`, `config NAME` or `data NAME` (a plugin's manifest) with what it does indented below.
 */
export function parseScenario(text: string): Scenario {
  let framework = { name: "kiln", anchor: "builtin.module" };
  const steps: ScenarioStep[] = [];
  const parties: (ScenarioParty & { readonly acts: ScenarioParty["acts"][number][] })[] = [];
  let open: { indent: number; steps: ScenarioStep[] }[] = [];
  text.split("\n").forEach((line, index) => {
    if (line.trim() === "") return;
    const indent = line.length - line.trimStart().length;
    const words = new Words(line);
    const party = parties.at(-1);
    if (words.take("framework")) {
      framework = { name: words.next(), anchor: words.take("on") ? words.next() : "builtin.module" };
      open = [{ indent, steps }];
    } else if (words.take("plugin")) {
      parties.push({ kind: "plugin", name: words.next(), isData: false, acts: [] });
    } else if (words.take("data")) {
      parties.push({ kind: "plugin", name: words.next(), isData: true, acts: [] });
    } else if (words.take("config")) {
      parties.push({ kind: "config", name: words.next(), isData: true, acts: [] });
    } else if (party !== undefined) {
      party.acts.push(parseAct(words, index + 1));
    } else {
      while (open.length > 1 && indent <= (open.at(-1)?.indent ?? 0)) open.pop();
      const step = parseStep(words);
      open.at(-1)?.steps.push(step);
      if (step.kind === "nest") open.push({ indent, steps: step.steps as ScenarioStep[] });
    }
    words.end();
  });
  return { framework: framework.name, anchor: framework.anchor, steps, parties };
}
