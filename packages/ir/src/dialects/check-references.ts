import type { OpDefinition } from "./define-dialect.ts";
import { bitsOfTraits, traitBit } from "./traits.ts";

/** Returns whether an object was not created by a class. A copy of an object does not have the methods of its class. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Returns why a definition cannot refer to its terminator, regions and values. `find` returns own definitions. */
export function problemsOfReferences(
  op: OpDefinition,
  find: (name: string) => OpDefinition | undefined,
): readonly string[] {
  const { implicitTerminator: terminator, attributes = {}, inferTypes = {}, parents, loopLike, regionNames } = op;
  const bits = bitsOfTraits(op.traits ?? []);
  const count = op.regions ?? regionNames?.length;
  const sourceOf = (value: string): string | undefined => {
    const source = Object.hasOwn(inferTypes, value) ? inferTypes[value] : undefined;
    return typeof source === "string" ? source : undefined;
  };
  const isCyclic = (value: string): boolean => {
    let source = sourceOf(value);
    for (let steps = 0; source !== undefined && source !== value && steps < 100; steps++) source = sourceOf(source);
    return source === value;
  };
  const checks: readonly (readonly [wrong: boolean, problem: string])[] = [
    [!isPlain(op), "the definition must be a plain object, because methods of classes are not used"],
    [parents?.length === 0, "`parents` must not be empty"],
    [
      (bits & traitBit.SingleBlockImplicitTerminator) !== 0 && (bits & traitBit.NoTerminator) !== 0,
      "the traits `SingleBlockImplicitTerminator` and `NoTerminator` contradict each other",
    ],
    [
      // The function `verify` of an operation can check the terminator, as for `scf.parallel`.
      terminator !== undefined && op.verify === undefined && (bits & traitBit.SingleBlockImplicitTerminator) === 0,
      "`implicitTerminator` needs the trait `SingleBlockImplicitTerminator`",
    ],
    [
      op.speculatability !== undefined && (bits & traitBit.Pure) === traitBit.Pure,
      "`speculatability` contradicts the trait `Pure`",
    ],
    [
      count !== undefined && loopLike?.regions?.some((index) => index >= count) === true,
      "`loopLike.regions` contains a region that the operation does not have",
    ],
  ];
  return [
    ...checks.flatMap(([wrong, problem]) => (wrong ? problem : [])),
    ...(terminator === undefined ? [] : problemsOfTerminator(terminator, find(terminator))),
    ...Object.keys(inferTypes)
      .filter(isCyclic)
      .map((value) => `\`inferTypes.${value}\` depends on itself`),
    ...Object.keys(attributes)
      .filter((name) => !/^[ -~]+$/.test(name))
      .map((name) => `\`attributes.${name}\`: the name must consist of ASCII characters`),
  ];
}

function problemsOfTerminator(name: string, terminator: OpDefinition | undefined): readonly string[] {
  if (!name.includes(".")) return [`\`implicitTerminator\` must be a name with a dialect, not \`${name}\``];
  if (terminator === undefined) return [];
  const { traits = [], operands = [], results = [], attributes = {} } = terminator;
  if ((bitsOfTraits(traits) & traitBit.Terminator) === 0)
    return [`the implicit terminator \`${name}\` needs the trait \`Terminator\``];
  const needs =
    [...operands, ...results].some(({ many }) => many === undefined) ||
    Object.values(attributes).some((attribute) => attribute.optional !== true && attribute.default === undefined);
  return needs ? [`the operands, results and attributes of the implicit terminator \`${name}\` must be optional`] : [];
}

/** Returns why terminators cannot pass the operands in `successorOperands`. */
export function problemsOfSuccessors(op: OpDefinition): readonly string[] {
  const { successorOperands: groups, operands = [], attributes = {}, successors = op.successorNames?.length } = op;
  if (groups === undefined) return [];
  const isComplete = successors === undefined || successors === groups.length || groups.at(-1)?.segments !== undefined;
  const problems = isComplete ? [] : [" needs an entry for each successor, or `segments` in the last entry"];
  for (const { name, segments } of groups) {
    const operand = operands.find((one) => one.name === name);
    if (operand === undefined) problems.push(`: no operand is named \`${name}\``);
    else if (operand.many === undefined) problems.push(`: the operand \`${name}\` must be optional or variadic`);
    if (segments !== undefined && !Object.hasOwn(attributes, segments))
      problems.push(`: no attribute is named \`${segments}\``);
  }
  return problems;
}
