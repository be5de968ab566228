import { defineFramework, defineGroup, defineIr, definePass } from "@passwright/sdk";
import type { GroupDefinition, PassDefinition } from "@passwright/sdk";
import babel from "@babel/core";
import type { BabelPlugin, File, Node } from "@babel/core";

const settings = { configFile: false, babelrc: false, cloneInputAst: false } as const;

/** Babel plugins: Babel merges their visitors into one traversal. */
export const babelPlugins: GroupDefinition<Node, BabelPlugin> = defineGroup<Node, BabelPlugin>({
  name: "babel",
  splits: "report",
  run(members, file) {
    const plugins = members.map(({ name, member, options }) => [member, options, name] as const);
    babel.transformFromAstSync(file as File, "", { ...settings, plugins, code: false });
  },
});

/** JavaScript as Babel parses it. */
export const javascript = defineIr({
  name: "javascript",
  extensions: [".js"],
  root: "File",
  nameOf: (node: Node) => node.type,
  childrenOf: (node: Node): readonly Node[] =>
    (babel.types.VISITOR_KEYS[node.type] ?? [])
      .flatMap((key) => (node as unknown as { readonly [key: string]: Node | readonly Node[] | null })[key] ?? [])
      .filter((child) => child !== null),
  parse: (text): Node => babel.parseSync(text, settings),
  print: (file) => babel.transformFromAstSync(file as File, "", settings).code,
  positionOf: (node: Node) => node.loc && { line: node.loc.start.line, column: node.loc.start.column + 1 },
});

/** A Babel plugin as a pass. */
export function babelPass(name: string, member: BabelPlugin): PassDefinition<Node> {
  return definePass({ name, group: babelPlugins, member });
}

/** `twice(x)` becomes an arrow function that other plugins see. */
export const twice: PassDefinition<Node> = babelPass("twice", () => ({
  visitor: {
    CallExpression(path: {
      readonly node: { readonly callee: { readonly name?: string }; readonly arguments: readonly object[] };
      replaceWith(node: object): void;
    }) {
      if (path.node.callee.name !== "twice") return;
      const [argument] = path.node.arguments;
      const body = { type: "BinaryExpression", operator: "+", left: argument, right: { ...argument } };
      path.replaceWith({ type: "ArrowFunctionExpression", params: [], body, expression: true });
    },
  },
}));

/** JavaScript pipeline that runs Babel plugins in one traversal. */
export default defineFramework({
  name: "babel",
  ir: javascript,
  groups: [babelPlugins],
  extensionPoints: { end: { since: "0.1", doc: "the end of the traversal's plugins" } },
  pipeline(builder) {
    builder.addPass(twice);
    builder.addExtensionPoint("end");
  },
});
