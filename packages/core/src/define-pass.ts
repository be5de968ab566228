import { checkNames, problemOfFunction, readArgument } from "./check-definition.ts";
import { BRAND, CODE, codeOf } from "./code.ts";
import { errorDiagnostic, invariant, UsageError } from "./diagnostic.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { declarationRequirements, each, mustBeTexts } from "./declaration-requirements.ts";
import { isElementName } from "./element-name.ts";
import type { IrAdapter, OperationName } from "./ir-adapter.ts";
import type { OptionsInput, OptionSpecs, ValuesOf, OptionValues } from "./options/option-spec.ts";
import { findBadSpec, optionHelp, takeOptions } from "./options/options.ts";
import type { GroupDefinition, Pass, PassBody, PassDefinition } from "./pass.ts";
import { DefinedRun } from "./run/checked-run.ts";
import type { PassDefinitionCode } from "./run/pass-run.ts";
import type { OpenValues } from "./run/run-values.ts";
import { mustBe, mustBeFunction, mustBeString, mustBeTableOf, mustHaveOnly, satisfies } from "./requirement.ts";
import type { Requirement } from "./requirement.ts";
import { didYouMean, suggest } from "./suggest.ts";
import { isTable } from "./table.ts";
import type { PassDeclaration, PassReads } from "./pass-declaration.ts";
import { Counter } from "./statistics.ts";
import { describeThrown } from "./thrown.ts";
import type { Value, ValuesIn, ValueTable } from "./value.ts";

/** Code of a pass: a body that all instances share, or a function that makes a separate body for each instance. */
export type PassCode<Op extends object, O extends OptionSpecs, S extends string, Written = never, Read = never> = Pick<
  PassDefinition<Op, O>,
  "checkOptions"
> &
  (
    | (PassBody<Op, ValuesOf<O>, S, Written, Read> & { readonly create?: never })
    | ({
        /** Makes the body of one instance. Variables of this function can contain the state of the instance. */
        create(options: ValuesOf<O>): PassBody<Op, ValuesOf<O>, S, Written, Read>;
      } & { readonly [K in "runOnOperation" | "initialize" | "canScheduleOn" | "batch"]?: never })
  );

/** Code of a pass in a group: a plugin of the tool that runs the group, or a function that makes one per instance. */
export type MemberCode<Op extends object, O extends OptionSpecs, M> = Pick<PassDefinition<Op, O>, "checkOptions"> &
  Pick<PassBody<Op, ValuesOf<O>>, "initialize" | "canScheduleOn"> & {
    /** Group that the pass belongs to. */
    readonly group: GroupDefinition<Op, M>;
  } & (
    | { readonly member: NoInfer<M> }
    | {
        /** Makes the plugin of one instance. */
        createMember(options: ValuesOf<O>): NoInfer<M>;
      }
  );

function makePass<Op extends object>(
  definition: PassDefinition<Op, OptionSpecs>,
  options: OptionValues,
  body: PassBody<Op>,
): Pass<Op> {
  const { declaration, statistics } = definition;
  if (body.batch !== undefined && codeOf(body.batch) === undefined)
    refuse(declaration.name, "`batch` must be a batch", "make it with `defineBatch`");
  return {
    definition,
    declaration,
    options,
    statistics: Object.freeze(
      Object.fromEntries(Object.entries(statistics).map(([name, text]) => [name, new Counter(name, text)])),
    ),
    body,
    clone: () => definition.createFrom(options),
  };
}

function badName(name: unknown): Diagnostic {
  if (name === undefined || name === "")
    return errorDiagnostic(
      "PWC0101",
      "the pass does not have a name",
      'set the name, for example `name: "tile-loops"`',
    );
  const message = `\`${describeThrown(name)}\` cannot be the name of a pass`;
  const notes = ["a name starts with a letter or digit and continues with letters, digits, `-`, `_` and `.`"];
  return errorDiagnostic("PWC0101", message, "use a kebab-case name, for example `tile-loops`", { notes });
}

function noCode(pass: string, isMember: boolean): Diagnostic {
  const help = isMember
    ? "add `member`, or `createMember(options)` that returns the member"
    : "add `runOnOperation(op, pass)`, or `create(options)` that returns an object with `runOnOperation`";
  return errorDiagnostic("PWC0104", `pass \`${pass}\` has no code`, help);
}

/** Throws an error about the definition of a pass. */
export function refuse(pass: string, problem: string, help: string, code = "PWC0105"): never {
  throw new UsageError(errorDiagnostic(code, `pass \`${pass}\`: ${problem}`, help));
}

const anything: Requirement = () => [];

const hasCode = (value: unknown): boolean => typeof value === "function";

const names = (value: unknown, path: string): readonly string[] =>
  isTable(value)
    ? mustBeTableOf(mustBe("true or a value", (one) => one === true || isValue(one)))(value, path)
    : mustBeTexts(value, path);

let settings: Requirement | undefined;

/** Returns the requirement for the settings. A function, so that bundlers can leave it out of programs. */
function mustBeSettings(): Requirement {
  settings ??= mustHaveOnly({
    ...declarationRequirements(),
    ...each("requires provides", names),
    worksOn: mustBe(
      "a list of names of operations, or a function of the name",
      (value) => hasCode(value) || (satisfies(mustBeTexts, value) && (value as readonly string[]).length > 0),
    ),
    statistics: mustBeTableOf(mustBeString),
    ...each("createMember initialize canScheduleOn checkOptions", mustBeFunction),
    ...each("leaves ir group member runOnOperation create batch", anything),
  });
  return settings;
}

function isValue(value: unknown): value is Value<unknown> {
  return typeof value === "object" && value !== null && "property" in value && codeOf(value) !== undefined;
}

/** Returns the names of the properties in `listed`. Adds the lifetimes of its values to `values`. */
function namesOf(
  listed: readonly string[] | ValueTable,
  values: { [property: string]: "input" | "operation" },
): readonly string[] {
  if (Array.isArray(listed)) return listed as readonly string[];
  return Object.entries(listed as ValueTable).map(([name, value]) => {
    if (value === true) return name;
    values[value.property] = value.per;
    return value.property;
  });
}

function checkKeys(pass: string, definition: object): void {
  const [problem] = mustBeSettings()(definition, "");
  if (problem === undefined) return;
  const help = problem.startsWith("`types")
    ? "write `types: [PassType.Lowering]`, or the name of your own type"
    : "correct the definition";
  refuse(pass, problem, help);
}

/** Repeats the checks of the TypeScript compiler, because definitions in JavaScript are not type-checked. */
function checkDefinition(
  definition: Pick<PassDeclaration, "name"> & { readonly worksOn?: unknown } & {
    readonly options?: OptionSpecs;
    readonly reads?: PassReads;
  },
): void {
  const { name, options = {}, reads = {} } = (definition as typeof definition | null) ?? { name: "" };
  if (!isElementName(name)) throw new UsageError(badName(name));
  checkKeys(name, definition);
  checkNames(`pass \`${name}\``, definition, "statistics");
  const problem = findBadSpec(options);
  const help = "use names and defaults that can be written as `name=value` in a pipeline";
  if (problem !== undefined) refuse(name, problem, help, "PWC0103");
  checkReads(name, reads, Object.keys(options));
  const { ir, to, leaves, runOnOperation, create, group, member, createMember, requires, forbids } =
    definition as object as { readonly [key: string]: unknown };
  const both = Array.isArray(requires) && requires.find((one) => (forbids as unknown[] | undefined)?.includes(one));
  if (both !== undefined && both !== false)
    refuse(name, `\`requires\` and \`forbids\` contain \`${both}\``, "remove the name from one of the lists");
  if (ir !== undefined && typeof ir !== "string" && !isIr(ir))
    refuse(name, "`ir` must be an IR or its name", "set `ir` to the adapter of an IR");
  if (to !== undefined && (!isIr(leaves) || codeOf(definition) === undefined))
    refuse(name, "`to` requires the adapter of the IR", "use `defineConversion`");
  if (to !== undefined && definition.worksOn !== undefined)
    refuse(name, "a conversion cannot be skipped", "remove `worksOn`");
  if (group === undefined) checkOneBody(name, definition);
  else checkMember(name, group, runOnOperation ?? create);
  const isComplete =
    group === undefined ? hasCode(runOnOperation) || hasCode(create) : (member !== undefined) !== hasCode(createMember);
  if (!isComplete) throw new UsageError(noCode(name, group !== undefined));
  checkFunctions(name, definition);
}

/** Throws if a placeholder in `reads` is not an option, because a run could not replace this placeholder. */
function checkReads(pass: string, reads: PassReads, options: readonly string[]): void {
  for (const [key, entries] of Object.entries(reads) as [string, readonly string[]][])
    for (const [placeholder, option = ""] of entries.flatMap((entry) => [...entry.matchAll(/\{([^{}]+)\}/g)])) {
      if (options.includes(option)) continue;
      const help = didYouMean(suggest(option, options), "write the name of an option of the pass in the braces");
      refuse(pass, `\`${placeholder}\` in \`reads.${key}\` is not an option`, help);
    }
}

const BODY = ["runOnOperation", "initialize", "canScheduleOn", "batch"];

/** Functions of a pass that must return their result, and not a promise. */
const SYNCHRONOUS = ["create", "initialize", "canScheduleOn", "worksOn", "checkOptions"];

/** Throws if the definition or body `code` contains a function whose result a run cannot use, such as a generator. */
function checkFunctions(pass: string, code: object): void {
  for (const key of ["runOnOperation", ...SYNCHRONOUS]) {
    const found = problemOfFunction((code as { readonly [key: string]: unknown })[key], key === "runOnOperation");
    if (found !== undefined) refuse(pass, `\`${key}\` ${found.problem}`, found.help);
  }
}

function checkedBody<Op extends object>(pass: string, body: PassBody<Op>): PassBody<Op> {
  if (typeof (body as PassBody<Op> | undefined)?.runOnOperation !== "function")
    refuse(
      pass,
      "`create` must return an object with a function `runOnOperation`",
      "return `{ runOnOperation(op, pass) { … } }` from `create`",
    );
  checkFunctions(pass, body);
  return body;
}

/** Throws if a definition contains both `create` and a function of the body, which would be ignored. */
function checkOneBody(pass: string, definition: object): void {
  const { create, ...others } = definition as { readonly [key: string]: unknown };
  const ignored = BODY.find((key) => others[key] !== undefined);
  if (create === undefined || ignored === undefined) return;
  const help = `remove \`${ignored}\`, or move it into the object that \`create\` returns`;
  refuse(pass, `\`${ignored}\` is ignored, because \`create\` makes the body`, help);
}

function checkMember(pass: string, group: unknown, body: unknown): void {
  if (typeof group !== "object" || group === null || codeOf(group) === undefined)
    refuse(
      pass,
      `\`group\` must be a group, not ${describeThrown(group)}`,
      "set `group` to the object that `defineGroup` returned",
    );
  if (body !== undefined)
    refuse(pass, "a member of a group does not run alone", "set `member` instead of `runOnOperation` or `create`");
}

function isIr(value: unknown): value is IrAdapter<object> {
  const { name, nameOf } = (value ?? {}) as { readonly name?: unknown; readonly nameOf?: unknown };
  return typeof name === "string" && typeof nameOf === "function";
}

/**
 * Defines a pass. Passwright derives typed options and statistics, registration, help and schema from this definition,
 * as MLIR derives them from TableGen.
 *
 * The operation type is inferred from the annotated parameter of `runOnOperation`, or from `ir`. With `create(options)`
 * instead of `runOnOperation`, each instance has its own body and state. A pass that runs in a group has `group` and
 * either `member` or `createMember(options)` instead of `runOnOperation`.
 *
 * @throws {@link UsageError} PWC0101 for a name that a textual pipeline cannot contain, PWC0103 for options that a
 * textual pipeline cannot contain, PWC0104 for a definition without code, PWC0105 for a mistyped setting or a value of
 * the wrong type, PWC0106 for a name with a control character.
 */
export function definePass<
  Op extends object,
  const O extends OptionSpecs = {},
  const S extends string = never,
  M = unknown,
  const P extends ValueTable = {},
  const R extends ValueTable = {},
>(
  definition: Omit<PassDeclaration, "group" | "ir" | "worksOn" | "provides" | "requires"> & {
    /** Properties that the IR has after the pass. A table can contain values: `{ symbols: symbolMap, tiled: true }`. */
    readonly provides?: readonly string[] | P;
    /** Properties that must hold before the pass. A table can also contain values that the pass reads. */
    readonly requires?: readonly string[] | R;
    /** Names of the operations that the pass works on, or a function that selects these names. */
    readonly worksOn?: PassDeclaration["worksOn"] | ((name: OperationName, options: ValuesOf<O>) => boolean);
    /** IR of the pass, or the name of this IR. Default: the pass fits any IR. */
    readonly ir?: Pick<IrAdapter<Op>, "name" | "nameOf"> | string;
    /** Options of the pass, by name. */
    readonly options?: O;
    /** Statistics of the pass: maps each name to a description. */
    readonly statistics?: { readonly [K in S]: string };
  } & (PassCode<Op, O, S, ValuesIn<P>, ValuesIn<R>> | MemberCode<Op, O, M>),
): PassDefinition<Op, O> {
  return readArgument("definePass", () => makeDefinition(definition as never));
}

function makeDefinition<Op extends object, O extends OptionSpecs>(
  definition: Parameters<typeof definePass<Op, O>>[0],
): PassDefinition<Op, O> {
  checkDefinition(definition as PassDeclaration);
  const { options = {} as O, statistics = {}, ir, worksOn, requires, provides } = definition;
  const { leaves, group, createMember, checkOptions } = definition as object as Pick<PassDefinition<Op>, "leaves"> & {
    group?: GroupDefinition<Op>;
    createMember?(options: ValuesOf<O>): unknown;
    checkOptions?: never;
  };
  // Settings that are not part of the declaration, or that the declaration contains in another form.
  const own = [...BODY, ...SYNCHRONOUS, "member", "createMember", "options", "statistics", "ir", "leaves", "group"];
  const declared = Object.fromEntries(Object.entries(definition).filter(([key]) => !own.includes(key)));
  const bodyFor = (values: ValuesOf<O>): PassBody<Op> => {
    if (group === undefined)
      return "create" in definition
        ? checkedBody(declaration.name, definition.create(values) as PassBody<Op>)
        : (definition as PassBody<Op>);
    const { member, initialize, canScheduleOn } = definition as Partial<PassBody<Op>>;
    return {
      member: createMember === undefined ? member : createMember(values),
      ...(initialize === undefined ? {} : { initialize }),
      ...(canScheduleOn === undefined ? {} : { canScheduleOn }),
      runOnOperation: () => invariant(false, "a member runs in its group"),
    };
  };
  const isCode = typeof worksOn === "function";
  const values: { [property: string]: "input" | "operation" } = {};
  // Spreads `properties` last, so that it overrides values of `declaration` without changing the order of the keys.
  const properties = {
    ...(requires === undefined ? {} : { requires: namesOf(requires, values) }),
    ...(provides === undefined ? {} : { provides: namesOf(provides, values) }),
  };
  const value = [requires, provides].flatMap((listed) => Object.values(listed ?? {})).find(isValue);
  const named = ir === undefined ? {} : { ir: typeof ir === "string" ? ir : ir.name };
  const declaration = { ...declared, ...named } as PassDeclaration;

  const createFrom = (taken: OptionValues): Pass<Op> =>
    makePass(result as unknown as PassDefinition<Op, OptionSpecs>, taken, bodyFor(taken.values as ValuesOf<O>));
  const result: PassDefinition<Op, O> = Object.freeze({
    [BRAND]: true,
    declaration: Object.freeze({
      ...declaration,
      ...properties,
      ...(Object.keys(values).length === 0 ? {} : { values }),
      ...(worksOn === undefined ? {} : { worksOn: isCode ? ("predicate" as const) : worksOn }),
      ...(group === undefined ? {} : { group: group.name }),
    }),
    ...(group === undefined ? {} : { group }),
    options,
    statistics,
    ...(checkOptions === undefined ? {} : { checkOptions }),
    ...(isCode ? { worksOn } : {}),
    ...(leaves === undefined ? {} : { leaves }),
    [CODE]: {
      values: codeOf<OpenValues>(value),
      run: DefinedRun,
      ...codeOf<Partial<PassDefinitionCode>>(definition),
    } satisfies PassDefinitionCode,
    create(input?: OptionsInput<O>) {
      const taken = takeOptions(options, input ?? {});
      if (taken.ok) return createFrom(taken.options);
      const help = optionHelp(declaration.name, options, taken.problem);
      throw new UsageError(errorDiagnostic("PWC0102", `pass \`${declaration.name}\`: ${taken.problem.message}`, help));
    },
    createFrom,
  });
  return result;
}
