import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./repository.ts";

/** Part of a source file that declares keys: the text between two markers. */
interface Declaration {
  readonly file: string;
  readonly start: string;
  readonly end: string;
}

/** Key of a definition, with its docstring. */
interface DefinitionKey {
  readonly name: string;
  readonly doc: string;
  readonly isRequired: boolean;
}

const FRAMEWORK = "packages/sdk/src/define/define-framework.ts";
const PASS = "packages/core/src/define-pass.ts";

const framework: Declaration = { file: FRAMEWORK, start: "export interface Framework<", end: "\n}\n" };
const environment: Declaration = { file: FRAMEWORK, start: "export interface FrameworkEnvironment<", end: "\n}\n" };
const plugin: Declaration = {
  file: "packages/sdk/src/define/define-plugin.ts",
  start: "export interface Plugin<",
  end: "\n}\n",
};
const declared: Declaration = {
  file: "packages/core/src/pass-declaration.ts",
  start: "export interface PassDeclaration ",
  end: "\n}\n",
};
const definition: Declaration = { file: PASS, start: "definition: Omit<PassDeclaration", end: "\n  } & (PassCode" };
const create: Declaration = { file: PASS, start: "export type PassCode<", end: ");\n" };
const member: Declaration = { file: PASS, start: "export type MemberCode<", end: ");\n" };
const body: Declaration = { file: "packages/core/src/pass.ts", start: "export interface PassBody<", end: "\n}\n" };
const whole: Declaration = {
  file: "packages/core/src/pass.ts",
  start: "export interface PassDefinition<",
  end: "\n}\n",
};

/** Returns a declaration of the embedded IR: the interface with this name in a file about dialects. */
function ofDialects(file: string, name: string): Declaration {
  return { file: `packages/ir/src/${file}.ts`, start: `export interface ${name} `, end: "\n}\n" };
}

const dialect = [
  ofDialects("dialects/dialect-syntax", "DialectSyntax"),
  ofDialects("dialects/define-dialect", "DialectDefinition"),
];
const operation = [
  ofDialects("dialects/op-structure", "OpStructure"),
  ofDialects("fold/fold-adaptor", "FoldDefinition"),
  ofDialects("dialects/define-dialect", "OpDefinition"),
  ofDialects("dialects/op-interfaces", "OpInterfaces"),
  ofDialects("dialects/memory-slot-interfaces", "MemorySlotInterfaces"),
];
const value = ofDialects("dialects/op-structure", "ValueDefinition");
const attribute = ofDialects("dialects/op-structure", "AttributeDefinition");

/** Docstring, followed by the name of a member. */
const MEMBER = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s+(?:readonly )?(\w+)(\??)[(:<]/g;

/** Returns the keys in a part of a source file. Leaves out internal keys. */
function keysIn({ file, start, end }: Declaration): readonly DefinitionKey[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const from = text.indexOf(start);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`${file} does not contain \`${start}\``);
  return [...text.slice(from, to).matchAll(MEMBER)].flatMap(([, doc = "", name = "", mark]) =>
    doc.includes("@internal") ? [] : [{ name, doc: textOf(doc), isRequired: mark === "" }],
  );
}

/** Returns a docstring as the text of a table cell. */
function textOf(doc: string): string {
  return doc
    .replace(/^\s*\* ?/gm, "")
    .replace(/\{@link (\w+)\}/g, "`$1`")
    .replace(/\s+/g, " ")
    .replaceAll("|", "\\|")
    .trim();
}

/** Returns a table of keys. Required keys come first. If several keys have the same name, uses the last key. */
function table(keys: readonly DefinitionKey[], optional: readonly string[] = []): string {
  const isOptional = ({ name, isRequired }: DefinitionKey): boolean => !isRequired || optional.includes(name);
  const all = [...new Map(keys.map((key) => [key.name, key])).values()];
  const sorted = [...all.filter((key) => !isOptional(key)), ...all.filter(isOptional)];
  const rows = sorted.map((key) => `| \`${key.name}\`${isOptional(key) ? "" : " (required)"} | ${key.doc} |`);
  return ["| key | meaning |", "|---|---|", ...rows].join("\n");
}

const only = (keys: readonly DefinitionKey[], ...names: readonly string[]): readonly DefinitionKey[] =>
  keys.filter(({ name }) => names.includes(name));

const without = (keys: readonly DefinitionKey[], ...names: readonly string[]): readonly DefinitionKey[] =>
  keys.filter(({ name }) => !names.includes(name));

/** Returns the names of all traits as a text. */
function traits(): string {
  const names = /const traitNames = \[([^\]]*)\]/.exec(
    readFileSync(join(ROOT, "packages/ir/src/dialects/traits.ts"), "utf8"),
  );
  return [...(names?.[1] ?? "").matchAll(/"(\w+)"/g)].map(([, name]) => `\`${name}\``).join(", ");
}

/** Returns the text of the page `docs/definition-keys.md`, which `npm run docs` writes. */
export function definitionKeysPage(): string {
  const ofPass = [...without(keysIn(declared), "to", "toAnchor", "values", "group"), ...keysIn(definition)];
  const code = [
    ...only(keysIn(body), "runOnOperation", "initialize", "canScheduleOn", "batch"),
    ...keysIn(create),
    ...only(keysIn(whole), "checkOptions"),
  ];
  return `# Keys of frameworks, plugins, passes and dialects

This page lists all keys of the objects that \`defineFramework\`, \`definePlugin\`, \`definePass\` and \`defineDialect\`
accept. \`npm run docs\` generates the tables from the docstrings of the types. [Config keys](config-keys.md) lists the keys of a config.

\`\`\`js
import { defineFramework, defineIr, definePass, definePlugin } from "@passwright/sdk";

const ir = defineIr({ name: "text", nameOf: (op) => op.name, childrenOf: "children" });
const trim = definePass({ name: "trim", ir, runOnOperation(op) {} });
const framework = defineFramework({
  name: "texts",
  ir,
  anchor: "text",
  passes: [trim],
  pipeline: (builder) => void builder.addPass(trim),
});
const plugin = definePlugin({ passes: [], insert: [{ pass: "trim", end: true, reason: "spaces from the first run" }] });
\`\`\`

## \`defineFramework\`

${table(keysIn(framework), ["anchor"])}

The second argument of \`pipeline\` contains:

${table(keysIn(environment))}

A framework can have options, which a config sets with \`option\`. \`optionOfChoice\` returns the value of an option, or
\`undefined\` if the config does not set the option:

\`\`\`js
import { defineFramework, defineIr, definePass, int, optionOfChoice } from "@passwright/sdk";

const ir = defineIr({ name: "text", nameOf: (op) => op.name, childrenOf: "children" });
const digits = int(2, "number of digits");
const round = definePass({ name: "round", ir, options: { digits }, runOnOperation(op) {} });
const framework = defineFramework({
  name: "numbers",
  ir,
  anchor: "text",
  passes: [round],
  pipeline(builder, { choice }) {
    builder.addPass(round, { options: { digits: optionOfChoice(choice, "digits", digits) ?? 2 } });
  },
});
\`\`\`

## \`definePlugin\`

${table(keysIn(plugin))}

For example, a plugin with \`needs: { extensionPoints: ["simplify.end"], passTypes: ["Tiling"] }\` cannot be loaded with a
framework that does not have this extension point and this pass type. \`taps\` contains a function for each hook of the
framework that the plugin taps without \`setup\`: \`taps: { word: (word) => word.trim() }\`. [Hooks](hooks.md) describes the
kinds of hooks and the order of taps.

## \`definePass\`

${table(ofPass)}

The code of a pass is in these keys. A pass has either \`runOnOperation\` or \`create\`:

${table(
  code,
  code.map(({ name }) => name),
)}

Instead of this code, a pass that runs in a [group](groups.md) has these keys, and either \`member\` or \`createMember\`:

${table(keysIn(member), ["createMember"])}

## \`defineDialect\`

\`defineDialect\` of \`@passwright/ir\` defines operations of the embedded MLIR IR. The tutorial
[Define a dialect](tutorials/dialect-author.md) shows how to use it.

${table(dialect.flatMap(keysIn))}

An operation has these keys:

${table(operation.flatMap(keysIn))}

\`traits\` can contain these traits, which have the same meaning as in MLIR: ${traits()}.

An operand or result has these keys:

${table(keysIn(value))}

An attribute has these keys:

${table(keysIn(attribute))}
`;
}
