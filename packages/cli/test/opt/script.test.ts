import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mainOpt } from "@passwright/cli";
import { childEnvironment, itLong, sampleOf } from "@passwright/development";
import { expect } from "chai";
import { cacheFolder, loadScript } from "../../dist/start/compile-cache.js";
import type { LeftToModules, Script } from "../../dist/start/script.js";
import { runProgram } from "../fake-terminal.ts";
import type { Outcome } from "../fake-terminal.ts";
import { expectKept, keptFolder } from "../kept-scripts.ts";
import { makeProject } from "../project.ts";
import { cases } from "./cases/case.ts";
import { runCase } from "./cases/run-case.ts";

const bin = fileURLToPath(new URL("../../bin/passwright-opt.js", import.meta.url));
const file = fileURLToPath(new URL("../../bundle/opt.cjs", import.meta.url));

/** Bundled script, which is run in this process. The script throws if it leaves a run to the complete program. */
const { run: byScript } = loadScript(file, createRequire(import.meta.url), undefined).exports as {
  readonly run: Script;
};

const leftBy = (thrown: unknown): LeftToModules | undefined => (thrown as { readonly left?: LeftToModules }).left;

/** Runs the program as a user does. */
function passwrightOpt(cwd: string, argv: readonly string[], variables: NodeJS.ProcessEnv = {}, input = ""): Outcome {
  const env = { ...childEnvironment(), NODE_COMPILE_CACHE: join(cwd, "cache"), ...variables };
  const done = spawnSync(process.execPath, [bin, ...argv], { cwd, encoding: "utf8", env, input, maxBuffer: 1 << 30 });
  return { code: done.status ?? -1, out: done.stdout, err: done.stderr };
}

const twice = `func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %a : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
`;

describe("the script of passwright-opt", () => {
  it("has the same result as the modules, for recorded command lines", async () => {
    const own = cases.filter(({ args }) => !args.some((arg) => arg.includes("load-pass-plugin")));
    for (const one of sampleOf(own)) {
      const expected = await runCase(one, mainOpt, []);
      expect(await runCase(one, byScript, []), one.args.join(" ")).to.equal(expected);
    }
  });

  it("leaves third-party plugins to the modules", () => {
    const cwd = makeProject({});
    for (const flag of ["--load-pass-plugin=./guest.js", "--load-dialect-plugin=./guest.js"])
      expect(passwrightOpt(cwd, [flag]).err).to.contain("guest.js");
  });

  it("leaves inputs that are large enough for threads to the modules, with the text", async function () {
    if (availableParallelism() < 2) this.skip();
    const cwd = makeProject({ "large.mlir": "" });
    truncateSync(join(cwd, "large.mlir"), 200_000_000);
    const onFile: unknown = await runProgram(byScript, ["large.mlir"], { cwd }).catch((error: unknown) => error);
    expect(leftBy(onFile)).to.deep.equal({});
    const here = ["large.mlir", "--mlir-disable-threading", "-o", "no/where"];
    expect((await runProgram(byScript, here, { cwd })).err).to.contain("cannot open output file 'no/where'");
    const input = Buffer.alloc(80_000_000, " ").fill(0xff, 0, 10);
    const thrown: unknown = await runProgram(byScript, [], { cwd, input }).catch((error: unknown) => error);
    expect(input.equals(leftBy(thrown)?.input ?? Buffer.alloc(0))).to.equal(true);
  });

  it("writes to a pipe that is named by its path", () => {
    const cwd = makeProject({ "in.mlir": twice });
    const inBash = `"$0" "$1" --cse in.mlir -o /dev/stdout | cat`;
    const { stdout, stderr } = spawnSync("bash", ["-c", inBash, process.execPath, bin], { cwd, encoding: "utf8" });
    expect({ stdout, stderr }).to.deep.equal({ stdout: passwrightOpt(cwd, ["--cse", "in.mlir"]).out, stderr: "" });
  });

  itLong("reads a large pipe that is named by its path once", () => {
    const cwd = makeProject({ "in.mlir": `${twice}${" ".repeat(80_000_000)}` });
    const inBash = `"$0" "$1" "-pass-pipeline=builtin.module(cse)" <(cat in.mlir)`;
    const { stdout } = spawnSync("bash", ["-c", inBash, process.execPath, bin], { cwd, encoding: "utf8" });
    expect(stdout).to.equal(passwrightOpt(cwd, ["--cse"], {}, twice).out);
  });

  itLong("continues with the input that the script has read", () => {
    const cwd = makeProject({});
    const input = `${twice}${" ".repeat(80_000_000)}`;
    expect(passwrightOpt(cwd, ["-pass-pipeline=builtin.module(cse)"], {}, input)).to.deep.equal(
      passwrightOpt(cwd, ["--cse"], {}, twice),
    );
  });

  it("keeps code that V8 compiled", () => {
    const cwd = makeProject({ "in.mlir": twice });
    passwrightOpt(cwd, ["in.mlir", "--cse"]);
    expectKept(cwd, ["opt"]);
    const [name = ""] = readdirSync(keptFolder(cwd));
    const { ino } = statSync(join(keptFolder(cwd), name));
    passwrightOpt(cwd, ["in.mlir", "--cse"]);
    expect(statSync(join(keptFolder(cwd), name)).ino, "it was not written again").to.equal(ino);
  });

  it("keeps the code of a later run with other flags", () => {
    const cwd = makeProject({ "empty.mlir": "" });
    passwrightOpt(cwd, ["empty.mlir"]);
    const [name = ""] = readdirSync(keptFolder(cwd));
    const { size } = statSync(join(keptFolder(cwd), name));
    const functions = Array.from({ length: 300 }, (_, index) => twice.replace("@f", `@f${index}`)).join("");
    const argv = ["--cse", "--canonicalize", "--sccp", "--mlir-print-op-generic"];
    const first = passwrightOpt(cwd, argv, {}, functions);
    expect(statSync(join(keptFolder(cwd), name)).size).to.be.above(size);
    expect(passwrightOpt(cwd, argv, {}, functions)).to.deep.equal(first);
  });

  it("does not depend on its cache: invalid, truncated, or missing", () => {
    const cwd = makeProject({ "in.mlir": twice });
    const good = passwrightOpt(cwd, ["in.mlir", "--cse"]);
    expect(good.code).to.equal(0);
    const folder = keptFolder(cwd);
    const [name = ""] = readdirSync(folder);
    const file = join(folder, name);
    const bytes = readFileSync(file);
    for (const broken of [Buffer.alloc(0), bytes.subarray(0, 1000), Buffer.alloc(bytes.length, 255)]) {
      writeFileSync(file, broken);
      expect(passwrightOpt(cwd, ["in.mlir", "--cse"])).to.deep.equal(good);
      expect(readFileSync(file).equals(broken), "it was made anew").to.equal(false);
    }
    writeFileSync(join(cwd, "file"), "");
    // Since Node 22, the cache of Node itself then goes to the folder for temporary files.
    const unusable = { NODE_COMPILE_CACHE: join(cwd, "file"), TMPDIR: cwd, TMP: cwd, TEMP: cwd };
    expect(passwrightOpt(cwd, ["in.mlir", "--cse"], unusable)).to.deep.equal(good);
    mkdirSync(join(cwd, "home"));
    const nowhere = { NODE_DISABLE_COMPILE_CACHE: "1", HOME: join(cwd, "home") };
    expect(passwrightOpt(cwd, ["in.mlir", "--cse"], nowhere)).to.deep.equal(good);
    expect(readdirSync(join(cwd, "home"))).to.deep.equal([]);
  });

  it("is kept whole by processes that run for the first time together", async () => {
    const cwd = makeProject({ "in.mlir": twice });
    const env = { ...childEnvironment(), NODE_COMPILE_CACHE: join(cwd, "cache") };
    const flags = ["--cse", "--canonicalize", "--sccp"];
    const codes = flags.map(
      (flag) =>
        new Promise((resolve) => {
          spawn(process.execPath, [bin, "in.mlir", flag], { cwd, env, stdio: "ignore" }).on("close", resolve);
        }),
    );
    expect(await Promise.all(codes)).to.deep.equal([0, 0, 0]);
    expectKept(cwd, ["opt"]);
    for (const flag of flags) expect(passwrightOpt(cwd, ["in.mlir", flag]).code).to.equal(0);
  });

  it("keeps it in the user's folder of caches, or where Node keeps its own", () => {
    const home = { HOME: "/home/ada" };
    expect(cacheFolder(home)).to.equal("/home/ada/.cache/passwright");
    expect(cacheFolder({ ...home, XDG_CACHE_HOME: "/caches" })).to.equal("/caches/passwright");
    expect(cacheFolder({ ...home, XDG_CACHE_HOME: "caches" })).to.equal("/home/ada/.cache/passwright");
    expect(cacheFolder({ ...home, NODE_COMPILE_CACHE: "/node" })).to.equal("/node/passwright");
    expect(cacheFolder({ ...home, NODE_DISABLE_COMPILE_CACHE: "1" })).to.equal(undefined);
    expect(cacheFolder({ LOCALAPPDATA: "/local" })).to.equal("/local/passwright");
    expect(cacheFolder({})).to.equal(undefined);
  });

  it("reports unexpected errors like the modules", () => {
    const cwd = makeProject({
      "bin/package.json": "{}",
      "bundle/opt.cjs": '// none\n(function (exports) { exports.run = async () => { throw new TypeError("lost"); }; })',
    });
    copyFileSync(bin, join(cwd, "bin/opt.js"));
    copyFileSync(fileURLToPath(new URL("../../bundle/start.cjs", import.meta.url)), join(cwd, "bundle/start.cjs"));
    const { status, stderr } = spawnSync(process.execPath, ["bin/opt.js"], { cwd, encoding: "utf8" });
    expect(stderr).to.equal(
      "error[PWR0001]: unexpected error: TypeError: lost\nhelp: run the command again with --debug, and report the stack to the author of the code that threw the error\n",
    );
    expect(status).to.equal(1);
  });

  it("writes more than a pipe holds, and ends quietly when the reader closes it", async () => {
    const many = Array.from({ length: 5000 }, (_, index) => `func.func private @a_rather_long_name_${index}()\n`).join(
      "",
    );
    const cwd = makeProject({ "in.mlir": many });
    expect(passwrightOpt(cwd, ["in.mlir"]).out.split("\n")).to.have.length(5004);
    const child = spawn(process.execPath, [bin, "in.mlir"], { cwd, env: childEnvironment() });
    child.stdout.destroy();
    let err = "";
    child.stderr.on("data", (chunk) => (err += String(chunk)));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect({ code, err }).to.deep.equal({ code: 0, err: "" });
  });
});
