import { main } from "@passwright/cli";
import { outcomeText, runProgram } from "./fake-terminal.ts";
import { makeProject, withoutPaths } from "./project.ts";

/** Folder in which a test runs `passwright` one or more times. */
export interface Workplace {
  readonly folder: string;
  /** Runs a command, and returns its output and exit code as one text without absolute paths. */
  passwright(...argv: readonly string[]): Promise<string>;
}

export function makeWorkplace(files: { readonly [path: string]: string }, packages: readonly string[] = []): Workplace {
  const folder = makeProject(files, packages);
  return {
    folder,
    passwright: async (...argv) => withoutPaths(outcomeText(await runProgram(main, argv, { cwd: folder })), folder),
  };
}

/** Returns the code of a plugin in one file, with one pass and this setup. */
export function pluginText(setup: string, passes = ""): string {
  return `import { definePass, definePlugin, PassType } from "@passwright/sdk";
const passes = [${passes}];
export default definePlugin({ passes, setup(b, { hooks }) { ${setup} } });
`;
}
