/* The parts of the hosts' types that this example uses. */

declare module "postcss" {
  export interface CssNode {
    readonly type: string;
    nodes?: CssNode[];
    readonly source?: { readonly start?: { readonly line: number; readonly column: number } };
  }

  export interface Root extends CssNode {
    readonly type: "root";
  }

  export interface Plugin {
    readonly postcssPlugin: string;
  }

  export type Creator = ((options?: object) => Plugin) & { readonly postcss: true };

  interface Warning {
    readonly text: string;
    readonly plugin: string;
  }

  interface Postcss {
    (plugins: readonly (Plugin | Creator)[]): {
      process(input: string | Root, options: object): Promise<{ readonly css: string; warnings(): readonly Warning[] }>;
    };
  }

  export function parse(text: string, options: { readonly from: string }): Root;

  const postcss: Postcss;
  export default postcss;
}

declare module "postcss-nested" {
  import type { Creator } from "postcss";

  const nested: Creator;
  export default nested;
}

declare module "postcss-mixins" {
  import type { Creator } from "postcss";

  const mixins: Creator;
  export default mixins;
}

declare module "@babel/core" {
  export interface Node {
    readonly type: string;
    readonly loc?: { readonly start: { readonly line: number; readonly column: number } };
  }

  export interface File extends Node {
    readonly type: "File";
  }

  export type BabelPlugin = (api: object, options: object) => { readonly visitor: object };

  interface Settings {
    readonly configFile: false;
    readonly babelrc: false;
    readonly cloneInputAst?: false;
    readonly code?: false;
    readonly plugins?: readonly (readonly [plugin: BabelPlugin, options: object, name: string])[];
  }

  interface Babel {
    parseSync(text: string, settings: Settings): File;
    transformSync(text: string, settings: Settings): { readonly code: string };
    transformFromAstSync(file: File, text: string, settings: Settings): { readonly code: string };
    readonly types: { readonly VISITOR_KEYS: { readonly [type: string]: readonly string[] } };
  }

  const babel: Babel;
  export default babel;
}

declare module "@babel/plugin-transform-arrow-functions" {
  import type { BabelPlugin } from "@babel/core";

  const plugin: { readonly default: BabelPlugin };
  export default plugin;
}

declare module "@babel/plugin-transform-template-literals" {
  import type { BabelPlugin } from "@babel/core";

  const plugin: { readonly default: BabelPlugin };
  export default plugin;
}
