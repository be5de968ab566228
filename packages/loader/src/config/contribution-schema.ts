import { type InsertionData, type OnMissing, type Place, type RuleData, type When, type Which } from "@passwright/sdk";
import { type DataCheck, type KeyDoc } from "./data-check.ts";
import { type DataNode } from "./node.ts";

/** Something that stood in a file, and the line it stood on. */
export interface Placed<T> {
  readonly data: T;
  readonly line?: number;
}

const PLACES = ["before", "after", "beforeType", "afterType", "at", "end"] as const;
const RELATIONS = ["before", "after", "beforeSome", "afterSome"] as const;
const SUBJECTS = ["pass", "type"] as const;

const placeKeys: { readonly [K in (typeof PLACES)[number]]: KeyDoc } = {
  before: { doc: "the name of a pass" },
  after: { doc: "the name of a pass" },
  beforeType: { doc: "a pass type" },
  afterType: { doc: "a pass type" },
  at: { doc: "the name of an extension point" },
  end: { doc: "true: the end of the pipeline" },
};

const insertionKeys: { readonly [key: string]: KeyDoc } = {
  pass: { doc: "the name of the pass to insert", required: true },
  ...placeKeys,
  options: { doc: "options of the pass" },
  types: { doc: "pass types, in place of its own" },
  which: { doc: "which of several passes of that name: only, first, last or each" },
  onMissing: { doc: "what to do if the place is not there: error, skip or { use: … }" },
  when: { doc: "for which target, level and option: { target, level, option }" },
  reason: { doc: "why, for those who read the plan" },
};

const whenKeys: { readonly [key: string]: KeyDoc } = {
  target: { doc: "a target, or a list of them" },
  level: { doc: "a level, or a list of them" },
  option: { doc: "values of options" },
};

const ruleKeys: { readonly [key: string]: KeyDoc } = {
  pass: { doc: "the pass that the rule is about" },
  type: { doc: "the pass type that the rule is about" },
  before: { doc: "a pass, or { type }: the subject is before all of them" },
  after: { doc: "a pass, or { type }: the subject is after all of them" },
  beforeSome: { doc: "a pass, or { type }: at least one is after the subject" },
  afterSome: { doc: "a pass, or { type }: at least one is before the subject" },
  strong: { doc: "true: an error if it cannot be met" },
  reason: { doc: "why the rule is there", required: true },
};

/** `{ pass: strip, before: lower }`: an insertion as data. */
export function readInsertion(check: DataCheck, node: DataNode, path: string): Placed<InsertionData> | undefined {
  const found = check.map(node, path, insertionKeys);
  if (found === undefined) return undefined;
  const pass = check.text(found.get("pass"), `${path}.pass`);
  const place = readPlace(check, node, path, found);
  const options = check.values(found.get("options"), `${path}.options`);
  const types = found.has("types") ? check.texts(found.get("types"), `${path}.types`) : undefined;
  const which = check.word<Which>(found.get("which"), `${path}.which`, ["only", "first", "last", "each"]);
  const onMissing = readOnMissing(check, found.get("onMissing"), `${path}.onMissing`);
  const when = readWhen(check, found.get("when"), `${path}.when`);
  const reason = check.text(found.get("reason"), `${path}.reason`);
  if (pass === undefined || place === undefined) return undefined;
  const data: InsertionData = {
    pass,
    ...place,
    ...(options === undefined ? {} : { options }),
    ...(types === undefined ? {} : { types }),
    ...(which === undefined ? {} : { which }),
    ...(onMissing === undefined ? {} : { onMissing }),
    ...(when === undefined ? {} : { when }),
    ...(reason === undefined ? {} : { reason }),
  };
  return placed(check, node, data);
}

/** `{ type: Cleanup, afterSome: { type: Lowering }, reason: … }`: a rule as data. */
export function readRule(check: DataCheck, node: DataNode, path: string): Placed<RuleData> | undefined {
  const found = check.map(node, path, ruleKeys);
  if (found === undefined) return undefined;
  const subject = check.oneKey(node, path, found, SUBJECTS);
  const relation = check.oneKey(node, path, found, RELATIONS);
  const reason = check.text(found.get("reason"), `${path}.reason`);
  const strong = check.boolean(found.get("strong"), `${path}.strong`);
  if (subject === undefined || relation === undefined || reason === undefined) return undefined;
  const name = check.text(found.get(subject), `${path}.${subject}`);
  const target = readTarget(check, found.get(relation), `${path}.${relation}`);
  if (name === undefined || target === undefined) return undefined;
  const data = { [subject]: name, [relation]: target, reason, ...(strong === undefined ? {} : { strong }) };
  return placed(check, node, data as unknown as RuleData);
}

/** Data with the line of its node. */
export function placed<T>(check: DataCheck, node: DataNode, data: T): Placed<T> {
  const line = check.lineOf(node);
  return line === undefined ? { data } : { data, line };
}

function readPlace(
  check: DataCheck,
  node: DataNode,
  path: string,
  found: ReadonlyMap<string, DataNode>,
): Place | undefined {
  const key = check.oneKey(node, path, found, PLACES);
  if (key === undefined) return undefined;
  const value = found.get(key) as DataNode;
  if (key === "end") {
    return check.boolean(value, `${path}.end`) === false ? check.wrong(value, `${path}.end`, "true") : { end: true };
  }
  const name = check.text(value, `${path}.${key}`);
  return name === undefined ? undefined : ({ [key]: name } as unknown as Place);
}

function readOnMissing(check: DataCheck, node: DataNode | undefined, path: string): OnMissing | undefined {
  if (node === undefined) return undefined;
  if (node.kind !== "map") return check.word(node, path, ["error", "skip"]);
  const use = check.map(node, path, { use: { doc: "another place", required: true } })?.get("use");
  if (use === undefined) return undefined;
  const found = check.map(use, `${path}.use`, placeKeys);
  const place = found === undefined ? undefined : readPlace(check, use, `${path}.use`, found);
  return place === undefined ? undefined : { use: place };
}

/** when ::= `{` target: word | list, level: word | list, option: map `}` */
function readWhen(check: DataCheck, node: DataNode | undefined, path: string): When | undefined {
  if (node === undefined) return undefined;
  const found = check.map(node, path, whenKeys);
  const target = readWords(check, found?.get("target"), `${path}.target`);
  const level = readWords(check, found?.get("level"), `${path}.level`);
  const option = check.values(found?.get("option"), `${path}.option`) as When["option"];
  return {
    ...(target === undefined ? {} : { target }),
    ...(level === undefined ? {} : { level }),
    ...(option === undefined ? {} : { option }),
  };
}

function readWords(check: DataCheck, node: DataNode | undefined, path: string): string | string[] | undefined {
  return node?.kind === "list" ? check.texts(node, path) : check.text(node, path, "a text, or a list of texts");
}

/** A pass by name, or `{ type }`: what a rule or an order refers to. */
export function readTarget(
  check: DataCheck,
  node: DataNode | undefined,
  path: string,
): string | { readonly type: string } | undefined {
  if (node?.kind !== "map") return check.text(node, path, "the name of a pass, or a map with `type`");
  const found = check.map(node, path, { type: { doc: "a pass type", required: true } });
  const type = check.text(found?.get("type"), `${path}.type`);
  return type === undefined ? undefined : { type };
}
