import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { environment, setting } from "./project.ts";
import { publicPackages, root } from "./packages.ts";

/** Built copy of this repository, whose versions can be published to a local registry. */
export interface Rehearsal {
  readonly folder: string;
  git(...argv: readonly string[]): string;
  lerna(...argv: readonly string[]): string;
  /** Publishes the versions that the registry does not have, as the release workflow does. */
  publish(...argv: readonly string[]): string;
}

/**
 * Copies the files that git tracks, with their current content, and the built files. The only commit of the copy has
 * the tag of the version.
 */
export function copyRepository(folder: string): Rehearsal {
  const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0");
  for (const path of tracked) if (path !== "" && existsSync(join(root, path))) copy(path, folder);
  for (const { folder: path } of publicPackages())
    for (const built of ["dist", "bundle"]) if (existsSync(join(root, path, built))) copy(join(path, built), folder);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  // Disables provenance, which requires a workflow.
  for (const { folder: path } of publicPackages()) {
    const file = join(folder, path, "package.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"provenance": true', '"provenance": false'));
  }
  const rehearsal = rehearsalIn(folder);
  const { version } = JSON.parse(readFileSync(join(folder, "lerna.json"), "utf8")) as { readonly version: string };
  rehearsal.git("init", "--quiet", "--initial-branch", "main");
  rehearsal.git("add", "--all");
  rehearsal.git("commit", "--quiet", "--message", `release: v${version}`);
  rehearsal.git("tag", `v${version}`);
  return rehearsal;
}

function copy(path: string, folder: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  cpSync(join(root, path), join(folder, path), { recursive: true });
}

const AUTHOR = ["NAME", "EMAIL"].flatMap((what) =>
  ["AUTHOR", "COMMITTER"].map((who) => [`GIT_${who}_${what}`, "rehearsal@example.com"]),
);

export function rehearsalIn(folder: string): Rehearsal {
  // Uses a separate folder for temporary files, because lerna leaves the tarballs there.
  const temporary = join(setting("FOLDER"), "temporary");
  mkdirSync(temporary, { recursive: true });
  const env = { ...environment(), TMPDIR: temporary, NX_DAEMON: "false", ...Object.fromEntries(AUTHOR) };
  const run = (program: string, argv: readonly string[]): string =>
    execFileSync(program, argv, {
      cwd: folder,
      encoding: "utf8",
      env,
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 2 ** 26,
    });
  const lerna = (...argv: readonly string[]): string =>
    run(process.execPath, [join(root, "node_modules/lerna/dist/cli.js"), ...argv]);
  return {
    folder,
    git: (...argv) => run("git", argv),
    lerna,
    publish: (...argv) =>
      lerna("publish", "from-package", "--yes", "--no-private", "--no-verify-access", "--loglevel", "warn", ...argv),
  };
}
