import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { childEnvironment, makeTemporaryFolder } from "@passwright/development";

/**
 * Returns a setting that `set-up.ts` stores in the environment, where the processes that run test files can read it.
 */
export const setting = (name: "URL" | "FOLDER"): string => process.env[`PASSWRIGHT_REGISTRY_${name}`] ?? "";

/** Returns the environment of a user with the registry of the release tests and an empty cache. */
export function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(childEnvironment()).filter(
    ([name]) => !/^(?:npm_|PASSWRIGHT_|UPDATE_GOLDEN|INIT_CWD)/i.test(name),
  );
  const npm = {
    registry: setting("URL"),
    cache: join(setting("FOLDER"), "npm-cache"),
    store_dir: join(setting("FOLDER"), "pnpm-store"),
    // npm does not look up cached packages again.
    prefer_offline: "true",
    audit: "false",
    fund: "false",
    update_notifier: "false",
    yes: "true",
  };
  return {
    ...Object.fromEntries(own),
    ...Object.fromEntries(Object.entries(npm).map(([name, value]) => [`npm_config_${name}`, value])),
  };
}

export interface Outcome {
  readonly code: number | null;
  readonly out: string;
}

/** Runs a program as a user does, and returns its complete output. */
export function run(cwd: string, program: string, ...argv: readonly string[]): Outcome {
  const { status, stdout, stderr, error } = spawnSync(program, argv, { cwd, encoding: "utf8", env: environment() });
  if (error !== undefined) throw error;
  return { code: status, out: stdout + stderr };
}

/** Runs a program that must succeed. */
export function succeed(cwd: string, program: string, ...argv: readonly string[]): string {
  const { code, out } = run(cwd, program, ...argv);
  expect(code, `${program} ${argv.join(" ")}\n${out}`).to.equal(0);
  return out;
}

/** Runs `passwright` as installed in a project. */
export const passwright = (folder: string, ...argv: readonly string[]): string =>
  succeed(folder, join(folder, "node_modules/.bin/passwright"), ...argv);

/** Runs a command line in a shell. */
export const shell = (cwd: string, line: string): string => succeed(cwd, "bash", "-ec", line);

/** Returns the shell blocks of a page. */
export const shellBlocks = (text: string): string[] =>
  [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, code = ""]) => code);

/** Makes an empty project with these packages installed by npm. */
export function projectWith(...packages: readonly string[]): string {
  const folder = makeTemporaryFolder();
  writeFileSync(join(folder, "package.json"), '{ "name": "consumer", "private": true }\n');
  succeed(folder, "npm", "install", ...packages);
  return folder;
}

export function edit(file: string, change: (text: string) => string): void {
  const text = readFileSync(file, "utf8");
  const changed = change(text);
  expect(changed).not.to.equal(text);
  writeFileSync(file, changed);
}

export function write(folder: string, files: { readonly [path: string]: string }): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
