import { expect } from "chai";
import { main } from "@passwright/cli";
import { checkGolden, itLong } from "@passwright/development";
import { runProgram } from "./fake-terminal.ts";
import { makeWorkplace, pluginText } from "./workplace.ts";
import type { Workplace } from "./workplace.ts";

const pressed = (plugins: string, files: { readonly [path: string]: string } = {}): Workplace =>
  makeWorkplace(
    {
      "passwright.config.yaml": `framework: press\n${plugins}inputs: [tea.txt]\n`,
      "tea.txt": "tea\n  dirt\n",
      ...files,
    },
    ["press"],
  );

const again = (pass: string): string => pluginText(`b.addAfter("${pass}", "${pass}");`);
/**
 * Plugin with a wrong declaration: the pass declares that it preserves `sorted`, but appends a word that sorts first.
 */
const liar = pluginText(
  `b.addBefore("press", passes[0]);`,
  `definePass({
    name: "shuffle", anchor: "tea", preserves: ["sorted"],
    runOnOperation(op) { op.nested.push({ name: { ...op.name, text: "apple" }, parent: op, nested: [] }); },
  })`,
);

describe("passwright check", () => {
  it("resolves", async () => {
    const { passwright } = makeWorkplace({ "passwright.config.yaml": "framework: kettle\nplugins: [plugin-mint]\n" }, [
      "kettle",
      "plugin-mint",
    ]);
    expect(await passwright("check")).to.equal("--- out\nresolves: 4 steps, 1 plugin\n--- exit 0\n");
    expect(await passwright("check", "--without", "plugin-mint")).to.equal(
      "--- out\nresolves: 3 steps, 0 plugins\n--- exit 0\n",
    );
  });

  it("fails as the others do when it does not resolve, and checks no further", async () => {
    const { passwright } = makeWorkplace(
      { "passwright.config.yaml": "framework: kettle\nplugins: [throws-in-setup]\n" },
      ["kettle", "throws-in-setup"],
    );
    const shown = await passwright("check", "--permute", "--dedup");
    expect(shown)
      .to.match(/^--- err\nerror\[PWL0208\]: [^]*--- exit 1\n$/)
      .and.not.contain("resolves");
  });

  const fnc = {
    "passwright.config.yaml":
      "anchor: builtin.module\npipeline: [{ pass: tidy }]\nplugins: [./tidy]\ninputs: [in.mlir]\n",
    "in.mlir": "module {\n}\n",
    "tidy/package.json": JSON.stringify({
      name: "tidy",
      type: "module",
      main: "./index.js",
      passwright: { kind: "plugin", api: "^1.0.0", setup: false, passes: [{ name: "tidy", anchor: "func.fnc" }] },
    }),
    "tidy/index.js": `import { definePass, definePlugin } from "@passwright/sdk";
export default definePlugin({ passes: [definePass({ name: "tidy", anchor: "func.fnc", runOnOperation() {} })] });
`,
  };

  it("refuses a step on no operation where pipeline: data, and so does `run`", async () => {
    const { passwright } = makeWorkplace(fnc);
    const error = `error[PWB0406]: \`tidy\` would run on 'func.fnc', which IR \`mlir\` does not have
  --> framework passwright.config.yaml, passwright.config.yaml:2:20, step tidy
   | pipeline: [{ pass: tidy }]
   |                    ^
   = position of \`tidy\`: base pipeline (framework passwright.config.yaml:2)
help: did you mean \`func.func\`?
`;
    expect(await passwright("check")).to.equal(`--- err\n${error}--- exit 1\n`);
    expect(await passwright("run")).to.equal(`--- err\n${error}--- exit 1\n`);
    expect(await passwright("check", "--data-only")).to.equal("--- out\nresolves: 1 step, 1 plugin\n--- exit 0\n");
  });

  it("warns of a step on an operation of a dialect that the IR does not know, and so does `run`", async () => {
    const text = JSON.stringify(fnc).replaceAll("func.fnc", "gpu.module");
    const { passwright } = makeWorkplace(JSON.parse(text) as typeof fnc);
    const warning = `warning[PWB0406]: \`tidy\` would run on 'gpu.module', which IR \`mlir\` does not know
  --> framework passwright.config.yaml, passwright.config.yaml:2:20, step tidy
   | pipeline: [{ pass: tidy }]
   |                    ^
   = position of \`tidy\`: base pipeline (framework passwright.config.yaml:2)
help: correct the \`anchor\`, or load the dialect that has the operation
`;
    const resolves = "--- out\nresolves: 1 step, 1 plugin, 1 warning\n";
    expect(await passwright("check")).to.equal(`${resolves}--- err\n${warning}--- exit 0\n`);
    expect(await passwright("run")).to.equal(`--- out\nmodule {\n}\n--- err\n${warning}--- exit 0\n`);
  });

  // Plugin whose manifest does not declare the options of its pass.
  const rounds = {
    "rounds/package.json": JSON.stringify({
      name: "rounds",
      type: "module",
      main: "./index.js",
      passwright: { kind: "plugin", api: "^1.0.0", setup: false, passes: [{ name: "go" }] },
    }),
    "rounds/index.js": `import { definePass, definePlugin, int } from "@passwright/sdk";
const go = definePass({ name: "go", options: { most: int(1, "rounds") }, runOnOperation() {} });
export default definePlugin({ passes: [go] });
`,
  };

  it("finds options that only the code declares, and that a plan reports as unchecked", async () => {
    const set = "overrides:\n  - { set: go, options: { mosst: 3 } }\n";
    const config = `pipeline: builtin.module(go)\nplugins: [./rounds]\n${set}`;
    const { passwright } = makeWorkplace({ ...rounds, "passwright.config.yaml": config, "in.mlir": "module {\n}\n" });
    const error = `error[PWB0402]: options of \`go\`: unknown option \`mosst\`
  --> passwright.config.yaml:4:27, step go
   |   - { set: go, options: { mosst: 3 } }
   |                           ^
help: did you mean \`most\`?
`;
    expect(await passwright("plan")).to.contain(
      "\n  not checked: options of `go`, which no manifest declares; `passwright check` loads the code to check them\n",
    );
    expect(await passwright("check", "--dedup", "in.mlir")).to.equal(`--- err\n${error}--- exit 1\n`);
    expect(await passwright("run", "in.mlir")).to.equal(`--- err\n${error}--- exit 1\n`);
    expect(await passwright("check", "--data-only")).to.contain("resolves: 1 step");
    const right = makeWorkplace({ ...rounds, "passwright.config.yaml": config.replace("mosst", "most") });
    expect(await right.passwright("check")).to.equal("--- out\nresolves: 1 step, 1 plugin\n--- exit 0\n");
  });

  it("finds options that only the code knows in a graph, too", async () => {
    const graph = `graph:
  pipelines:
    only: { pipeline: [{ pass: go, options: { mosst: 3 } }] }
plugins: [./rounds]
`;
    const { passwright } = makeWorkplace({ ...rounds, "passwright.config.yaml": graph });
    expect(await passwright("plan")).to.contain("not checked: options of `go`, which no manifest declares");
    expect(await passwright("check")).to.match(/error\[PWL0405\]: options of pass `go`: unknown option[^]*exit 1\n$/);
  });

  const bare = { kind: "plugin", api: "^1.0.0", setup: false, passes: [{ name: "go" }] };
  const withCode = (files: { readonly [key: string]: string }, code: { readonly [path: string]: string } = {}) =>
    makeWorkplace({
      "passwright.config.yaml": "pipeline: builtin.module(go)\nplugins: [./rounds]\ninputs: [in.mlir]\n",
      "in.mlir": "module {\n}\n",
      "rounds/package.json": JSON.stringify({ name: "rounds", type: "module", ...files, passwright: bare }),
      ...code,
    });

  for (const [files, reason] of [
    [{ main: "./lost.js" }, "`./lost.js` does not exist, and package.json has no `exports`"],
    [{ exports: "./lost.js" }, "`lost.js` does not exist"],
  ] as const) {
    it(`refuses a plugin whose ${Object.keys(files)[0]} names a missing file, as \`run\` does`, async () => {
      const { passwright } = withCode(files);
      const error = `error[PWL0201]: the code of \`rounds\` was not found: ${reason}
  --> plugin rounds, passwright.config.yaml:2:11
   | plugins: [./rounds]
   |           ^
help: build or reinstall \`rounds\`
`;
      expect(await passwright("check")).to.equal(`--- err\n${error}--- exit 1\n`);
      expect(await passwright("run")).to.equal(`--- err\n${error}--- exit 1\n`);
      expect(await passwright("check", "--data-only")).to.contain("resolves: 1 step");
    });
  }

  it("refuses a plugin whose code does not load, although its manifest is complete", async () => {
    const throws = withCode({ main: "./index.js" }, { "rounds/index.js": 'throw new Error("no");\n' });
    expect(await throws.passwright("check")).to.match(/error\[PWL0202\]: `rounds` threw [^]*--- exit 1\n$/);
    const other = withCode({ main: "./index.js" }, { "rounds/index.js": "export default {};\n" });
    expect(await other.passwright("check")).to.match(/error\[PWL0203\][^]*--- exit 1\n$/);
  });

  it("reports the same as JSON", async () => {
    const { passwright } = pressed("plugins: [./again.js, ./liar.js]\n", {
      "again.js": again("wipe"),
      "liar.js": liar,
      "tea.txt": "tea\n  dirt\n  honey\n",
    });
    checkGolden(
      await passwright("check", "--permute", "--dedup", "--properties", "--json"),
      "check.json",
      import.meta.url,
    );
  });
});

describe("passwright check --permute", () => {
  itLong("loads in every order", async () => {
    const plugins = ["plugin-mint", "plugin-lemon", "plugin-data", "plugin-cjs"];
    const independent = "independent: [{ steps: [garnish, sugar], reason: both are toppings }]\n";
    const config = `framework: kettle\nplugins: [${plugins.join(", ")}]\n${independent}`;
    const { passwright } = makeWorkplace({ "passwright.config.yaml": config }, ["kettle", ...plugins]);
    expect(await passwright("check", "--permute")).to.equal(
      "--- out\nresolves: 7 steps, 4 plugins\nthe same plan in 24 orders of loading 4 plugins\n--- exit 0\n",
    );
    expect(await passwright("check", "--permute", "--without=plugin-mint", "--without=plugin-lemon")).to.equal(
      "--- out\nresolves: 5 steps, 2 plugins\nthe same plan in 2 orders of loading 2 plugins\n--- exit 0\n",
    );
  });

  it("takes one order for no plugin or one", async () => {
    const { passwright } = makeWorkplace({ "passwright.config.yaml": "framework: kettle\n" }, ["kettle"]);
    expect(await passwright("check", "--permute")).to.contain("the same plan in 1 order of loading 0 plugins\n");
  });

  itLong("finds a plugin that goes by a variable of a module, and blames it alone", async () => {
    const names = ["plugin-mint", "plugin-queue", "plugin-tally"];
    const config = `framework: kettle\nplugins: [${names.join(", ")}]\n`;
    const { passwright } = makeWorkplace({ "passwright.config.yaml": config }, ["kettle", ...names]);
    const shown = await passwright("check", "--permute");
    checkGolden(shown, "check-permute.txt", import.meta.url);
    // The check loads the modules again for each order, so a second check has the same result.
    expect(await passwright("check", "--permute")).to.equal(shown);
  });

  it("shows its progress on a terminal, and clears it at the end", async () => {
    const names = ["plugin-mint", "plugin-data"];
    const config = `framework: kettle\nplugins: [${names.join(", ")}]\n`;
    const { folder } = makeWorkplace({ "passwright.config.yaml": config }, ["kettle", ...names]);
    const shown: string[] = [];
    const { code } = await runProgram(main, ["check", "--permute"], {
      cwd: folder,
      progress: (text) => shown.push(text),
    });
    expect(code).to.equal(0);
    expect(shown).to.include("loading, 0 of 2 orders");
    expect(shown.at(-1)).to.equal("");
  });

  it("compares options with functions", async () => {
    const pass = 'definePass({ name: "sieve", options: { by: code("leaves to keep") }, runOnOperation() {} })';
    const sieve = (by: string): string =>
      pluginText(`b.addAfter("pour", passes[0], { options: { by: ${by} } });`, pass).replace(
        "{ definePass",
        "{ code, definePass",
      );
    const files = {
      "one.js": `globalThis.oneWasLoaded = true;\n${pluginText("")}`,
      "same.js": sieve("(leaf) => leaf"),
      "two.js": `const leaves = globalThis.oneWasLoaded ? /late/ : /early/;\n${sieve("leaves")}`,
      "same.yaml": "framework: kettle\nplugins: [./one.js, ./same.js]\n",
      "two.yaml": "framework: kettle\nplugins: [./one.js, ./two.js]\n",
    };
    const { passwright } = makeWorkplace(files, ["kettle"]);
    expect(await passwright("check", "--permute", "-c", "same.yaml")).to.equal(
      "--- out\nresolves: 4 steps, 2 plugins\nthe same plan in 2 orders of loading 2 plugins\n--- exit 0\n",
    );
    expect(await passwright("check", "--permute", "-c", "two.yaml")).to.contain(
      "   = `./two.js` makes different calls in the two orders\n",
    );
  });

  it("finds an order that fails", async () => {
    const files = {
      "one.js": `globalThis.oneWasLoaded = true;\n${pluginText("")}`,
      "two.js": `const isLate = globalThis.oneWasLoaded;\n${pluginText('if (!isLate) throw new Error("too early");')}`,
      "passwright.config.yaml": "framework: kettle\nplugins: [./one.js, ./two.js]\n",
    };
    const shown = await makeWorkplace(files, ["kettle"]).passwright("check", "--permute");
    expect(shown).to.match(/error\[PWR0301\]/);
    expect(shown).to.contain(
      "   = in the second order, PWL0208: the setup of `./two.js` threw an exception: Error: too early\n",
    );
  });
});

describe("passwright check --dedup", () => {
  it("runs with and without duplicate cleanups", async () => {
    const { passwright } = pressed("plugins: [./again.js]\n", { "again.js": again("wipe") });
    expect(await passwright("check", "--dedup")).to.equal(
      "--- out\nresolves: 3 steps, 1 plugin\nthe same result with and without 1 duplicate cleanup on 1 input\n--- exit 0\n",
    );
  });

  it("finds a cleanup that does more the second time", async () => {
    const { passwright } = pressed("plugins: [./again.js]\n", { "again.js": again("rinse"), "more.txt": "tea\n" });
    checkGolden(await passwright("check", "--dedup", "tea.txt", "more.txt"), "check-dedup.txt", import.meta.url);
    expect(await passwright("plan")).to.contain("left out: ./again.js::rinse");
    expect(await passwright("plan", "--no-dedup", "--format=mlir")).to.equal(
      "--- out\nmenu(tea(wipe,press,rinse,rinse))\n--- exit 0\n",
    );
    expect(await passwright("plan", "--no-dedup", "--json")).to.contain('"address": "./again.js::rinse"');
    expect(await passwright("run")).to.equal("--- out\ntea\n  pressed\n  rinsed\n--- exit 0\n");
    expect(await passwright("run", "--no-dedup")).to.equal("--- out\ntea\n  pressed\n  rinsed\n  rinsed\n--- exit 0\n");
  });

  it("reports if there is nothing to compare, and still requires an input", async () => {
    expect(await pressed("").passwright("check", "--dedup")).to.equal(
      "--- out\nresolves: 3 steps, 0 plugins\nno duplicate cleanup was dropped\n--- exit 0\n",
    );
    const { passwright } = makeWorkplace({ "passwright.config.yaml": "framework: press\n" }, ["press"]);
    expect(await passwright("check", "--dedup")).to.match(/error\[PWR0008\][^]*--- exit 2\n$/);
    expect(await passwright("check", "--dedup", "missing.txt")).to.match(/error\[PWR0101\][^]*--- exit 1\n$/);
  });

  it("reports a failed run once", async () => {
    const { passwright } = pressed("plugins: [./again.js]\n", {
      "again.js": again("wipe"),
      "bad.txt": "tea\n  Milk!\n",
    });
    const shown = await passwright("check", "--dedup", "bad.txt");
    expect(shown.match(/KTL0001/g)).to.have.length(1);
    expect(shown).to.match(/--- exit 1\n$/);
  });
});

describe("passwright check --properties", () => {
  it("finds a pass that declares to preserve a property that it removes", async () => {
    const { passwright } = pressed("plugins: [./liar.js]\n", { "liar.js": liar, "tea.txt": "tea\n  honey\n" });
    checkGolden(await passwright("check", "--properties"), "check-properties.txt", import.meta.url);
  });

  it("prints how much it checked", async () => {
    const { passwright } = pressed("", { "tea.txt": "tea\n" });
    expect(await passwright("check", "--properties", "--target=cold")).to.equal(
      "--- out\nresolves: 2 steps, 0 plugins\nevery pass keeps what it declares on 1 input, as far as 1 check can tell\n--- exit 0\n",
    );
  });

  it("warns when the framework has nothing to look with", async () => {
    const files = { "passwright.config.yaml": "framework: kettle\ninputs: [tea.txt]\n", "tea.txt": "tea\n" };
    const shown = await makeWorkplace(files, ["kettle"]).passwright("check", "--properties");
    expect(shown).to.match(/warning\[PWR0303\][^]*--- exit 0\n$/);
  });
});
