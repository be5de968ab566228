import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { Server } from "node:net";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { itLong, sampleOf } from "@passwright/development";
import { makeProject } from "./project.ts";
import { startProgram, startShell } from "./start-program.ts";
import type { Ended } from "./start-program.ts";

/**
 * Kinds of objects that can be at the path of an expected file. Most of them block a program that opens or reads them.
 */
type Kind = "pipe" | "endless device" | "folder" | "socket" | "huge file";

const KINDS: readonly Kind[] = ["pipe", "endless device", "folder", "socket", "huge file"];

const servers: Server[] = [];

async function put(kind: Kind, path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { recursive: true, force: true });
  if (kind === "pipe") execFileSync("mkfifo", [path]);
  if (kind === "endless device") symlinkSync("/dev/zero", path);
  if (kind === "folder") mkdirSync(path);
  if (kind === "socket") {
    const server = createServer();
    servers.push(server);
    await new Promise<void>((resolve) => void server.listen(path, resolve));
  }
  if (kind === "huge file") {
    // Creates a sparse file without any blocks.
    writeFileSync(path, "");
    truncateSync(path, 5 * 2 ** 30);
  }
}

const config = { "passwright.config.yaml": "framework: kettle\nplugins: [plugin-mint]\n", "tea.txt": "tea\n" };

const extending = { "passwright.config.yaml": "extends: ./base.yaml\nframework: kettle\n", "tea.txt": "tea\n" };

const withPlugin = {
  "passwright.config.yaml": "framework: kettle\nplugins: [mine]\n",
  "node_modules/mine/package.json": JSON.stringify({
    name: "mine",
    type: "module",
    exports: "./index.js",
    passwright: { kind: "plugin", api: "^1.0.0" },
  }),
  "node_modules/mine/index.js": "export default {};\n",
};

interface Place {
  readonly files: { readonly [path: string]: string };
  /** Path of the object that replaces the expected file. */
  readonly path: string;
  readonly args: readonly string[];
  /** Names that a message must contain. */
  readonly named?: string;
  readonly program?: "passwright-opt";
  /** Kinds that the program accepts at this path. */
  readonly fine?: readonly Kind[];
}

/** All files that the programs read, each with its path in a project. */
const PLACES: { readonly [title: string]: Place } = {
  "a config that is found": { files: config, path: "passwright.config.yaml", args: ["plan"] },
  "a config that is found as JSON": { files: { "tea.txt": "" }, path: "passwright.config.json", args: ["plan"] },
  "a config that is found in a folder": { files: config, path: "sub/passwright.config.yaml", args: ["plan", "sub"] },
  "a config for passwright run": { files: config, path: "passwright.config.yaml", args: ["run", "tea.txt"] },
  "a config that is named": { files: config, path: "my.yaml", args: ["plan", "-c", "my.yaml"], fine: ["folder"] },
  "a config that is an operand": {
    files: config,
    path: "my.config.yaml",
    args: ["plan", "my.config.yaml"],
    fine: ["folder"],
  },
  "a config that is code": {
    files: config,
    path: "my.js",
    args: ["plan", "-c", "my.js"],
    fine: ["folder", "huge file"],
  },
  "a file that a config extends": { files: extending, path: "base.yaml", args: ["plan"], fine: ["folder"] },
  "code that a config extends": {
    files: { "passwright.config.yaml": "extends: ./base.js\nframework: kettle\n" },
    path: "base.js",
    args: ["plan"],
    fine: ["folder", "huge file"],
  },
  "the package.json of a plugin": { files: withPlugin, path: "node_modules/mine/package.json", args: ["plan"] },
  "the package.json of a plugin, from its data": {
    files: withPlugin,
    path: "node_modules/mine/package.json",
    args: ["plan", "--data-only"],
  },
  "the code of a plugin": {
    files: withPlugin,
    path: "node_modules/mine/index.js",
    args: ["plan"],
    named: "the code of `mine`",
    fine: ["huge file"],
  },
  "the one file of a plugin": {
    files: { "passwright.config.yaml": "framework: kettle\nplugins: [./bad.js]\n" },
    path: "bad.js",
    args: ["plan"],
    fine: ["huge file"],
  },
  "the code of a framework": {
    files: { "passwright.config.yaml": "framework: ./bad.js\n" },
    path: "bad.js",
    args: ["plan"],
    fine: ["huge file"],
  },
  "the package.json around a plugin's file": {
    files: {
      "passwright.config.yaml": "framework: kettle\nplugins: [./sub/bad.js]\n",
      "sub/bad.js": "export default {};\n",
    },
    path: "sub/package.json",
    args: ["plan"],
    fine: ["folder"],
  },
  "the package.json of the project, where the config is": {
    files: { "tea.txt": "" },
    path: "package.json",
    args: ["plan"],
  },
  "a lock file": { files: config, path: "passwright.lock.json", args: ["lock", "--check"] },
  "a lock file of a difference": { files: config, path: "old.json", args: ["diff", "old.json"], fine: ["folder"] },
  "an input of a config": {
    files: { ...config, "passwright.config.yaml": `${config["passwright.config.yaml"]}inputs: [cup.txt]\n` },
    path: "cup.txt",
    args: ["run"],
    fine: ["huge file"],
  },
  "a plugin of passwright-opt": {
    files: {},
    path: "bad.js",
    args: ["--load-pass-plugin=./bad.js", "--help"],
    program: "passwright-opt",
    fine: ["huge file"],
  },
};

function start({ program, args }: Place, cwd: string): Promise<Ended> {
  return startProgram(program ?? "passwright", args, { cwd });
}

describe("irregular files", () => {
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  const tried = sampleOf(
    Object.entries(PLACES).flatMap(([title, place]) =>
      KINDS.filter((kind) => place.fine?.includes(kind) !== true).map((kind) => ({ title, place, kind })),
    ),
  );
  for (const [title, place] of Object.entries(PLACES)) {
    const kinds = tried.filter((one) => one.title === title).map(({ kind }) => kind);
    if (kinds.length === 0) continue;
    it(`is refused as ${title}`, async () => {
      for (const kind of kinds) {
        const cwd = makeProject(place.files, ["kettle", "plugin-mint"]);
        await put(kind, join(cwd, place.path));
        const { code, out, err } = await start(place, cwd);
        expect(code, `${kind}: ${out}${err}`).to.be.oneOf([1, 2]);
        expect(err, kind)
          .to.match(/^error\[PW[LR]\d+\]: /)
          .and.not.to.contain("PWR0001");
        expect(err.match(/^error/gm), `${kind}: ${err}`).to.have.length(1);
        expect(err, kind).to.contain(place.named ?? place.path.split("/").at(-1));
      }
    });
  }

  it("is distinguished", async () => {
    const reason = async (kind: Kind): Promise<string> => {
      const cwd = makeProject(config, ["kettle", "plugin-mint"]);
      await put(kind, join(cwd, "passwright.lock.json"));
      const { err } = await startProgram("passwright", ["lock", "--check"], { cwd });
      return err.split("\n")[0] ?? "";
    };
    const text = (why: string): string => `error[PWR0201]: \`passwright.lock.json\` cannot be read: ${why}`;
    expect(await reason("pipe")).to.equal(text("it is a pipe, not a regular file"));
    expect(await reason("endless device")).to.equal(text("it is not a regular file"));
    expect(await reason("socket")).to.equal(text("it is not a regular file"));
    expect(await reason("folder")).to.equal(text("Is a directory"));
    expect(await reason("huge file")).to.equal(text("it is larger than 64 MiB"));
  });

  it("may be around configs and packages that are read", async () => {
    const cwd = makeProject({ ...config, "sub/passwright.config.yaml": config["passwright.config.yaml"] }, [
      "kettle",
      "plugin-mint",
    ]);
    await put("pipe", join(cwd, "package.json"));
    await put("pipe", join(cwd, "sub/.config/config.json"));
    await put("pipe", join(cwd, ".passwrightrc.yaml"));
    const { code, out } = await startProgram("passwright", ["plan", "--format=mlir"], { cwd });
    expect({ code, out }).to.deep.equal({ code: 0, out: "menu(tea(boil,mint,pour),tidy)\n" });
    const inside = await startProgram("passwright", ["plan", "--format=mlir"], { cwd: join(cwd, "sub") });
    expect(inside.out).to.equal("menu(tea(boil,mint,pour),tidy)\n");
  });
});

describe("inputs that are not files", () => {
  const cwd = (): string => makeProject({ ...config, "in.mlir": "module {}\n" }, ["kettle", "plugin-mint"]);
  const TEA = "tea\n  watermmm\n  mint\n  poured\n";

  it("may be pipes that are named", async () => {
    expect(await startShell("passwright run <(echo tea)", { cwd: cwd() })).to.deep.equal({
      code: 0,
      out: TEA,
      err: "",
    });
    expect((await startShell("echo tea | cat | passwright run /dev/stdin", { cwd: cwd() })).out).to.equal(TEA);
    expect((await startShell("mkfifo cup; echo tea > cup & passwright run cup", { cwd: cwd() })).out).to.equal(TEA);
    expect((await startShell("passwright-opt <(cat in.mlir)", { cwd: cwd() })).out).to.equal("module {\n}\n\n");
  });

  itLong("are refused as devices", async () => {
    for (const device of ["/dev/zero", "/dev/full", "/dev/random"]) {
      const run = await startProgram("passwright", ["run", device], { cwd: cwd() });
      expect(run.err).to.contain(`error[PWR0101]: \`${device}\` cannot be read: it is a device`);
      const limited = await startProgram("passwright", ["run", "--time-limit=60", device], { cwd: cwd() });
      expect(limited.err).to.contain("it is a device");
      const opt = await startProgram("passwright-opt", [device], { cwd: cwd() });
      expect(opt).to.deep.equal({ code: 1, out: "", err: `cannot open input file '${device}': it is a device\n` });
    }
  });

  it("are empty as /dev/null", async () => {
    expect((await startProgram("passwright-opt", ["/dev/null"], { cwd: cwd() })).out).to.equal("module {\n}\n\n");
    expect((await startProgram("passwright", ["run", "/dev/null"], { cwd: cwd() })).code).to.equal(0);
  });

  it("are not among those of a pattern", async () => {
    const folder = cwd();
    await put("pipe", join(folder, "tear.txt"));
    const { out, code } = await startProgram("passwright", ["run", "te*.txt"], { cwd: folder });
    expect({ out, code }).to.deep.equal({ out: TEA, code: 0 });
  });

  itLong("are read until the time limit, with or without a writer", async () => {
    for (const writer of ["sleep 60 > cup 2> /dev/null & ", ""]) {
      const line = `mkfifo cup; ${writer}timeout 20 passwright run --time-limit=1 tea.txt cup; status=$?; ${writer && "kill $!; "}rm cup; exit $status`;
      // oxlint-disable-next-line no-await-in-loop -- one pipe after the other
      const { err, code } = await startShell(line, { cwd: cwd() });
      expect(err).to.contain("error[PWR0501]: the time limit of 1 second for `cup` was reached while reading `cup`\n");
      expect(code).to.equal(1);
    }
  });
});
