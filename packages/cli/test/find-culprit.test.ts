import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect } from "chai";
import { makeWorkplace } from "./workplace.ts";
import type { Workplace } from "./workplace.ts";

/** Framework on words, in which each word is one operation. */
const FRAMEWORK = `import { defineFramework, defineIr, definePass } from "@passwright/sdk";
const ir = defineIr({
  name: "words", root: "words", extensions: [".txt"],
  nameOf: (op) => (op.text === undefined ? "words" : "word"), childrenOf: "children",
  parse: (text) => ({ children: text.trim().split(/\\s+/).filter(Boolean).map((word) => ({ text: word, children: [] })) }),
  print: (op) => op.text ?? op.children.map(({ text }) => text).join(" ") + "\\n", prints: "operations",
});
const pass = (name, run) => definePass({ name, anchor: "word", runOnOperation: run });
export default defineFramework({
  name: "words", ir, anchor: "words",
  pipeline(b) {
    b.nest("word").addPass(pass("lower", (op) => { op.text = op.text.toLowerCase(); }));
    b.nest("word").addPass(pass("trim", (op) => { op.text = op.text.replace(/[.]$/, ""); }));
  },
});
`;

const plugin = (name: string, body: string): string => `import { definePass, definePlugin } from "@passwright/sdk";
const pass = definePass({ name: "${name}", anchor: "word", runOnOperation(op) { ${body} } });
export default definePlugin({ passes: [pass], insert: [{ pass: "${name}", after: "lower", reason: "it is nice" }] });
`;

const shop = (): Workplace =>
  makeWorkplace({
    "words.js": FRAMEWORK,
    "good.js": plugin("good", 'op.text = op.text.replaceAll("a", "A");'),
    "bad.js": plugin(
      "bad",
      'if (op.text === "melon") op.text = "lemon"; if (op.text === "stone") throw new Error("hard");',
    ),
    "passwright.config.yaml": "framework: ./words.js\nplugins:\n  - ./good.js\n  - ./bad.js\n",
    "fruit.txt": "Pear Apple Melon. Melon Plum Cherry\n",
    "stone.txt": "Plum Stone Peach\n",
    "expected.txt": "peAr Apple melon melon plum cherry\n",
  });

describe("passwright bisect", () => {
  it("names the contribution, the step and the operation, with the operation before and after", async () => {
    const { passwright, folder } = shop();
    const shown = await passwright("bisect", "fruit.txt", "--test", "! grep -q lemon {}", "-o", "small.json");
    expect(shown).to.equal(`--- out
fruit.txt: 8 runs among 9 candidates
cause: plugin ./bad.js, passwright.config.yaml:4
step: ./bad.js::bad: after \`lower\`: it is nice (plugin ./bad.js)
operation: words/word[3] (${/\(([0-9a-f]{8})\)/.exec(shown)?.[1]}), run 1, fruit.txt
before:
  melon
after:
  lemon
smallest pipeline: words(word(lower,bad),word(trim))
smallest config:
  {
    "framework": "./words.js",
    "plugins": [
      "./bad.js"
    ]
  }
reproduce: passwright run -c small.json fruit.txt
--- exit 0
`);
    expect(await passwright("run", "-c", "small.json", "fruit.txt")).to.equal(
      "--- out\npear apple melon lemon plum cherry\n--- exit 0\n",
    );
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).to.deep.equal([]);
  });

  it("prints only the changed lines of a long text, and the lines around them", async () => {
    const root = 'print: (op) => op.children.map(({ text }) => `${text}\\n`).join(""), prints: "roots",';
    const numbers = (from: number, to: number): string[] =>
      Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
    const { passwright } = makeWorkplace({
      "words.js": FRAMEWORK.replace(/print: .*/, () => root),
      "bad.js": plugin(
        "bad",
        'if (op.text === "50") op.text = "lemon"; if (op.text === "60") throw new Error("hard");',
      ),
      "passwright.config.yaml": "framework: ./words.js\nplugins: [./bad.js]\n",
      "long.txt": numbers(1, 59).join("\n"),
      "crash.txt": numbers(1, 60).join("\n"),
    });
    const texts = async (...args: string[]): Promise<string | undefined> =>
      /before:\n[^]*(?=smallest pipeline)/.exec(await passwright("bisect", ...args))?.[0];
    const around = (middle: string): string =>
      ["… 46 lines", "47", "48", "49", middle, "51", "52", "53", "… 6 lines"].map((line) => `  ${line}\n`).join("");
    expect(await texts("long.txt", "--test", "! grep -q lemon {}")).to.equal(
      `before:\n${around("50")}after:\n${around("lemon")}`,
    );
    const start = [...numbers(1, 40), "… 20 lines"].map((line) => `  ${line}\n`).join("");
    expect(await texts("crash.txt", "--crash")).to.contain(`before:\n${start}after:\n`);
  });

  it("prints the exception of a crash", async () => {
    const shown = await shop().passwright("bisect", "stone.txt", "--crash");
    expect(shown).to.contain(
      "\nafter:\n  stone\nerror[PWC0406]: pass `bad` threw on 'word': Error: hard\nsmallest pipeline: words(word(lower,bad),word(trim))\n",
    );
  });

  it("prints a run that changed the operation if it does not search operations", async () => {
    const shown = await shop().passwright("bisect", "fruit.txt", "--test", "! grep -q lemon {}", "--axis", "step");
    expect(shown).to.contain("\nbefore:\n  melon\nafter:\n  lemon\nsmallest pipeline");
  });

  it("prints the root around the operation if the IR prints only roots, and shows exceptions of `print`", async () => {
    const bisect = async (print: string): Promise<string | undefined> => {
      const { passwright, folder } = shop();
      writeFileSync(join(folder, "words.js"), FRAMEWORK.replace(/print: .*/, print));
      const shown = await passwright("bisect", "fruit.txt", "--test", "! grep -q lemon {}");
      return /before:[^]*(?=\nsmallest pipeline)/.exec(shown)?.[0];
    };
    const printRoot = 'print: (root) => root.children.map(({ text }) => text).join(" ") + "\\n",';
    expect(await bisect(printRoot)).to.equal(
      "before:\n  pear apple melon melon Plum Cherry\nafter:\n  pear apple melon lemon Plum Cherry",
    );
    const refuse = 'if (op.text) throw new Error("not a root"); return op.children.map(({ text }) => text).join(" ");';
    expect(await bisect(`print: (op) => { ${refuse} }, prints: "operations",`)).to.equal(
      "before:\n  `print` of IR `words` threw an exception: Error: not a root\n" +
        "after:\n  `print` of IR `words` threw an exception: Error: not a root",
    );
  });

  it("reports an error of the plan, also before the code of the framework is loaded", async () => {
    const { passwright } = makeWorkplace(
      {
        "needs.js": `import { definePass, definePlugin } from "@passwright/sdk";
const pass = definePass({ name: "needs", requires: ["hot"], runOnOperation() {} });
export default definePlugin({ passes: [pass], insert: [{ pass, before: "boil", reason: "it is nice" }] });
`,
        "passwright.config.yaml": "framework: kettle\nplugins: [./needs.js]\n",
        "tea.txt": "tea\n  water\n",
      },
      ["kettle"],
    );
    const refusal = `--- err
error[PWB0501]: \`needs\` requires property \`hot\`, which does not hold at its position
  --> plugin ./needs.js, step ./needs.js::needs
   = position of \`./needs.js::needs\`: before \`boil\`: it is nice (plugin ./needs.js)
   = \`hot\` does not hold at the beginning, and no earlier step provides it
   = no step provides \`hot\`
   = the pipeline resolves if \`./needs.js\` is removed
help: add a pass that provides \`hot\` before \`needs\`
--- exit 1
`;
    for (const command of ["bisect", "reduce"]) {
      expect(await passwright(command, "tea.txt", "--crash")).to.equal(refusal);
    }
    expect(await passwright("check", "--orders", "tea.txt")).to.equal(refusal);
  });

  it("makes paths and URLs relative to the folder of the smaller config", async () => {
    const { passwright, folder } = shop();
    const bad = pathToFileURL(join(folder, "bad.js")).href;
    writeFileSync(
      join(folder, "passwright.config.yaml"),
      `framework: ./words.js\nplugins:\n  - ./good.js\n  - "${bad}"\ninstrument: { trace: trace.json, printIr: { tree: ir } }\n`,
    );
    mkdirSync(join(folder, "smaller"));
    await passwright("bisect", "fruit.txt", "--test", "! grep -q lemon {}", "-o", "smaller/c.json");
    expect(JSON.parse(readFileSync(join(folder, "smaller/c.json"), "utf8"))).to.deep.equal({
      framework: "../words.js",
      plugins: ["../bad.js"],
      instrument: { trace: "../trace.json", printIr: { tree: "../ir" } },
    });
    expect(await passwright("run", "-c", "smaller/c.json", "fruit.txt")).to.contain("pear apple melon lemon plum");
  });

  it("takes crashes, another output, error codes and exit codes as faults", async () => {
    const { passwright } = shop();
    const cause = async (...args: readonly string[]): Promise<unknown> => {
      const shown = await passwright("bisect", ...args, "--json");
      const { contributions, steps } = JSON.parse(shown.slice("--- out\n".length, shown.lastIndexOf("--- exit"))) as {
        contributions: { text: string }[];
        steps: { address: string }[];
      };
      return [contributions.map(({ text }) => text), steps.map(({ address }) => address)];
    };
    const bad = [["./bad.js"], ["./bad.js::bad"]];
    expect(await cause("stone.txt", "--crash")).to.deep.equal(bad);
    expect(await cause("stone.txt", "--error", "PWC0406")).to.deep.equal(bad);
    expect(await cause("stone.txt", "--exit", "1")).to.deep.equal(bad);
    expect(await cause("fruit.txt", "--differs-from", "expected.txt")).to.deep.equal(bad);
  });

  it("names the plugin whose version has the fault, between two projects with lock files", async () => {
    const project = (folder: string, version: string, bad: string): { readonly [path: string]: string } => ({
      [`${folder}/words.js`]: FRAMEWORK,
      ...Object.assign(
        {},
        ...["round", "sweet"].map((name) => ({
          [`${folder}/node_modules/${name}/package.json`]: JSON.stringify({
            name,
            version,
            type: "module",
            main: "./index.js",
            passwright: { kind: "plugin", api: "^1.0.0" },
          }),
          [`${folder}/node_modules/${name}/index.js`]: plugin(name, name === bad ? 'op.text += "!";' : ""),
        })),
      ),
      [`${folder}/passwright.config.yaml`]: "framework: ./words.js\nplugins: [round, sweet]\n",
    });
    const { passwright, folder } = makeWorkplace({
      ...project("old", "1.0.0", ""),
      ...project("new", "1.1.0", "sweet"),
      "fruit.txt": "Pear\n",
    });
    await passwright("lock", "old");
    const search = ["bisect", "new", "fruit.txt", "--test", "! grep -q ! {}", "--before"] as const;
    const shown = await passwright(...search, "old/passwright.lock.json");
    expect(shown.split("\n").slice(0, 4)).to.deep.equal([
      "--- out",
      "fruit.txt: 9 runs among 5 candidates",
      "version: sweet 1.0.0 is good, 1.1.0 is bad",
      "cause: plugin sweet, new/passwright.config.yaml:2",
    ]);
    await passwright("lock", "new");
    expect(await passwright(...search, "new/passwright.lock.json")).to.equal(`--- err
error[PWR0703]: \`new/passwright.lock.json\` contains the same plugin versions as the current project
help: pass a lock file with other versions, or remove \`--before\`
--- exit 1
`);
    const lock = join(folder, "old/passwright.lock.json");
    writeFileSync(lock, readFileSync(lock, "utf8").replaceAll("1.0.0", "0.9.0"));
    expect(await passwright(...search, "old/passwright.lock.json")).to.contain(`--- err
error[PWR0702]: \`old/passwright.lock.json\` contains \`round\` 0.9.0, which is not installed in the project of this lock file
help: run \`npm install\` or \`passwright lock\` in the project of this lock file
`);
  });

  it("names the pattern, its dialect and its plugin, with the function before and after the rewrite", async () => {
    const { passwright } = makeWorkplace({
      "host.js": `import { createMlirAdapter } from "@passwright/ir";
import { canonicalize } from "@passwright/plugin-transforms";
import { defineFramework } from "@passwright/sdk";
export default defineFramework({
  name: "host", ir: createMlirAdapter(), anchor: "builtin.module", pipeline: (b) => void b.addPass(canonicalize),
});
`,
      "toys.js": `import { defineDialect } from "@passwright/ir";
import { definePlugin } from "@passwright/sdk";
const halve = {
  name: "Halve",
  matchAndRewrite(op, rewriter) {
    const size = op.getAttr("size").toString();
    if (size === "1 : i32") return false;
    const half = op.context.parseAttribute(size === "4 : i32" ? "2 : i32" : "1 : i32");
    rewriter.modifyOpInPlace(op, () => op.setAttr("size", half));
    return true;
  },
};
const ops = { box: { canonicalizationPatterns: [halve] }, ball: {} };
export default definePlugin({ name: "toys", dialects: [defineDialect({ name: "toy", ops })] });
`,
      "passwright.config.yaml": "framework: ./host.js\nplugins:\n  - ./toys.js\n",
      "shop.mlir": `func.func @small() {
  "toy.ball"() : () -> ()
  "toy.box"() {size = 4 : i32} : () -> ()
  "toy.box"() {size = 3 : i32} : () -> ()
  return
}
`,
    });
    const shown = await passwright("bisect", "shop.mlir", "--test", "grep -q 'size = 3' {}", "-o", "small.json");
    expect(shown).to.equal(`--- out
shop.mlir: 10 runs among 5 candidates
step: canonicalize: base pipeline (framework host, host.js:5)
operation: builtin.module (8c29dcd6), run 1, shop.mlir
rewrite: Halve of dialect toy (plugin ./toys.js), on builtin.module/func.func@small/toy.box[1] (489840b3), application 1, shop.mlir:4
before:
  func.func @small() {
    "toy.ball"() : () -> ()
    "toy.box"() {size = 4 : i32} : () -> ()
    "toy.box"() {size = 3 : i32} : () -> ()
    return
  }
after:
  func.func @small() {
    "toy.ball"() : () -> ()
    "toy.box"() {size = 4 : i32} : () -> ()
    "toy.box"() {size = 1 : i32} : () -> ()
    return
  }
smallest pipeline: builtin.module(canonicalize)
smallest config:
  {
    "framework": "./host.js",
    "plugins": [
      "./toys.js"
    ]
  }
reproduce: passwright run -c small.json shop.mlir
--- exit 0
`);
    expect(await passwright("run", "-c", "small.json", "shop.mlir")).to.contain("size = 1");
    const onlyRewrites = ["bisect", "shop.mlir", "--test", "grep -q 'size = 3' {}", "--axis", "rewrite"];
    expect(await passwright(...onlyRewrites)).to.contain("\nrewrite: Halve of dialect toy (plugin ./toys.js), on ");
  });

  it("refuses arguments without one test, and inputs that do not show the fault", async () => {
    const { passwright } = shop();
    expect(await passwright("bisect", "fruit.txt")).to.equal(`--- err
error[PWR0024]: \`passwright bisect\` needs a test that detects the fault
help: add one of \`--test 'COMMAND {}'\`, \`--crash\`, \`--invalid\`, \`--differs-from\`, \`--error CODE\`, \`--exit CODE\`
--- exit 2
`);
    expect(await passwright("bisect", "fruit.txt", "--crash", "--invalid")).to.equal(`--- err
error[PWR0024]: \`passwright bisect\` needs exactly one test that detects the fault
help: keep only one of \`--test 'COMMAND {}'\`, \`--crash\`, \`--invalid\`, \`--differs-from\`, \`--error CODE\`, \`--exit CODE\`
--- exit 2
`);
    expect(await passwright("bisect", "fruit.txt", "--test", "grep -q lemon")).to.equal(`--- err
error[PWR0025]: the command \`grep -q lemon\` does not contain \`{}\`, so every run tests the same file
help: replace the file name with \`{}\`, for example \`grep -q lemon {}\`
--- exit 2
`);
    expect(await passwright("bisect", "fruit.txt", "--test", "./absent-program {}")).to.equal(`--- err
error[PWR0028]: the shell cannot run the command \`./absent-program {}\`: it exited with code 127
help: correct the name or path of the program, or install the program
--- exit 2
`);
    expect(await passwright("bisect", "fruit.txt", "--crash", "--repeat", "0")).to.equal(`--- err
error[PWR0026]: flag \`--repeat\` does not accept \`0\`
help: use a positive integer
--- exit 2
`);
    expect(await passwright("bisect", "fruit.txt", "--crash")).to.equal(`--- err
error[PWR0701]: the test does not detect the fault in \`fruit.txt\`
help: pass an input that shows the fault, or use another test
--- exit 1
`);
  });

  it("handles a variant whose result cannot be printed as a failed run", async () => {
    const { passwright, folder } = shop();
    const print = 'print: (op) => { if (op.children.some(({ text }) => text === "stone")) throw null; return "x"; },';
    writeFileSync(join(folder, "words.js"), FRAMEWORK.replace(/print: .*/, print));
    expect(await passwright("bisect", "stone.txt", "--crash")).to.contain("cause: plugin ./bad.js");
    const unprintable = ["bisect", "stone.txt", "--without", "./bad.js", "--error", "PWS0103"];
    expect(await passwright(...unprintable)).to.contain("\nstep: lower: ");
  });

  it("names the error that the run reports if the test detects another fault", async () => {
    const { passwright, folder } = shop();
    writeFileSync(join(folder, "bad.js"), plugin("bad", 'if (op.text === "stone") arguments[1].emitError("hard");'));
    for (const command of ["bisect", "reduce"])
      expect(await passwright(command, "stone.txt", "--crash")).to.equal(`--- err
error[PWR0701]: the test does not detect the fault in \`stone.txt\`
help: use \`--error PWC0501\` to search for the error that the run reports
--- exit 1
`);
  });

  it("explains how a command in --test must end", async () => {
    const { passwright } = shop();
    const head =
      "--- err\nerror[PWR0701]: the test does not detect the fault in `fruit.txt`\nhelp: change the command in `--test` so that it ";
    expect(await passwright("bisect", "fruit.txt", "--test", "grep -q lemon {}")).to.equal(
      `${head}fails for the result of \`passwright run\`\n--- exit 1\n`,
    );
    expect(await passwright("reduce", "fruit.txt", "--test", "! grep -q Melon {}")).to.equal(
      `${head}succeeds for the unchanged input\n--- exit 1\n`,
    );
  });

  it("reports a folder for temporary files that it cannot use", async () => {
    const { passwright, folder } = shop();
    const { TMPDIR } = process.env;
    process.env["TMPDIR"] = join(folder, "missing");
    try {
      for (const command of ["bisect", "reduce"])
        expect(await passwright(command, "fruit.txt", "--test", "grep -q lemon {}")).to.contain(
          "/missing` cannot be written: No such file or directory\nhelp: set the environment variable `TMPDIR` to a writable folder\n",
        );
    } finally {
      if (TMPDIR === undefined) delete process.env["TMPDIR"];
      else process.env["TMPDIR"] = TMPDIR;
    }
  });

  it("quotes the names of files in the command that reproduces the fault", async () => {
    const { passwright, folder } = shop();
    for (const [from, to] of [
      ["passwright.config.yaml", "my $x.yaml"],
      ["stone.txt", "-a b.txt"],
      ["good.js", "so good.js"],
    ] as const)
      renameSync(join(folder, from), join(folder, to));
    const config = join(folder, "my $x.yaml");
    writeFileSync(config, readFileSync(config, "utf8").replace("./good.js", "./so good.js"));
    expect(await passwright("bisect", "-c", "my $x.yaml", "--crash", "--", "-a b.txt")).to.contain(
      "\nreproduce: passwright run -c 'my $x.yaml' --without './so good.js' './-a b.txt'\n",
    );
  });

  it("reports that the budget ended the search", async () => {
    const { passwright, folder } = shop();
    const bisect = (...more: readonly string[]): Promise<string> =>
      passwright("bisect", "fruit.txt", "--test", "! grep -q lemon {}", ...more);
    const problem = `--- err
error[PWR0705]: \`--budget 1\` ended the search before the smallest cause was found
help: increase the number in \`--budget\`, or remove \`--budget\`
--- exit 1
`;
    const early = await bisect("--budget", "2");
    expect(early).to.contain("fruit.txt: 2 runs among 2 candidates\nsmallest pipeline: words(word(");
    expect(early).to.contain(problem.replace("--budget 1", "--budget 2"));
    const late = await bisect("--budget", "5");
    expect(late).to.contain("cause: plugin ./bad.js").and.to.contain(problem.replace("--budget 1", "--budget 5"));
    expect(await bisect("--budget", "2", "--json"))
      .to.contain('"found": "nothing"')
      .and.to.contain('"endedEarly": true');
    expect(await bisect("--budget", "8")).to.match(/--- exit 0\n$/);
    // The budget ends before the search has tested the second input.
    writeFileSync(join(folder, "pear.txt"), "Pear\n");
    const inputs = ["pear.txt", "fruit.txt", "--test", "! grep -q lemon {}", "--budget", "1"];
    expect(await passwright("bisect", ...inputs)).to.equal(problem);
  });

  it("reports a test that also fails without any step", async () => {
    const { passwright, folder } = shop();
    const refused = await passwright("bisect", "fruit.txt", "--test", "grep -q zzz {}", "-o", "small.json");
    expect(refused).to.equal(`--- err
error[PWR0704]: the test also detects the fault in \`fruit.txt\` without any step, so no step is the cause
help: change the command in \`--test\` so that it succeeds for a correct result
--- exit 1
`);
    expect(existsSync(join(folder, "small.json"))).to.equal(false);
    expect(await passwright("bisect", "fruit.txt", "--differs-from", "stone.txt")).to.equal(
      refused.replace(/^help: .*$/m, "help: correct the input, or change the test so that it accepts a correct result"),
    );
  });

  it("reduces a config that extends other configs", async () => {
    const { passwright, folder } = makeWorkplace({
      "base/words.js": FRAMEWORK,
      "base/good.js": plugin("good", 'op.text = op.text.replaceAll("a", "A");'),
      "base/base.yaml":
        "framework: ./words.js\nplugins: [./good.js]\ninsert: [{ pass: good, before: trim, reason: base }]\n",
      "bad.js": plugin("bad", 'if (op.text === "melon") op.text = "lemon";').replace(/ insert: \[.*\]/, ""),
      "passwright.config.yaml":
        "extends: ./base/base.yaml\nplugins: [./bad.js]\ninsert:\n" +
        "  - { pass: good, after: lower, reason: own }\n  - { pass: bad, after: lower, reason: own }\n" +
        "rules: [{ pass: good, after: bad, reason: order }]\noverrides: [{ ban: trim, reason: own }]\n",
      "fruit.txt": "Pear Melon\n",
    });
    const config = {
      framework: "../base/words.js",
      insert: [{ pass: "bad", after: "lower", reason: "own" }],
      plugins: ["../bad.js"],
    };
    mkdirSync(join(folder, "small"));
    const line = ["fruit.txt", "--test", "! grep -q lemon {}"];
    expect(await passwright("bisect", ...line, "-o", "small/bisected.json")).to.contain("--- exit 0");
    expect(JSON.parse(readFileSync(join(folder, "small/bisected.json"), "utf8"))).to.deep.equal(config);
    expect(await passwright("run", "-c", "small/bisected.json", "fruit.txt")).to.contain("lemon");
  });

  it("does not write a smaller config with functions, and shows hashes of the functions", async () => {
    const fail = 'run: code("function") }, runOnOperation(op, { options }) { options.run(op); } })';
    const { passwright, folder } = makeWorkplace({
      "words.js": FRAMEWORK,
      "call.js": `import { code, definePass, definePlugin } from "@passwright/sdk";
export default definePlugin({ passes: [definePass({ name: "call", anchor: "word", options: { ${fail}] });`,
      "passwright.config.js": `const run = (op) => { if (op.text === "melon") op.text = "lemon"; };
export default { framework: "./words.js", plugins: ["./call.js"], insert: [{ pass: "call", after: "lower", options: { run } }] };`,
      "fruit.txt": "Pear Melon\n",
    });
    const call = "call{run=function:5e5b251369434d7a}";
    const insertion = '{"pass":"call","options":{"run":"function:5e5b251369434d7a"},"after":"lower"}';
    const shown = await passwright("bisect", "fruit.txt", "--test", "! grep -q lemon {}", "-o", "small.json");
    expect(shown).to.contain(`cause: insertion ${insertion}, passwright.config.js:2\n`);
    expect(shown).to.contain(`smallest pipeline: words(word(lower,${call}),word(trim))\n`);
    expect(shown).to.contain("reproduce: passwright run -c passwright.config.js fruit.txt\n");
    const reason = "it would contain functions, which are not JSON";
    const help = "help: move the functions into a plugin, and list the plugin in `plugins`";
    expect(shown).to.contain(`error[PWR0103]: \`small.json\` cannot be written: ${reason}\n${help}\n--- exit 1\n`);
    expect(existsSync(join(folder, "small.json"))).to.equal(false);
    expect(await passwright("reduce", "fruit.txt", "--test", "test -f {config} && test -f {}")).to.equal(
      `--- err\nerror[PWR0103]: \`{config}\` cannot be written: ${reason}\n${help}\n--- exit 1\n`,
    );
  });

  it("reports an unknown code in --error, also for reduce", async () => {
    const { passwright } = shop();
    const unknown = (code: string, help: string): string =>
      `--- err\nerror[PWR0019]: unknown code \`${code}\`\nhelp: ${help}\n--- exit 2\n`;
    const copy = "use a code from a message, for example `PWB0201` from `error[PWB0201]`";
    for (const command of ["bisect", "reduce"]) {
      expect(await passwright(command, "stone.txt", "--error", "NOSUCH")).to.equal(unknown("NOSUCH", copy));
      const similar = await passwright(command, "stone.txt", "--error", "pwc0406");
      expect(similar).to.equal(unknown("pwc0406", "did you mean `PWC0406`?"));
      expect(await passwright(command, "fruit.txt", "--error", "PWC0406")).to.contain("error[PWR0701]: ");
    }
  });
});

describe("an input that cannot be parsed", () => {
  const code = "PWS0101";
  const unparsed = `error[${code}]: the words parser refused the input: no stones
  --> bad.txt
help: correct the input, or report the stack from \`--debug\` to the author of the parser
`;
  const workplace = (): Workplace =>
    makeWorkplace({
      "words.js": FRAMEWORK.replace("text.trim()", "refuse(text).trim()").replace(
        "const ir =",
        'const refuse = (text) => { if (/stone/.test(text)) throw new SyntaxError("no stones"); return text; };\nconst ir =',
      ),
      "passwright.config.yaml": "framework: ./words.js\n",
      "bad.txt": "Plum stone\n",
      "good.txt": "Plum\n",
    });

  it("is reported with its parse error, and not as a fault without any step", async () => {
    const { passwright } = workplace();
    expect(await passwright("bisect", "bad.txt", "--test", "grep -q plum {}")).to.equal(
      `--- err\n${unparsed}--- exit 1\n`,
    );
  });

  it("is reported with its parse error, and not as an input without the fault", async () => {
    const { passwright } = workplace();
    for (const command of ["bisect", "reduce"])
      expect(await passwright(command, "bad.txt", "--crash")).to.equal(`--- err\n${unparsed}--- exit 1\n`);
    expect(await passwright("bisect", "bad.txt", "good.txt", "--crash")).to.equal(
      `--- err\n${unparsed}
error[PWR0701]: the test does not detect the fault in \`good.txt\`
help: pass an input that shows the fault, or use another test
--- exit 1
`,
    );
  });

  it("is not written as a reduced input", async () => {
    const { passwright, folder } = workplace();
    expect(await passwright("reduce", "bad.txt", "--test", "grep -q Plum {}", "-o", "small.txt")).to.equal(
      `--- err\n${unparsed}--- exit 1\n`,
    );
    expect(existsSync(join(folder, "small.txt"))).to.equal(false);
  });
});

describe("passwright reduce", () => {
  it("reduces the input and the pipeline for a fault that it finds itself", async () => {
    const { passwright, folder } = shop();
    const shown = await passwright("reduce", "stone.txt", "--crash");
    expect(shown.replace(/\d+ tries/, "N tries")).to.equal(`--- out
stone.reduced.txt: 6 of 17 characters, after N tries
stone.reduced.config.json: words(word(lower,bad))
--- exit 0
`);
    expect(readFileSync(join(folder, "stone.reduced.txt"), "utf8")).to.equal("Stone\n");
    expect(await passwright("run", "-c", "stone.reduced.config.json", "stone.reduced.txt")).to.contain("PWC0406");
    expect(readFileSync(join(folder, "stone.txt"), "utf8")).to.equal("Plum Stone Peach\n");
  });

  it("reduces the input for a command, and goes on with an earlier result", async () => {
    const { passwright, folder } = shop();
    const test = ["--test", "grep -qi plum {}", "-o", "small.txt"] as const;
    const first = await passwright("reduce", "fruit.txt", ...test, "--budget", "6");
    expect(first).to.match(/^--- out\nsmall\.txt: \d+ of 36 characters, after 6 tries\n--- exit 0\n$/);
    const part = readFileSync(join(folder, "small.txt"), "utf8");
    expect(part.length).to.be.lessThan(36);
    expect(await passwright("reduce", "fruit.txt", ...test, "--continue", "--jobs", "2")).to.contain("small.txt: 5 of");
    expect(readFileSync(join(folder, "small.txt"), "utf8").toLowerCase()).to.equal("plum\n");
    expect(existsSync(join(folder, "small.config.json"))).to.equal(false);
  });

  it("reduces the difference between two configs", async () => {
    const { passwright, folder } = shop();
    writeFileSync(join(folder, "other.json"), '{ "framework": "./words.js", "plugins": ["./good.js"] }\n');
    expect(await passwright("reduce", "fruit.txt", "--differs-from", "other.json")).to.contain("exit 0");
    expect(readFileSync(join(folder, "fruit.reduced.txt"), "utf8").toLowerCase()).to.equal("melon\n");
  });

  it("passes a config to the command", async () => {
    const { passwright, folder } = shop();
    const test = "grep -q '\"./bad.js\"' {config} && grep -qi melon {}";
    await passwright("reduce", "fruit.txt", "--test", test);
    expect(JSON.parse(readFileSync(join(folder, "fruit.reduced.config.json"), "utf8"))).to.deep.include({
      framework: "./words.js",
      plugins: ["./bad.js"],
    });
  });

  it("writes bans of steps that the config inserts so that they hold in the new config", async () => {
    const passes = ["one", "bad", "two"].map(
      (name) => `definePass({
      name: "${name}", anchor: "word", runOnOperation(op) { if (op.text === "${name}") throw new Error("hard"); },
    })`,
    );
    const { passwright, folder } = makeWorkplace({
      "words.js": FRAMEWORK,
      "bad.js": `import { definePass, definePlugin } from "@passwright/sdk";
export default definePlugin({ passes: [${passes.join()}] });`,
      "base.yaml": "framework: ./words.js\nplugins: [./bad.js]\nbundles: { all: [one, bad, two] }\n",
      "main.yaml":
        "extends: ./base.yaml\ninsert: [{ bundle: all, after: lower }]\n" +
        'overrides: [{ ban: "main.yaml::two", reason: unused }]\n',
      "in.txt": "Pear bad Peach\n",
    });
    const reduced = ["-c", "in.reduced.config.json"] as const;
    const bin = fileURLToPath(new URL("../bin/passwright.js", import.meta.url));
    const command = `${process.execPath} ${bin} run -c {config} {} 2>&1 | grep -q PWC0406`;
    for (const test of [["--crash"], ["--test", command]]) {
      expect(await passwright("reduce", "-c", "main.yaml", "in.txt", ...test)).to.contain(
        "in.reduced.config.json: words(word(bad))\n",
      );
      expect(await passwright("plan", ...reduced, "--format", "mlir")).to.equal(
        "--- out\nwords(word(bad))\n--- exit 0\n",
      );
      expect(JSON.parse(readFileSync(join(folder, "in.reduced.config.json"), "utf8")))
        .to.have.property("overrides")
        .that.deep.includes({ ban: "in.reduced.config.json::one", reason: "reduced" });
    }
  });

  it("ends if a pass takes longer than --time-limit, and names the pass", async () => {
    const { passwright } = makeWorkplace({
      "words.js": FRAMEWORK,
      "loops.js": plugin("loops", 'if (op.text === "melon") for (;;);'),
      "passwright.config.yaml": "framework: ./words.js\nplugins: [./loops.js]\n",
      "fruit.txt": "Pear Melon\n",
    });
    for (const command of ["bisect", "reduce"])
      expect(await passwright(command, "fruit.txt", "--crash", "--time-limit", "1")).to.equal(
        `--- err\nerror[PWR0501]: the time limit of 1 second for \`${command}\` was reached while running pass \`loops\` ` +
          "on 'word'\n  --> fruit.txt, step loops\n" +
          "help: increase --time-limit, or report the problem to the author of `loops`\n--- exit 1\n",
      );
    expect(await passwright("bisect", "fruit.txt", "--crash", "--without", "./loops.js", "--time-limit", "5")).to.equal(
      await passwright("bisect", "fruit.txt", "--crash", "--without", "./loops.js"),
    );
  });
});
