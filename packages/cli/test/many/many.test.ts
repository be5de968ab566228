import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { childEnvironment, Random } from "@passwright/development";
import { makeProject } from "../project.ts";

/*
 * `npm run test:many` runs thousands of inputs, and causes faults at random moments. With `MANY=small`, there are fewer
 * inputs, for CI. `MANY_SEED` changes the moments.
 */

const describeMany = process.env["MANY"] === undefined ? describe.skip : describe;

const isSmall = process.env["MANY"] === "small";
const seed = Number.parseInt(process.env["MANY_SEED"] ?? "1", 16) % 2 ** 31;
const [MOST, FEW, FAULTS] = isSmall ? [600, 200, 2] : [10_000, 1000, 30];

const program = fileURLToPath(new URL("../../bin/passwright.js", import.meta.url));
const modules = fileURLToPath(new URL("../../../../node_modules/", import.meta.url));

/**
 * Returns icons of npm packages in mixed order, so that the sizes of icons are distributed equally. Uses icons several
 * times if there are too few.
 */
function iconsOf(count: number): { readonly name: string; readonly path: string }[] {
  const paths = ["bootstrap-icons/icons", "flag-icons/flags/1x1", "flag-icons/flags/4x3"].flatMap((folder) =>
    readdirSync(join(modules, folder))
      .filter((file) => file.endsWith(".svg"))
      .sort()
      .map((file) => join(modules, folder, file)),
  );
  return Array.from({ length: count }, (_, index) => ({
    name: `${index % 7}/${index}.svg`,
    path: paths[(index * 7919) % paths.length] as string,
  }));
}

function iconProject(count: number): string {
  const cwd = makeProject({ "passwright.config.yaml": 'framework: "@passwright/svgo"\n' });
  for (let folder = 0; folder < 7; folder++) mkdirSync(join(cwd, `in/${folder}`), { recursive: true });
  for (const { name, path } of iconsOf(count)) copyFileSync(path, join(cwd, "in", name));
  // Makes some inputs invalid, to check that failures are reported in the order of the inputs.
  for (let index = 5; index < count; index += 97) writeFileSync(join(cwd, `in/${index % 7}/${index}.svg`), "<svg");
  return cwd;
}

function moduleProject(count: number): string {
  const random = new Random(seed);
  const cwd = makeProject({
    "passwright.config.yaml":
      'ir: "@passwright/ir"\nplugins: ["@passwright/plugin-transforms"]\npipeline: builtin.module(func.func(cse,canonicalize))\n',
  });
  mkdirSync(join(cwd, "in"));
  for (let index = 0; index < count; index++) {
    const body = Array.from({ length: 5 + random.below(40) }, (_, at) => {
      const value = (): string => (at === 0 ? "%a" : `%${random.below(at)}`);
      return `  %${at} = arith.${["addi", "muli", "xori"][random.below(3)]} ${value()}, ${value()} : i32\n`;
    }).join("");
    writeFileSync(join(cwd, `in/${index}.mlir`), `func.func @f(%a: i32) -> i32 {\n${body}  return %0 : i32\n}\n`);
  }
  return cwd;
}

interface Ended {
  readonly code: number | null;
  readonly err: string;
  /** Largest size of the process in memory, in KiB. */
  readonly memory: number;
}

const REPORT = `import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
if (isMainThread && process.send === undefined)
  process.on("exit", () => writeFileSync(process.env.MEMORY_FILE, String(process.resourceUsage().maxRSS)));`;

function start(cwd: string, argv: readonly string[]): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const report = join(cwd, "memory.mjs");
  writeFileSync(report, REPORT);
  const file = join(cwd, `memory-${argv.join("").replaceAll("/", "")}`);
  const child = spawn(process.execPath, ["--import", report, program, "run", "in/**/*", ...argv], {
    cwd,
    env: { ...childEnvironment(), MEMORY_FILE: file },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let err = "";
  child.stderr?.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (code) => {
      let memory = 0;
      try {
        memory = Number(readFileSync(file, "utf8"));
      } catch {
        // Ignores a process that was killed.
      }
      resolve({
        code,
        err: err.replace(/^\d+ of .*\/s, .*\n/gm, "").replaceAll(/written to \S+|in out\S*/g, ""),
        memory,
      });
    });
  });
  return { child, ended };
}

const run = (cwd: string, ...argv: readonly string[]): Promise<Ended> => start(cwd, argv).ended;

/** Maps each file of a folder to its content. */
function contentsOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => statSync(join(folder, file)).isFile())
    .sort();
  return new Map(files.map((file) => [file, readFileSync(join(folder, file), "latin1")]));
}

/** Expects that existing results are complete. Ignores temporary files. */
function expectWhole(folder: string, expected: ReadonlyMap<string, string>): void {
  for (const [file, content] of contentsOf(folder))
    if (!file.endsWith(".tmp")) expect(content === expected.get(file), file).to.equal(true);
}

const resultsOf = (folder: string): Map<string, string> =>
  new Map([...contentsOf(folder)].filter(([file]) => !file.endsWith(".tmp")));

describeMany(`runs of ${MOST} inputs`, () => {
  for (const [what, make] of [
    ["icons", iconProject],
    ["modules", moduleProject],
  ] as const) {
    it(`have the results and diagnostics of one job: ${what}`, async () => {
      const cwd = make(MOST);
      const alone = await run(cwd, "-o", "out1/", "--jobs=1");
      const together = await run(cwd, "-o", "out2/", "--jobs=3");
      expect(together.code, together.err).to.equal(alone.code);
      expect(together.err === alone.err).to.equal(true);
      const [one, other] = [resultsOf(join(cwd, "out1")), resultsOf(join(cwd, "out2"))];
      expect([...other.keys()]).to.deep.equal([...one.keys()]);
      expectWhole(join(cwd, "out2"), one);
    });
  }

  it("take at most 1.5 times the memory of a tenth of the inputs", async () => {
    const [few, most] = [
      await run(iconProject(FEW), "-o", "o/", "-j2"),
      await run(iconProject(MOST), "-o", "o/", "-j2"),
    ];
    expect(few.memory).to.be.greaterThan(0);
    expect(most.memory).to.be.lessThan(few.memory * 1.5);
  });
});

describeMany("faults at random moments", () => {
  const random = new Random(seed);
  const count = isSmall ? 150 : 400;

  it("of worker processes do not change the results", async () => {
    const cwd = iconProject(count);
    const alone = await run(cwd, "-o", "out0/", "--jobs=1");
    const expected = resultsOf(join(cwd, "out0"));
    for (let fault = 1; fault <= FAULTS; fault++) {
      const { child, ended } = start(cwd, ["-o", `out${fault}/`, "--isolate", "-j2"]);
      setTimeout(() => killChildOf(child.pid as number), 700 + random.below(1200));
      const { code, err } = await ended;
      // A worker that is killed while it loads for the first time ends the run.
      if (err.includes("PWR0503") && err.includes("for loading")) continue;
      expect({ code, err }).to.deep.equal({ code: alone.code, err: alone.err });
      expect([...resultsOf(join(cwd, `out${fault}`)).keys()]).to.deep.equal([...expected.keys()]);
      expectWhole(join(cwd, `out${fault}`), expected);
    }
  });

  it("of the program leave whole results, and the next run completes them", async () => {
    const cwd = iconProject(count);
    const alone = await run(cwd, "-o", "out0/", "--jobs=1");
    const expected = resultsOf(join(cwd, "out0"));
    for (let fault = 1; fault <= FAULTS; fault++) {
      const { child, ended } = start(cwd, ["-o", `out${fault}/`, "-j2"]);
      setTimeout(() => child.kill("SIGKILL"), 300 + random.below(1500));
      await ended;
      mkdirSync(join(cwd, `out${fault}`), { recursive: true });
      expectWhole(join(cwd, `out${fault}`), expected);
      expect((await run(cwd, "-o", `out${fault}/`, "-j2")).code).to.equal(alone.code);
      expect([...resultsOf(join(cwd, `out${fault}`)).keys()]).to.deep.equal([...expected.keys()]);
      expectWhole(join(cwd, `out${fault}`), expected);
    }
  });

  it("of two programs with the same results leave whole ones", async () => {
    const cwd = iconProject(count);
    const alone = await run(cwd, "-o", "out0/", "--jobs=1");
    const both = await Promise.all([run(cwd, "-o", "out/", "-j2"), run(cwd, "-o", "out/", "-j1")]);
    expect(both.map(({ code }) => code)).to.deep.equal([alone.code, alone.code]);
    expect([...contentsOf(join(cwd, "out")).keys()]).to.deep.equal([...resultsOf(join(cwd, "out0")).keys()]);
    expectWhole(join(cwd, "out"), resultsOf(join(cwd, "out0")));
  });

  it("of a full disk are reported, and the next run completes the results", async function () {
    const cwd = iconProject(count);
    await run(cwd, "-o", "out0/", "--jobs=1");
    const expected = resultsOf(join(cwd, "out0"));
    const disk = join(cwd, "disk");
    mkdirSync(disk);
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=128k", "tmpfs", disk]);
    // Only root can mount.
    if (mounted.status !== 0) return this.skip();
    try {
      const { code, err } = await run(cwd, "-o", "disk/", "-j2");
      expect(code).to.equal(1);
      expect(err).to.match(/error\[PWR0103\]: `disk\/.*` cannot be written: No space left on device/);
      expectWhole(disk, expected);
      spawnSync("mount", ["-o", "remount,size=16m", disk]);
      await run(cwd, "-o", "disk/", "-j2");
      expect([...contentsOf(disk).keys()]).to.deep.equal([...expected.keys()]);
      expectWhole(disk, expected);
    } finally {
      spawnSync("umount", [disk]);
    }
  });
});

function killChildOf(parent: number): void {
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(parent)], { encoding: "utf8" });
  const [child] = stdout.trim().split(/\s+/).filter(Boolean).reverse();
  if (child !== undefined) process.kill(Number(child), "SIGKILL");
}
