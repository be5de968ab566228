import type { OpStructure, ValueDefinition } from "../dialects/op-structure.ts";
import { withoutType } from "./attribute-formats.ts";
import { badFormat } from "../errors.ts";
import { problemOfFormat } from "./check-format.ts";
import type { Instruction, Program, RegionStyle } from "./instruction.ts";

/** Matches the tokens of a format: keywords, `$names`, `` `literals` ``, `directive<Names>` and punctuation. */
const TOKEN = /\s*(`[^`]*`|\$[\w]+|custom<\w+>|[a-z][\w-]*|[()^?:*,])/gy;

/** Matches literals that the lexer of MLIR reads as one token. */
const LITERAL = /^([A-Za-z_][\w$.]*|[:,=<>()[\]{}?+*-]|->)$/;

/** Matches the kinds of instructions that can be the anchor of an optional group. */
const ANCHOR = /^(operand|type|attribute|region|successors|directive|result-types)$/;

type Draft = { -readonly [Key in keyof Instruction]: Instruction[Key] } & Record<string, unknown>;

/** Compiles an `assemblyFormat` (`mlir/docs/DefiningDialects/Operations.md`, "Declarative Assembly Format"). */
export class FormatCompiler {
  readonly #definition: OpStructure;
  readonly #fail: (why: string) => never;
  readonly #tokens: string[] = [];
  #at = 0;
  readonly #out: Draft[] = [];
  readonly #bound = new Set(["operandSegmentSizes", "resultSegmentSizes"]);
  /** Whether a space precedes the next element. Depends on the previous element, as in `OpFormatGen.cpp`. */
  #shouldSpace = true;
  #lastWasPunctuation = false;

  constructor(name: string, definition: OpStructure) {
    const format = definition.assemblyFormat ?? "";
    this.#definition = definition;
    this.#fail = (why) => {
      throw badFormat(name, format, why);
    };
    TOKEN.lastIndex = 0;
    while (!/^\s*$/.test(format.slice(TOKEN.lastIndex))) {
      const start = TOKEN.lastIndex;
      const match = TOKEN.exec(format);
      if (match === null) return this.#fail(`cannot read \`${format.slice(start)}\``);
      if (match[1]!.startsWith("custom<") && format[TOKEN.lastIndex] === "(")
        this.#fail(`\`${match[1]!}\` cannot have arguments; write a space before an optional group`);
      this.#tokens.push(match[1]!);
    }
  }

  compile(): Program {
    while (this.#at < this.#tokens.length) this.#element();
    return { instructions: this.#out as unknown as Instruction[], bound: this.#bound };
  }

  /** Compiles the format, and refuses it if the printed form could lose data or could not be parsed again. */
  check(): void {
    const problem = problemOfFormat(this.#definition, this.compile());
    if (problem !== undefined) this.#fail(problem);
  }

  #next(): string {
    return this.#tokens[this.#at++] ?? this.#fail("the format ends too early");
  }

  #expect(token: string): void {
    const found = this.#next();
    if (found !== token) this.#fail(`\`${token}\` is expected before \`${found}\``);
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at++;
    return true;
  }

  #element(): void {
    const token = this.#next();
    if (token.startsWith("`")) this.#literal(token.slice(1, -1));
    else if (token === "(") this.#group();
    else if (token.startsWith("$")) this.#variable(token.slice(1));
    else if (token.startsWith("custom<")) this.#directive(token.slice(7, -1));
    else this.#keyword(token);
  }

  #emit(instruction: Record<string, unknown>, spaceBefore?: boolean): Draft {
    const draft = { ...instruction, spaceBefore: spaceBefore ?? this.#parameterSpace() } as unknown as Draft;
    this.#out.push(draft);
    return draft;
  }

  #parameterSpace(): boolean {
    const space = this.#shouldSpace || !this.#lastWasPunctuation;
    this.#shouldSpace = true;
    this.#lastWasPunctuation = false;
    return space;
  }

  #literal(text: string): void {
    // Explicit white space: one space, no space, or a line break.
    if (text === "" || text === " " || text === "\\n") {
      if (text !== "") this.#emit({ kind: text === " " ? "space" : "newline" }, false);
      this.#shouldSpace = false;
      this.#lastWasPunctuation = true;
      return;
    }
    const isWord = /^[A-Za-z_]/.test(text);
    if (!LITERAL.test(text))
      this.#fail(`\`${text}\` is neither a keyword nor one of the characters \`:,=<>()[]{}?+-*\``);
    this.#emit({ kind: "literal", text, isWord }, this.#shouldSpace && this.#literalSpace(text));
    this.#shouldSpace = text.length !== 1 || !"<({[".includes(text);
    this.#lastWasPunctuation = !isWord;
  }

  #literalSpace(text: string): boolean {
    if (text.length !== 1 && text !== "->") return true;
    return !(this.#lastWasPunctuation ? ">)}]," : "<>(){}[],").includes(text[0]!);
  }

  #findValue(list: readonly ValueDefinition[] | undefined, name: string): number {
    return (list ?? []).findIndex((value) => value.name === name);
  }

  #variable(name: string): void {
    const { operands, attributes, regionNames = [], successorNames = [] } = this.#definition;
    const operand = this.#findValue(operands, name);
    if (operand >= 0) return void this.#emit({ kind: "operand", group: operand, many: operands![operand]!.many });
    const attribute = attributes?.[name];
    if (attribute !== undefined) {
      this.#bound.add(name);
      const isOptional = attribute.optional === true || attribute.default !== undefined;
      const format = attribute.format ?? (attribute.constraint?.hasType === false ? withoutType : undefined);
      return void this.#emit({ kind: "attribute", name, isOptional, format });
    }
    const region = regionNames.indexOf(name);
    const terminator = this.#definition.implicitTerminator === undefined ? "written" : "elided-if-empty";
    if (region >= 0) return void this.#region(region, { hidesArguments: false, terminator });
    const successor = successorNames.indexOf(name);
    const later = this.#out.filter((at) => at.kind === "successor" && (at["index"] as number) > successor).length;
    if (successor >= 0) return void this.#emit({ kind: "successor", index: successor, later });
    this.#fail(`unknown operand, attribute, region or successor \`${name}\``);
  }

  #region(index: number, style: RegionStyle): void {
    this.#emit({ kind: "region", index, repeats: false, style });
  }

  #directive(name: string): void {
    const directive = this.#definition.directives?.[name] ?? this.#fail(`unknown directive \`${name}\``);
    for (const attribute of directive.binds ?? []) this.#bound.add(attribute);
    const space = this.#parameterSpace();
    this.#emit({ kind: "directive", directive }, directive.spaceBefore ?? space);
  }

  #keyword(token: string): void {
    switch (token) {
      case "attr-dict":
      case "attr-dict-with-keyword":
        this.#parameterSpace();
        return void this.#emit({ kind: "attr-dict", withKeyword: token !== "attr-dict" }, false);
      case "operands":
        return this.#operands();
      case "regions":
        return this.#list(this.#definition.regionNames ?? []);
      case "successors":
        return void this.#emit({ kind: token });
      case "type":
        return this.#type();
      case "functional-type": {
        this.#expect("(");
        const inputs = this.#next();
        const group = inputs === "operands" ? -1 : this.#findValue(this.#definition.operands, inputs.slice(1));
        if (inputs !== "operands" && group < 0) this.#fail(`\`${inputs}\` is not an operand`);
        this.#expect(",");
        const results = this.#next();
        const isOnly = this.#definition.results?.length === 1 && results === `$${this.#definition.results[0]!.name}`;
        if (results !== "results" && !isOnly) this.#fail(`\`results\` is expected before \`${results}\``);
        this.#expect(")");
        return void this.#emit({ kind: "functional-type", group });
      }
      case "region":
        return this.#styledRegion();
      default:
        this.#fail(`unexpected \`${token}\``);
    }
  }

  /** Compiles `operands`. Operands that belong to different groups are compiled as a list of their names. */
  #operands(): void {
    const { operands = [] } = this.#definition;
    const areTypedTogether = this.#tokens.some((token, at) => token === "operands" && this.#tokens[at - 1] === "(");
    const canBeListed = operands.length > 1 && operands.every(({ many }) => many === undefined);
    if (canBeListed && !areTypedTogether) this.#list(operands.map(({ name }) => name));
    else this.#emit({ kind: "operands" });
  }

  /** Compiles variables that are separated by commas. */
  #list(names: readonly string[]): void {
    for (const [index, name] of names.entries()) {
      if (index > 0) this.#literal(",");
      this.#variable(name);
    }
  }

  #type(): void {
    this.#expect("(");
    const name = this.#next();
    this.#expect(")");
    if (name === "operands") return void this.#emit({ kind: "operand-types" });
    if (name === "results") return void this.#emit({ kind: "result-types" });
    for (const of of ["operand", "result"] as const) {
      const list = this.#definition[`${of}s`];
      const group = this.#findValue(list, name.slice(1));
      if (group < 0) continue;
      const { many, type } = list![group]!;
      return void this.#emit({ kind: "type", of, group, many, kinds: type.kinds });
    }
    this.#fail(`unknown operand or result \`${name}\``);
  }

  /** Compiles `region($body, hide-arguments, elide-terminator)`. */
  #styledRegion(): void {
    this.#expect("(");
    const index = (this.#definition.regionNames ?? []).indexOf(this.#next().slice(1));
    if (index < 0) this.#fail("the region does not exist");
    let style: RegionStyle = { hidesArguments: false, terminator: "written" };
    while (this.#take(",")) {
      const word = this.#next();
      if (word === "hide-arguments") style = { ...style, hidesArguments: true };
      else if (word === "elide-terminator") style = { ...style, terminator: "elided-if-empty" };
      // As in MLIR, also omits attributes of the terminator.
      else if (word === "drop-terminator") style = { ...style, terminator: "elided-without-results" };
      else this.#fail(`unknown style \`${word}\` of a region`);
    }
    this.#expect(")");
    if (style.terminator !== "written" && this.#definition.implicitTerminator === undefined)
      this.#fail("`elide-terminator` needs `implicitTerminator`");
    this.#region(index, style);
  }

  /** Compiles `( … )?`, `( … ):( … )?` or `( … )*`. */
  #group(): void {
    const head = this.#emit({ kind: "optional" }, false);
    const [saved, savedPunctuation] = [this.#shouldSpace, this.#lastWasPunctuation];
    const start = this.#out.length;
    let anchor: Draft | undefined;
    while (!this.#take(")")) {
      this.#element();
      if (!this.#take("^")) continue;
      if (anchor !== undefined) this.#fail("an optional group has only one anchor");
      anchor = this.#out.at(-1);
    }
    head["first"] = start;
    if (this.#take("*")) {
      const region = this.#out.slice(start).find((draft) => draft["kind"] === "region");
      if (region !== undefined) region["repeats"] = true;
      head["kind"] = "repeat";
      head["region"] = region?.["index"] ?? this.#fail("a group that repeats needs a region");
      this.#emit({ kind: "jump", target: start - 1 }, false);
      head["otherwise"] = this.#out.length;
      return;
    }
    if (anchor === undefined) this.#fail("an optional group needs an anchor: `^`");
    if (!ANCHOR.test(anchor["kind"])) this.#fail(`\`${anchor["kind"]}\` cannot be an anchor`);
    head["anchor"] = anchor;
    if (anchor["kind"] === "attribute") this.#unitAnchor(anchor, start);
    const inside = this.#out.slice(start);
    // A group that repeats can have any number of regions, also none.
    const repeats = inside.some((draft) => draft["kind"] === "repeat");
    const regions = repeats ? [] : inside.filter((draft) => draft["kind"] === "region");
    const hasAlternative = this.#take(":");
    const jump = hasAlternative || regions.length > 0 ? this.#emit({ kind: "jump" }, false) : undefined;
    head["otherwise"] = this.#out.length;
    const alternative = this.#out.length;
    if (hasAlternative) {
      this.#expect("(");
      [this.#shouldSpace, this.#lastWasPunctuation] = [saved, savedPunctuation];
      while (!this.#take(")")) this.#element();
    }
    // A directive can add the region itself.
    if (!this.#out.slice(alternative).some((draft) => draft["kind"] === "directive"))
      for (const region of regions) this.#emit({ kind: "empty-region", index: region["index"] }, false);
    if (jump !== undefined) jump["target"] = this.#out.length;
    this.#expect("?");
  }

  /** Omits a unit attribute that is an anchor, because the literal before it shows that it is present. */
  #unitAnchor(anchor: Draft, start: number): void {
    if (this.#definition.attributes?.[anchor["name"] as string]?.unit !== true) return;
    anchor["kind"] = "unit-attribute" as never;
    anchor["spaceBefore"] = false;
    if (this.#out.slice(start).find(({ kind }) => kind !== "space" && kind !== "newline") === anchor)
      this.#fail("a unit attribute needs a literal before it");
  }
}
