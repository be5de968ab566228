import type { BundleKind, Place, Relation, Selector, Which } from "@passwright/builder";
import type {
  Scenario,
  ScenarioAct,
  ScenarioOverride,
  ScenarioContributor,
  ScenarioPass,
  ScenarioStep,
} from "./scenario.ts";

/** Words of one line. A quoted text is one word. */
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

  /** Returns whether the next word is `word`, and skips the word in that case. */
  take(word: string): boolean {
    if (this.#words[this.#at] !== word) return false;
    this.#at++;
    return true;
  }

  /** Returns the next word without its quotes and skips the word, if the word is quoted. */
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

/** Parses `(`:` type (`,` type)*)? (`on` anchor)?`. */
function parseKind(words: Words): { types?: string[]; anchor?: string } {
  const types = words.take(":") ? { types: words.next().split(",") } : {};
  const anchor = words.take("on") ? { anchor: words.next() } : {};
  return { ...types, ...anchor };
}

/** `without ::= (`without` name (`,` name)*)?` */
function parseWithout(words: Words): { without?: string[] } {
  return words.take("without") ? { without: words.next().split(",") } : {};
}

/** `pass ::= name kind `poor`? `removable`?` */
function parsePass(words: Words): Omit<ScenarioPass, "kind"> {
  const name = words.next();
  const kind = parseKind(words);
  const isPoor = words.take("poor") ? { isPoor: true } : {};
  return { name, ...kind, ...isPoor, ...(words.take("removable") ? { isRemovable: true } : {}) };
}

/**
 * `act ::= (`strong` | `weak`) selector relation selector reason? | `remove` target | `replace` target pass
 *        | pass where | `bundle` name (`open` | `contiguous` | `atomic`) name (`,` name)* without kind where`,
 * `where ::= place (`which` which)? (`missing` …)? reason?`
 */
function parseAct(words: Words, line: number): ScenarioAct {
  for (const strength of ["strong", "weak"] as const) {
    if (!words.take(strength)) continue;
    const [subject, relation, target] = [selector(words.next()), words.next() as Relation, selector(words.next())];
    return { kind: "rule", strength, subject, relation, target, reason: words.takeText() ?? "because", line };
  }
  if (words.take("remove")) return { kind: "remove", target: words.next(), line };
  if (words.take("replace")) {
    const target = words.next();
    const { name: pass, ...rest } = parsePass(words);
    return { kind: "replace", target, pass, ...rest, line };
  }
  if (words.take("bundle")) {
    const [name, bundle, passes] = [words.next(), words.next() as BundleKind, words.next().split(",")];
    return {
      kind: "bundle",
      name,
      bundle,
      passes,
      ...parseWithout(words),
      ...parseKind(words),
      ...parseWhere(words),
      line,
    };
  }
  const { name, types, anchor } = parsePass(words);
  return {
    kind: "insert",
    pass: name,
    ...(types && { types }),
    ...(anchor === undefined ? {} : { anchor }),
    ...parseWhere(words),
    line,
  };
}

/** Parses one position, such as `end`, or several: `before a or at b or end`. */
function parsePlaces(words: Words): Place | readonly Place[] {
  const places = [parsePlace(words)];
  while (words.take("or")) places.push(parsePlace(words));
  return places.length === 1 ? (places[0] as Place) : places;
}

function parseWhere(words: Words): { place: Place; which?: Which; reason?: string } {
  const place = parsePlace(words);
  const which = words.take("which") ? { which: words.next() as Which } : {};
  let missing = {};
  if (words.take("missing")) missing = { onMissing: words.take("use") ? { use: parsePlaces(words) } : words.next() };
  const reason = words.takeText();
  return { place, ...which, ...missing, ...(reason === undefined ? {} : { reason }) };
}

/**
 * Parses ``step ::= `>` anchor | `.` point | `bundle` name kind without | `+` pass place | pass``. Nested steps and
 * members of a bundle are indented.
 */
function parseStep(words: Words): ScenarioStep {
  if (words.take(">")) return { kind: "nest", anchor: words.next(), steps: [] };
  if (words.take(".")) return { kind: "point", name: words.next() };
  if (words.take("bundle"))
    return {
      kind: "bundle",
      name: words.next(),
      bundle: words.next() as BundleKind,
      ...parseWithout(words),
      steps: [],
    };
  if (!words.take("+")) return { kind: "pass", ...parsePass(words) };
  return { kind: "pass", ...parsePass(words), place: parsePlace(words) };
}

/**
 * Parses a scenario: `framework NAME on ANCHOR` with the framework's steps indented below, then for each contributor
 * `plugin NAME`, `config NAME` or `data NAME` (the manifest of a plugin) with its calls indented below. Further lines
 * are `declare PASS`, `ban STEP` and `pin STEP`.
 */
export function parseScenario(text: string): Scenario {
  let framework = { name: "kiln", anchor: "builtin.module" };
  const steps: ScenarioStep[] = [];
  const declared: ScenarioPass[] = [];
  const overrides: ScenarioOverride[] = [];
  const contributors: (ScenarioContributor & { readonly acts: ScenarioAct[] })[] = [];
  let open: { indent: number; steps: ScenarioStep[] }[] = [];
  text.split("\n").forEach((line, index) => {
    if (line.trim() === "") return;
    const indent = line.length - line.trimStart().length;
    const words = new Words(line);
    const contributor = contributors.at(-1);
    if (words.take("declare")) declared.push({ kind: "pass", ...parsePass(words) });
    else if (words.take("ban")) overrides.push({ ban: words.next() });
    else if (words.take("pin")) overrides.push({ pin: words.next() });
    else if (words.take("framework")) {
      framework = { name: words.next(), anchor: words.take("on") ? words.next() : "builtin.module" };
      open = [{ indent, steps }];
    } else if (words.take("plugin")) {
      contributors.push({ kind: "plugin", name: words.next(), isData: false, acts: [] });
    } else if (words.take("data")) {
      contributors.push({ kind: "plugin", name: words.next(), isData: true, acts: [] });
    } else if (words.take("config")) {
      contributors.push({ kind: "config", name: words.next(), isData: true, acts: [] });
    } else if (contributor !== undefined) {
      contributor.acts.push(parseAct(words, index + 1));
    } else {
      while (open.length > 1 && indent <= (open.at(-1)?.indent ?? 0)) open.pop();
      const step = parseStep(words);
      open.at(-1)?.steps.push(step);
      if (step.kind === "nest" || step.kind === "bundle") open.push({ indent, steps: step.steps as ScenarioStep[] });
    }
    words.end();
  });
  return { framework: framework.name, anchor: framework.anchor, declared, steps, contributors, overrides };
}
