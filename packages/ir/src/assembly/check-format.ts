import type { OpStructure, ValueDefinition } from "../dialects/op-structure.ts";
import { bitsOfTraits, traitBit } from "../dialects/traits.ts";
import { canStartWith, startOf, startsOf, startsWithWord } from "./element-start.ts";
import type { Instruction, Program } from "./instruction.ts";

/* Checks of `mlir/tools/mlir-tblgen/OpFormatGen.cpp`: the printed form must contain all data, and be unambiguous. */

type Kind = Instruction["kind"];
type Of<K extends Kind> = Extract<Instruction, { readonly kind: K }>;

/** Elements that can be in an optional group. */
const IN_GROUP = kindsIn(
  "literal space newline operand type attribute unit-attribute region empty-region successor successors directive " +
    "result-types optional repeat jump",
);
/** Elements at which the parser can decide whether an optional group is present. */
const FIRST = kindsIn("literal operand attribute region successor successors directive");
const SPACE = kindsIn("space newline");
/** Elements for which an operation can have data, without the anchor of their group. */
const DATA = kindsIn("operand type attribute unit-attribute region successor successors result-types");
/** Elements without a text for the parser. */
const EMPTY = [...SPACE, ...kindsIn("unit-attribute empty-region")];
/** Elements that can end with a letter or digit. */
const ENDS_WITH_WORD = kindsIn("operand operands type operand-types result-types functional-type attribute successor");
const TYPES = kindsIn("type operand-types result-types functional-type");
/** Elements whose text can be a list. */
const LISTS = kindsIn("operands operand-types result-types successors");

function kindsIn(words: string): readonly Kind[] {
  return words.split(" ") as Kind[];
}

/** Texts that can follow an operation. */
const AFTER: Readonly<Record<string, string>> = {
  "%": "the next operation",
  '"': "the next operation",
  "^": "the next block",
  "}": "the end of the region",
  loc: "the location",
};
const followers = (texts: string): readonly Instruction[] =>
  texts.split(" ").map((text) => ({ kind: "literal", text, isWord: text === "loc", spaceBefore: true }));
const AFTER_TERMINATOR = followers("^ } loc");
const AFTER_OTHERS = followers('% " } loc');

/** Returns why a format of an operation cannot be used, or `undefined` for a good format. */
export function problemOfFormat(definition: OpStructure, program: Program): string | undefined {
  const format = new CheckedFormat(definition, program.instructions);
  return format.repeated() ?? format.badGroup() ?? format.outsideOfGroup() ?? format.ambiguity() ?? format.missing();
}

class CheckedFormat {
  readonly #definition: OpStructure;
  readonly #all: readonly Instruction[];
  /** Instructions without the alternatives of optional groups. */
  readonly #main: readonly Instruction[];
  readonly #after: readonly Instruction[];
  /** Instructions in optional groups. Text without operands does not contain the group, so the operands are not empty. */
  readonly #grouped: ReadonlySet<Instruction>;

  constructor(definition: OpStructure, instructions: readonly Instruction[]) {
    this.#definition = definition;
    this.#all = instructions;
    const isTerminator = (bitsOfTraits(definition.traits ?? []) & traitBit.Terminator) !== 0;
    this.#after = isTerminator ? AFTER_TERMINATOR : AFTER_OTHERS;
    this.#grouped = new Set(
      instructions.flatMap((at) => (at.kind === "optional" ? instructions.slice(at.first, at.otherwise) : [])),
    );
    const alternatives = instructions.flatMap((at, index) =>
      at.kind === "jump" && at.target > index ? [[index, at.target] as const] : [],
    );
    this.#main = instructions.filter((_, index) => !alternatives.some(([from, to]) => index > from && index < to));
  }

  #of<K extends Kind>(...kinds: readonly K[]): readonly Of<K>[] {
    return this.#main.filter((at): at is Of<K> => kinds.includes(at.kind as K));
  }

  #nameOf(instruction: Instruction): string | undefined {
    const { operands = [], results = [], regionNames = [], successorNames = [] } = this.#definition;
    switch (instruction.kind) {
      case "operand":
        return `$${operands[instruction.group]!.name}`;
      case "type":
        return `type($${(instruction.of === "operand" ? operands : results)[instruction.group]!.name})`;
      case "attribute":
      case "unit-attribute":
        return `$${instruction.name}`;
      case "region":
        return `$${regionNames[instruction.index]!}`;
      case "successor":
        return `$${successorNames[instruction.index]!}`;
      case "attr-dict":
      case "operands":
      case "successors":
        return instruction.kind;
      default:
        return undefined;
    }
  }

  /** Returns the name of the data that an element writes: `$x` for `$x` and `type($x)`. */
  #dataOf(instruction: Instruction): string | undefined {
    return this.#nameOf(instruction)?.replace(/^type\((.*)\)$/, "$1");
  }

  /** Finds an element that is written twice. */
  repeated(): string | undefined {
    const names = this.#main.map((at) => this.#nameOf(at));
    // A repeated region can continue the regions that an earlier element with the same name starts.
    const again = this.#main.find(
      (at, i) => names[i] !== undefined && names.indexOf(names[i]) < i && !(at.kind === "region" && at.repeats),
    );
    if (again !== undefined) return `${this.#textOf(again)} occurs twice`;
    const has = (...kinds: readonly Kind[]): boolean => this.#of(...kinds).length > 0;
    const isTyped = (of: "operand" | "result"): boolean => this.#of("type").some((type) => type.of === of);
    const functional = this.#of("functional-type");
    const hasAllInputs = functional.some(({ group }) => group < 0);
    const overlaps: readonly (readonly [boolean, string])[] = [
      [has("operands") && has("operand"), "operands"],
      [has("successors") && has("successor"), "successors"],
      [(has("operand-types") || hasAllInputs) && isTyped("operand"), "type(operands)"],
      [(has("result-types") || functional.length > 0) && isTyped("result"), "type(results)"],
      [functional.length > 1 || (functional.length > 0 && has("operand-types", "result-types")), "functional-type"],
      [this.#of("operand-types").length > 1, "type(operands)"],
      [this.#of("result-types").length > 1, "type(results)"],
    ];
    const overlap = overlaps.find(([isWrong]) => isWrong);
    return overlap && `\`${overlap[1]}\` overlaps with another element`;
  }

  /** Finds an optional group that the parser or the printer cannot decide about. */
  badGroup(): string | undefined {
    for (const group of this.#all) {
      if (group.kind !== "optional" && group.kind !== "repeat") continue;
      const problem = group.kind === "optional" ? this.#problemOfGroup(group) : this.#problemOfRepeat(group);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  /** Finds an element that can be absent, and that the parser requires. */
  outsideOfGroup(): string | undefined {
    const { attributes = {}, results = [], successorNames = [], successors = successorNames.length } = this.#definition;
    for (const at of this.#all) {
      const isOptional =
        (at.kind === "type" && at.many !== undefined) ||
        (at.kind === "successors" && successors === 0) ||
        (at.kind === "result-types" && results.every(({ many }) => many !== undefined)) ||
        ((at.kind === "attribute" || at.kind === "unit-attribute") && attributes[at.name]?.optional === true);
      if (!isOptional || this.#grouped.has(at)) continue;
      return `\`${this.#nameOf(at) ?? "type(results)"}\` can be absent, so it must be in an optional group`;
    }
    return undefined;
  }

  #problemOfGroup(group: Of<"optional">): string | undefined {
    const { first, otherwise, anchor } = group;
    const { attributes = {} } = this.#definition;
    const inside = this.#all.slice(first, otherwise);
    const start = inside.find(({ kind }) => !EMPTY.includes(kind));
    for (const at of inside) {
      if (!IN_GROUP.includes(at.kind)) return `\`${at.kind}\` cannot be in an optional group`;
      const isFixed = (at.kind === "operand" || at.kind === "type") && at.many === undefined;
      if (isFixed) return `\`${this.#nameOf(at)!}\` is not optional, so it cannot be in an optional group`;
      if (DATA.includes(at.kind) && this.#dataOf(at) !== this.#dataOf(anchor))
        return `${this.#textOf(at)} needs an optional group of its own, because the anchor is ${this.#textOf(anchor)}`;
    }
    if (anchor.kind === "attribute" && !anchor.isOptional && attributes[anchor.name]?.defaultWhenAbsent === undefined)
      return `attribute \`${anchor.name}\` is not optional, so it cannot be an anchor`;
    if (anchor.kind === "directive" && anchor.directive.isPresent === undefined)
      return "a directive needs the function `isPresent` to be an anchor";
    if (start === undefined || !FIRST.includes(start.kind))
      return "an optional group must start with a literal or a variable";
    if (start.kind === "attribute" && start.format?.starts === undefined)
      return `a literal is needed before attribute \`${start.name}\`, which starts an optional group`;
    if (start.kind === "directive" && start.directive.starts === undefined)
      return "a directive needs the function `starts` to start an optional group";
    return this.#sameStart(group, "an optional");
  }

  #problemOfRepeat(group: Of<"repeat">): string | undefined {
    const inside = this.#all.slice(group.first, group.otherwise);
    const other = inside.find((at) => DATA.includes(at.kind) && !(at.kind === "region" && at.repeats));
    if (other !== undefined) return `${this.#textOf(other)} cannot be in a repeated group, which contains one region`;
    return this.#sameStart(group, "a repeated");
  }

  /** Finds an element after a group that starts with the same text as the group. */
  #sameStart({ first, otherwise }: Of<"optional" | "repeat">, kind: string): string | undefined {
    const start = this.#all.slice(first).find((at) => !EMPTY.includes(at.kind))!;
    const texts = startsOf(start);
    const isSame = (next: Instruction): boolean => texts.some((text) => this.#canStartWith(next, text));
    const same = this.#followers(otherwise).find(isSame);
    if (same === undefined) return undefined;
    return `${this.#textOf(start)} starts ${kind} group, and ${this.#textOf(same)} after it starts with the same text`;
  }

  /** Finds an element whose end the parser cannot determine. */
  ambiguity(): string | undefined {
    const glued = this.#followers(0, SPACE).find(startsWithWord);
    if (glued !== undefined) return `a space is needed between the name of the operation and ${this.#textOf(glued)}`;
    for (const [index, at] of this.#all.entries()) {
      for (const next of this.#followers(index + 1)) {
        const problem = this.#problemOfPair(at, next);
        if (problem !== undefined) return problem;
      }
      if (at.kind === "attribute" && this.#canStartWith(at, "@") && this.#hasColons(index + 1))
        return `two \`:\` after attribute \`${at.name}\` are ambiguous, because the name of a nested symbol can follow \`::\``;
      const endsWithWord = at.kind === "literal" ? at.isWord : ENDS_WITH_WORD.includes(at.kind);
      const word = endsWithWord ? this.#followers(index + 1, SPACE).find(startsWithWord) : undefined;
      if (word !== undefined) return `a space is needed between ${this.#textOf(at)} and ${this.#textOf(word)}`;
    }
    return undefined;
  }

  #canStartWith(at: Instruction, text: string): boolean {
    return canStartWith(at, text, this.#definition.attributes ?? {});
  }

  /** Returns whether the text from an instruction on can start with two colons. */
  #hasColons(from: number): boolean {
    const isColon = (at: Instruction): boolean => at.kind === "literal" && at.text === ":";
    const first = this.#followers(from).find(isColon);
    return first !== undefined && this.#followers(this.#all.indexOf(first) + 1).some(isColon);
  }

  /** Returns why the text of `next` cannot follow the text of `at`. */
  #problemOfPair(at: Instruction, next: Instruction): string | undefined {
    const isNext = (text: string): boolean => next.kind === "literal" && next.text === text;
    if (at.kind === "attr-dict" && !at.withKeyword && next.kind === "region")
      return "`attr-dict` before a region is ambiguous; use `attr-dict-with-keyword`";
    if (at.kind === "attribute" && at.format === undefined && isNext(":"))
      return `\`:\` after attribute \`${at.name}\` is ambiguous, because the attribute can end with a type`;
    const isList = (at.kind === "operand" || at.kind === "type") && at.many === "variadic";
    if ((isList || LISTS.includes(at.kind)) && isNext(",")) return `\`,\` after ${this.#textOf(at)} is ambiguous`;
    const isOpen = at.kind === "operand" && at.many !== undefined;
    if (isOpen && next.kind === "operand")
      return `${this.#textOf(at)} and ${this.#textOf(next)} need a literal between them`;
    const canEndWithAlias = TYPES.includes(at.kind) || (at.kind === "attribute" && at.format === undefined);
    if (canEndWithAlias && this.#canStartWith(next, "<"))
      return `${this.#textOf(next)} after ${this.#textOf(at)} is ambiguous, because parameters in \`<…>\` can follow the name of an alias`;
    const start = this.#canBeEmpty(at) ? startOf(at) : undefined;
    if (start !== undefined && this.#canStartWith(next, start))
      return `${this.#textOf(at)} can be absent, and ${this.#textOf(next)} after it starts with the same text`;
    return undefined;
  }

  #textOf(at: Instruction): string {
    if (at.kind === "literal" && this.#after.includes(at)) return AFTER[at.text]!;
    return `\`${at.kind === "literal" ? at.text : (this.#nameOf(at) ?? at.kind)}\``;
  }

  /** Returns the elements that can follow in the text from an instruction on, without those after a kind in `ends`. */
  #followers(from: number, ends: readonly Kind[] = []): readonly Instruction[] {
    const found: Instruction[] = [];
    const pending = [from];
    const seen = new Set<number>();
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      const at = this.#all[index];
      if (at === undefined && !seen.has(index)) found.push(...this.#after);
      if (at === undefined || seen.has(index) || ends.includes(at.kind)) continue;
      seen.add(index);
      if (at.kind === "jump") pending.push(at.target);
      else if (at.kind === "optional" || at.kind === "repeat") pending.push(index + 1, at.otherwise);
      else {
        if (!EMPTY.includes(at.kind)) found.push(at);
        if (EMPTY.includes(at.kind) || this.#canBeEmpty(at)) pending.push(index + 1);
      }
    }
    return found;
  }

  #canBeEmpty(at: Instruction): boolean {
    if (this.#grouped.has(at)) return false;
    const { operands = [] } = this.#definition;
    if (at.kind === "operand" || at.kind === "type") return at.many !== undefined;
    if (at.kind === "operands" || at.kind === "operand-types") return operands.every(({ many }) => many !== undefined);
    return at.kind === "attr-dict";
  }

  /** Finds data that the format does not contain. Directives can contain everything except regions. */
  missing(): string | undefined {
    const { regionNames = [], regions = regionNames.length, successorNames = [] } = this.#definition;
    const { operands = [], results = [] } = this.#definition;
    const inText = new Set(this.#main.map((at) => this.#nameOf(at)));
    const absent = (name: string): boolean => !inText.has(`$${name}`);
    const region = regionNames.find(absent);
    if (region !== undefined) return `region \`$${region}\` is missing`;
    const hidden = this.#all.findIndex((at) => at.kind === "region" && at.style.hidesArguments);
    if (hidden >= 0 && !this.#all.slice(0, hidden).some(({ kind }) => kind === "directive"))
      return `\`hide-arguments\` needs a directive before ${this.#textOf(this.#all[hidden]!)}, which writes the arguments`;
    if (regions > regionNames.length)
      return `\`regionNames\` has names for ${regionNames.length} of ${regions} regions`;
    if (this.#of("directive").length > 0) return undefined;
    const types = this.#main.findIndex(({ kind }) => kind === "operand-types");
    if (types >= 0 && this.#main.slice(types).some(({ kind }) => kind === "operand" || kind === "operands"))
      return "`type(operands)` must be after the operands";
    if (!inText.has("attr-dict")) return "`attr-dict` is missing";
    const operand = operands.find(({ name }) => absent(name));
    if (operand !== undefined && !inText.has("operands")) return `operand \`$${operand.name}\` is missing`;
    const successor = successorNames.find(absent);
    if (successor !== undefined && !inText.has("successors")) return `successor \`$${successor}\` is missing`;
    return this.#withoutType("operand", operands) ?? this.#withoutType("result", results);
  }

  /** Finds an operand or result whose type the parser cannot determine. */
  #withoutType(of: "operand" | "result", groups: readonly ValueDefinition[]): string | undefined {
    const { inferTypes = {}, inferResultTypes, relations = [], traits = [] } = this.#definition;
    const bits = bitsOfTraits(traits);
    const typed = this.#of("type");
    const functional = this.#of("functional-type")[0];
    const isList = groups.length > 1 && this.#of("operands").length > 0;
    if (of === "operand" && isList && (bits & traitBit.AttrSizedOperandSegments) !== 0)
      return "`operands` does not show the sizes of the groups; write the name of each group";
    const areGiven =
      this.#of(of === "operand" ? "operand-types" : "result-types").length > 0 ||
      (functional !== undefined && (of === "result" || functional.group < 0));
    if (of === "result" && (bits & traitBit.AttrSizedResultSegments) !== 0) {
      if (areGiven) return "`results` does not show the sizes of the groups; write `type` with the name of each group";
    } else if (areGiven || (of === "result" && inferResultTypes !== undefined)) return undefined;
    if (of === "operand" && isList)
      return "`operands` of several groups needs `type(operands)` or `functional-type(operands, results)`";
    const isSameAsResult = (bits & traitBit.SameOperandsAndResultType) !== 0 || relations.length > 0;
    const isSameAsOperand = of === "operand" && (bits & traitBit.SameTypeOperands) !== 0;
    // A type in an optional group can be absent.
    const areSame =
      (isSameAsResult && (functional !== undefined || typed.some(({ many }) => many === undefined))) ||
      (isSameAsOperand && typed.some((type) => type.of === "operand" && type.many === undefined));
    const isKnown = ({ name, many, type }: ValueDefinition, index: number): boolean =>
      typed.some((at) => at.of === of && at.group === index) ||
      (of === "operand" && functional?.group === index) ||
      Object.hasOwn(inferTypes, name) ||
      ((of === "operand" || many === undefined) && type.build !== undefined) ||
      ((of === "operand" || many === undefined) && areSame);
    const unknown = groups.find((group, index) => !isKnown(group, index));
    return unknown && `the type of ${of} \`${unknown.name}\` is unknown; add \`type($${unknown.name})\``;
  }
}
