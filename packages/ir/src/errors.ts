import { errorDiagnostic as error, messageOf, shown, suggest, UsageError } from "@passwright/core";
import type { Diagnostic, Note, SourceLocation } from "@passwright/core";
import type { Type } from "./attributes/attribute.ts";
import { MAX_INTEGER_WIDTH } from "./attributes/integer.ts";

/* PWI0… are usage errors. PWI1… (parser) and PWI2… (verifier) have MLIR's text if MLIR reports the same error. */

function usage(code: string, message: string, help: string): UsageError {
  return new UsageError(error(code, message, help));
}

/** Help for an operation, type or attribute of a dialect that is not registered. */
export const HELP_ON_UNREGISTERED =
  "pass `--allow-unregistered-dialect` to the command, or set `allowUnregistered: true` in the `Context`";

export function erasedHandle(what: string): UsageError {
  return usage(
    "PWI0001",
    `the ${what} was used after it was erased`,
    `read all required data before the ${what} is erased`,
  );
}

export function stillUsed(name: string, uses: number): UsageError {
  return usage(
    "PWI0002",
    `'${name}' op operation destroyed but still has uses: ${uses}`,
    "replace the uses first with `replaceAllUsesWith`",
  );
}

export function otherModule(what: string): UsageError {
  return usage(
    "PWI0003",
    `the ${what} belongs to a different module`,
    "copy the operation with `clone({ into })`, because operations cannot move to another module",
  );
}

export function badText(what: string, text: string, why: string): UsageError {
  return usage(
    "PWI0004",
    `\`${text}\` is not ${what === "attribute" ? "an attribute" : `a ${what}`}: ${why}`,
    `write the ${what} as MLIR prints it, for example \`${what === "attribute" ? "dense<1> : tensor<4xi32>" : "tensor<4xi32>"}\``,
  );
}

/** Returns the error for an index that is out of range. The last valid index of an insertion equals `count`. */
export function badIndex(what: string, index: number, count: number, last: number = count - 1): UsageError {
  const help = last < 0 ? `compare the index with the number of ${what}s first` : `use an index from 0 to ${last}`;
  return usage("PWI0005", `${what} index ${index} is out of range: the number of ${what}s is ${count}`, help);
}

export function dialectTwice(name: string): UsageError {
  return usage(
    "PWI0006",
    `another definition of dialect \`${name}\` is already registered`,
    "register only one dialect for each namespace in a context",
  );
}

export function notInserted(): UsageError {
  return usage(
    "PWI0007",
    "cannot insert before or after an operation that is not in a block",
    "insert at the end of a block instead, for example with `OpBuilder.atEnd(block)`",
  );
}

export function misplaced(message: string, help = "choose a position outside the moved operation"): UsageError {
  return usage("PWI0008", message, help);
}

export function wrongCount(message: string): UsageError {
  return usage("PWI0009", message, "pass one value for each result");
}

export function wrongReplacement(results: number, values: number): UsageError {
  return wrongCount(`the number of results is ${results}, but the number of replacement values is ${values}`);
}

export function unregisteredOperation(name: string, help: string): UsageError {
  return usage("PWI0011", `operation \`${name}\` is not registered`, help);
}

/** Returns the error for an attribute of another type, with the text of MLIR's parser. Elsewhere, MLIR asserts. */
export function notOfType(what: "integer" | "float", { data, byteText }: Type): UsageError {
  let help = what === "float" ? "use a float type" : "use an integer type or `index`";
  if (data.kind === "vector" || data.kind === "tensor") {
    const one = data.elementType.kind === "float" ? "1.0" : "1";
    help = `use \`getZeroAttr(type)\` for zeros, and \`context.parseAttribute("dense<${one}> : ${byteText}")\` for other values`;
  }
  const message = `${what === "float" ? "a float" : "an integer"} attribute cannot have type \`${byteText}\``;
  return usage("PWI0014", message, help);
}

export function doesNotFit(value: bigint, { byteText }: Type): UsageError {
  const help = "wrap the value with `getIntegerAttr(type, value)` of an `OpBuilder` or of the argument of `fold`";
  return usage("PWI0022", `${value} is not a value of type \`${byteText}\``, help);
}

export function badWidth(width: unknown): UsageError {
  const help = `use a whole number from 0 to ${MAX_INTEGER_WIDTH}`;
  return usage("PWI0022", `${shown(width)} is not a number of bits of an integer type`, help);
}

export function emptyName(): UsageError {
  return usage("PWI0021", "the name of an attribute is empty", "pass a name with at least one character");
}

export function wrongArgument(call: string, problem: string, expected: string): UsageError {
  return usage("PWI0021", `${call}: ${problem}`, `pass ${expected}`);
}

/** Returns the error for a text that a printer cannot write. */
export function notBytes(text: unknown): UsageError {
  if (typeof text !== "string") return wrongArgument("`write`", `the text is ${shown(text)}`, "a string");
  const character = /[^\0-\xff]/u.exec(text)?.[0];
  const problem = `the text contains \`${character}\`, but is not a byte string`;
  return wrongArgument("`write`", problem, "`byteStringOf(text)`, with `byteStringOf` from `@passwright/ir/store`");
}

/** Returns the error for a name that a pattern does not bind. Names include their kinds, such as `` value `x` ``. */
export function unboundName(name: string, names: readonly string[]): UsageError {
  const bare = (text: string): string => text.split("`")[1]!;
  const meant = names.find((one) => bare(one) === suggest(bare(name), names.map(bare)));
  const help = meant === undefined ? `use a name from \`match\`: ${names.join(", ")}` : `did you mean ${meant}?`;
  return usage("PWI0023", `\`match\` does not bind ${name}`, help);
}

export function wrongCondition(result: string): UsageError {
  return usage("PWI0020", `\`when\` returned ${result}`, "return `true` or `false`");
}

export function notAnAttribute(name: string): UsageError {
  return usage(
    "PWI0015",
    `the value of \`${name}\` is not an attribute from the context of the module`,
    'create the value with the context or an `OpBuilder`: `builder.getStringAttr("text")`',
  );
}

export function otherContext(): UsageError {
  return usage(
    "PWI0016",
    "the patterns are from a different context than the operation",
    "create the patterns with the context of the operation: `new FrozenPatternSet(op.context, patterns)`",
  );
}

export function unknownDialect(name: string, known: readonly { readonly name: string }[]): Diagnostic {
  const names = known.map((dialect) => dialect.name).join(", ");
  const help = `register the dialect in the context, or load its plugin; known dialects: ${names}`;
  return error("PWI0010", `a pass needs dialect \`${name}\` (\`dependentDialects\`), which is not available`, help);
}

export function badFormat(name: string, format: string, why: string): UsageError {
  return usage(
    "PWI0012",
    `invalid assembly format of \`${name}\`: ${why}`,
    `correct the assembly format \`${format.trim()}\``,
  );
}

/** Returns the error for a wrong argument of a function for definitions, such as `integerEnum` or `buildableType`. */
export function badAttributeFormat(call: string, problem: string): UsageError {
  return usage("PWI0017", `\`${call}\`: ${problem}`, "correct the argument");
}

export function undefinedDialect(dialect: { readonly name: unknown } | undefined): UsageError {
  const which = typeof dialect?.name === "string" ? `dialect \`${dialect.name}\`` : shown(dialect);
  return usage("PWI0017", `${which} is not a result of \`defineDialect\``, "write `defineDialect({ … })`");
}

/** Reports a dialect whose definition is invalid. `problems` is not empty. */
export function badDialect(name: unknown, problems: readonly string[]): UsageError {
  const [first, ...others] = problems;
  const notes = others.map((problem) => `also: ${problem}`);
  const which = typeof name === "string" ? `dialect \`${name}\`` : "the dialect";
  return new UsageError(error("PWI0017", `\`defineDialect\`: ${which}: ${first}`, "correct the definition", { notes }));
}

export function badSplitMarker(marker: string): UsageError {
  return usage(
    "PWI0013",
    `a split marker must have at least three characters, not ${marker.length}`,
    "use a longer marker, for example `// -----`",
  );
}

export function syntaxError(
  message: string,
  at: SourceLocation,
  notes: readonly Note[],
  help: readonly string[] = [],
): Diagnostic {
  return error("PWI1001", message, help, { at, notes });
}

export function notOneOperation(count: number, at: SourceLocation): Diagnostic {
  return error("PWI1002", `source must contain a single top-level operation, found: ${count}`, [], { at });
}

export function tooLarge(bytes: number, at: SourceLocation): Diagnostic {
  const message = `the text has ${bytes} bytes, but the maximum is 536870911`;
  return error("PWI1003", message, "split the module into several files", { at });
}

export function isBytecode(file: string): Diagnostic {
  const at = { file, line: 0, column: 0 };
  return error("PWI1005", "the input is MLIR bytecode, not text", "convert the input to text with `mlir-opt`", { at });
}

/** Returns the warning for a line that almost matches the split marker, with MLIR's text. */
export function nearMiss(at: SourceLocation): Diagnostic {
  const help = "to split the file, write `// -----`";
  return error("PWI1004", "near miss with file split marker", help, { severity: "warning", at });
}

export function invalidOperation(message: string, at: SourceLocation | undefined, notes: readonly Note[]): Diagnostic {
  return { ...error("PWI2001", message, [], { at, notes }), ...messageOf(message) };
}

/* Errors of `--verify-diagnostics`, PWI3… */

function expectationError(code: string, text: string, at: SourceLocation | undefined, help: string[] = []): Diagnostic {
  const { message, lines } = messageOf(text);
  return error(code, message, help, { lines, at });
}

export function unexpectedDiagnostic(severity: string, message: string, at: SourceLocation | undefined): Diagnostic {
  const help = [`declare the diagnostic with \`expected-${severity}\`, or correct the input`];
  return expectationError("PWI3001", `unexpected ${severity}: ${message}`, at, help);
}

export function notProduced(severity: string, text: string, at: SourceLocation | undefined): Diagnostic {
  const place = at === undefined ? undefined : { ...at, length: text.length };
  return expectationError("PWI3002", `expected ${severity} "${text}" was not produced`, place);
}

export function wrongSeverity(severity: string, expected: string, at: SourceLocation | undefined): Diagnostic {
  return expectationError("PWI3003", `'${severity}' diagnostic emitted when expecting a '${expected}'`, at);
}

export function badExpectation(message: string, text: string, at: SourceLocation): Diagnostic {
  return expectationError("PWI3004", message, { ...at, length: text.length });
}
