// `npm run check:mlir -- PATH…`: executes the RUN lines of MLIR's tests with passwright-opt instead of mlir-opt. The
// paths are files or folders in a checkout of llvm-project (`mlir/test/…`). Checks the output with LLVM's FileCheck,
// and prints the share of files that pass.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { findMlirOpt } from "../packages/development/dist/index.js";
import { filesIn, runLines } from "./mlir-tests.mjs";

const paths = process.argv.slice(2);
const project = fileURLToPath(new URL("..", import.meta.url));
const mlirOpt = spawnSync("sh", ["-c", 'command -v "$1"', "sh", findMlirOpt() ?? ""], {
  encoding: "utf8",
}).stdout.trim();
// LLVM installs `not` and FileCheck next to mlir-opt.
const tools = ["not", "FileCheck"].map((name) => ({
  name,
  path: mlirOpt && join(dirname(realpathSync(mlirOpt)), name),
}));
if (paths.length === 0 || tools.some(({ path }) => !existsSync(path))) {
  process.stderr.write("usage: npm run check:mlir -- PATH…; needs the tools `not` and `FileCheck` of LLVM\n");
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "check-mlir-"));
const plugin = join(project, "plugins/mlir-test-passes");
const bin = join(folder, "bin");
mkdirSync(bin);
const script = (name, command) => writeFileSync(join(bin, name), `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 });
for (const { name, path } of tools) script(name, path);
const opt = join(project, "packages/cli/bin/passwright-opt.js");
script("mlir-opt", `"${process.execPath}" "${opt}" --load-dialect-plugin="${plugin}" --load-pass-plugin="${plugin}"`);

const counts = { passed: 0, failed: 0 };
for (const file of paths.flatMap(filesIn)) {
  const commands = runLines(readFileSync(file, "utf8"));
  if (commands.length === 0) continue;
  const temporary = join(folder, `${basename(file)}.tmp`);
  const failed = commands.find((command) => {
    const line = command
      .replaceAll("%s", resolve(file))
      .replaceAll("%t", temporary)
      .replaceAll("%{pathsep}", delimiter);
    const { status, stderr, stdout } = spawnSync("bash", ["-c", `set -o pipefail; ${line}`], {
      env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
      cwd: folder,
      encoding: "utf8",
      timeout: 120_000,
    });
    if (status !== 0)
      process.stdout.write(`${file}\n  ${command}\n${`${stdout}${stderr}`.slice(0, 2000).replaceAll(/^/gm, "  ")}\n`);
    return status !== 0;
  });
  counts[failed === undefined ? "passed" : "failed"]++;
}
rmSync(folder, { recursive: true });
process.stdout.write(`${counts.passed} of ${counts.passed + counts.failed} files pass\n`);
