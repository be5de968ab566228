import { main } from "@passwright/cli";
import { outcomeText, runProgram } from "./fake-terminal.ts";
import { makeProject, withoutPaths } from "./project.ts";

/** A folder in which `passwright` is run, several times if need be. */
export interface Workplace {
  readonly folder: string;
  /** Output and exit code of a command, as one text without absolute paths. */
  passwright(...argv: readonly string[]): Promise<string>;
}

export function makeWorkplace(files: { readonly [path: string]: string }, packages: readonly string[] = []): Workplace {
  const folder = makeProject(files, packages);
  return {
    folder,
    passwright: async (...argv) => withoutPaths(outcomeText(await runProgram(main, argv, { cwd: folder })), folder),
  };
}

/** A plugin in one file that only asks for a place. */
export function pluginText(setup: string, passes = ""): string {
  return `import { definePass, definePlugin, PassType } from "@passwright/sdk";
const passes = [${passes}];
export default definePlugin({ passes, setup(b, { hooks }) { ${setup} } });
`;
}
