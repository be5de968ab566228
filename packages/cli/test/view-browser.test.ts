import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect } from "chai";
import { main } from "@passwright/cli";
import {
  childEnvironment,
  describeInBrowser,
  describeLong,
  makeTemporaryFolder,
  openBrowser,
} from "@passwright/development";
import type { Recording } from "@passwright/viewer";
import type { Browser, Page } from "playwright-core";
import { runProgram } from "./fake-terminal.ts";
import { makeProject } from "./project.ts";

const example = (name: string): string => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
const program = fileURLToPath(new URL("../bin/passwright.js", import.meta.url));
const axe = readFileSync(
  createRequire(import.meta.resolve("@passwright/development")).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** Framework in which each line is a chain of words, and only the root can be printed. */
const WORDS = `import { defineFramework, defineIr, definePass } from "@passwright/sdk";
const print = ({ word, inside }) => [word, ...inside.map(print)].join(" ");
const chain = ([word, ...rest]) => ({ word, inside: rest.length === 0 ? [] : [chain(rest)] });
const ir = defineIr({
  name: "words", root: "doc", nameOf: ({ word }) => (word === undefined ? "doc" : "word"), childrenOf: "inside",
  parse: (text) => ({ inside: text.trim().split("\\n").map((line) => chain(line.split(" "))) }),
  print: (root) => root.inside.map(print).join("\\n"),
});
const rename = (name, from, to) =>
  definePass({ name, anchor: "word", runOnOperation: (op) => void (op.word === from && (op.word = to)) });
const last = definePass({ name: "last", anchor: "doc", runOnOperation: ({ inside }) => void (inside[2].word = "vier") });
const never = definePass({ name: "never", anchor: "doc", worksOn: ["other"], runOnOperation() {} });
export default defineFramework({
  name: "words", ir,
  pipeline(b) {
    for (const pass of [rename("first", "two", "zwei"), rename("second", "one", "eins"), last, never]) b.addPass(pass);
  },
});
`;

/** Presses a key, and waits until the page shows the effect. */
async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.evaluate(
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))",
  );
}

describeLong("the page of passwright view", () =>
  describeInBrowser("in a browser", () => {
    let browser: Browser;
    const problems: string[] = [];

    before(async () => void (browser = await openBrowser()));
    after(() => browser.close());
    afterEach(() => expect(problems.splice(0)).to.deep.equal([]));

    async function open(url: string, colorScheme: "light" | "dark" = "light"): Promise<Page> {
      const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, colorScheme });
      page.on("pageerror", ({ message }) => problems.push(message));
      page.on("console", (one) => void (one.type() === "error" && problems.push(one.text())));
      page.on(
        "request",
        (one) => void (one.url() !== url && !one.url().startsWith("data:") && problems.push(one.url())),
      );
      await page.goto(url);
      await page.waitForSelector(".pw-main");
      return page;
    }

    const views = new Map<string, Promise<string>>();

    /** Returns the URL of the page of an example. Each page is made only once. */
    function view(name: string): Promise<string> {
      const known = views.get(name) ?? makeView(name);
      views.set(name, known);
      return known;
    }

    async function makeView(name: string): Promise<string> {
      const file = join(makeTemporaryFolder(), "view.html");
      const { code, err } = await runProgram(main, ["view", name, "-o", file], { cwd: example(".") });
      expect(code, err).to.equal(0);
      return pathToFileURL(file).href;
    }

    /** Finds violations of the rules for accessible pages. */
    async function violations(page: Page): Promise<readonly string[]> {
      // The content security policy of the page forbids added scripts, but permits scripts from the debugger.
      await page.evaluate(axe);
      return page.evaluate(async () => {
        interface Found {
          readonly violations: readonly {
            readonly id: string;
            readonly impact: string;
            readonly nodes: readonly { readonly html: string }[];
          }[];
        }
        const { axe } = globalThis as unknown as { readonly axe: { run(): Promise<Found> } };
        const { violations } = await axe.run();
        return violations
          .filter(({ impact }) => impact === "serious" || impact === "critical")
          .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
      });
    }

    const row = (page: Page, pass: string) => page.locator(".pw-row button", { hasText: pass }).first();

    it("shows the changes of a step, its reason, and the plan without its plugin", async () => {
      const page = await open(await view("first"));
      await row(page, "strength-reduce").click();
      expect(await page.locator(".pw-why").innerText())
        .to.contain("a rounding division by a power of two is one shift")
        .and.to.contain("plugin passwright-plugin-strength");
      // Selecting a function shows the steps that changed it, and selects the first of them.
      await row(page, "forward-stores").click();
      await page.locator("select.pw-find").selectOption("@dequantize (func.func)");
      const loud = page.locator(".pw-row:not(.pw-quiet) .pw-pass");
      expect(await loud.allInnerTexts())
        .to.include("strength-reduce")
        .and.to.not.include("forward-stores");
      expect(await page.locator(".cm-merge-b .cm-content").innerText()).to.contain("@dequantize");
      expect(await page.locator(".pw-hint [role=status]").innerText()).to.equal("3 steps changed it.");
      expect(await page.locator(".pw-row [aria-current]").innerText()).to.contain("strength-reduce");
      // The page shows the rules that limit a step, and the legal positions of the step.
      await page.getByText("Other legal positions").click();
      expect(await page.locator(".pw-why").innerText()).to.contain("not later:");
      await page.getByText("Filter steps").click();
      await page.getByLabel("legal positions of the selected pass").check();
      expect(await page.locator(".pw-legal").count()).to.be.greaterThan(0);
      await page.getByLabel("steps that changed nothing").uncheck();
      // A click on the name of a contributor highlights its steps, and does not switch the contributor off.
      await page.getByRole("button", { name: "passwright-plugin-strength" }).click();
      expect(await page.locator(".pw-highlighted .pw-pass").allInnerTexts()).to.deep.equal(["strength-reduce"]);
      expect(await page.locator(".pw-banner").count()).to.equal(0);
      // Switching the plugin off shows the plan without the plugin.
      await page.getByRole("switch", { name: "passwright-plugin-strength" }).click();
      expect(await page.locator(".pw-differences").innerText()).to.contain("strength-reduce");
      expect(await page.locator(".pw-gone").innerText()).to.contain("strength-reduce");
      expect(await page.locator(".pw-header").innerText()).to.contain("recorded plan: ");
      expect(await page.getByRole("tab", { name: "What if (1 change)" }).count()).to.equal(1);
      // Selecting a step then shows a step of the recorded run, and the page notes this.
      await row(page, "hoist-constants").click();
      expect(await page.locator(".pw-banner span").innerText()).to.equal(
        "This is the recorded run. What if shows the plan without passwright-plugin-strength.",
      );
      await page.getByText("Back to the recorded plan", { exact: true }).click();
      expect(await page.locator(".pw-banner").count()).to.equal(0);
      await page.getByRole("button", { name: "plan without this plugin" }).click();
      expect(await page.locator(".pw-text h2").innerText()).to.equal("The plan without passwright-plugin-memory");
      expect(await page.locator(".pw-planned code").allInnerTexts())
        .to.include("strength-reduce")
        .and.to.not.include("forward-stores");
      await page.getByText("Back to the recorded plan", { exact: true }).click();
      expect(await page.locator(".pw-gone").count()).to.equal(0);
      await page.close();
    });

    it("is used with the keyboard", async () => {
      const page = await open(await view("first"));
      const selected = () => page.locator(".pw-row [aria-current]").innerText();
      const first = await selected();
      await press(page, "j");
      expect(await selected()).to.not.equal(first);
      await press(page, "k");
      expect(await selected()).to.equal(first);
      const top = () => page.evaluate<number>(`document.querySelector(".pw-editor > *").scrollTop`);
      for (let count = 0; count < 4; count++) await press(page, "n");
      await page.waitForTimeout(100);
      const below = await top();
      expect(below).to.be.greaterThan(0);
      for (let count = 0; count < 3; count++) await press(page, "p");
      await page.waitForTimeout(100);
      expect(await top()).to.be.lessThan(below);
      // After the last change of a step, the key `n` selects the next step that changed something.
      for (let count = 0; count < 40 && (await selected()) === first; count++) await press(page, "n");
      expect(await page.locator(".pw-row:not(.pw-quiet) [aria-current]").count()).to.equal(1);
      expect(await selected()).to.not.equal(first);
      await page.getByRole("tab", { name: "Step" }).focus();
      await press(page, "ArrowRight");
      expect(await page.locator("[role=tab][aria-selected=true]").innerText()).to.contain("What if");
      await page.close();
    });

    it("shows one operation through its conversion: its steps, their counts, and its text", async () => {
      const page = await open(await view("tpp"));
      // A position before the first step of a bundle is outside the bundle.
      await row(page, "loop-invariant-code-motion").click();
      await page.getByText("Filter steps").click();
      await page.getByLabel("legal positions of the selected pass").check();
      expect(await page.locator(".pw-legal").count()).to.be.greaterThan(0);
      expect(await page.locator(".pw-bundle .pw-legal").count()).to.equal(0);
      const names = await page.locator("select.pw-find option").allInnerTexts();
      expect(names.filter((name) => name.includes("@add_relu "))).to.deep.equal(["@add_relu (func.func → llvm.func)"]);
      expect(names.join()).to.not.contain("builtin.module");
      await page.locator("select.pw-find").selectOption("@add_relu (func.func → llvm.func)");
      const convert = page.locator(".pw-row", { hasText: "convert-func-to-llvm" });
      expect(await convert.getAttribute("class")).to.equal("pw-row");
      // Keys work while the list has the focus, and select only steps that changed the operation.
      const loud = await page.locator(".pw-row:not(.pw-quiet) .pw-pass").allInnerTexts();
      await page.locator("select.pw-find").focus();
      for (let count = 0; count < 40; count++) await press(page, "k");
      const visited: string[] = [];
      const selected = () => page.locator(".pw-row [aria-current] .pw-pass").innerText();
      for (;;) {
        if (visited.at(-1) === (await selected())) break;
        visited.push(await selected());
        await press(page, "j");
      }
      expect(visited).to.deep.equal(loud);
      await convert.locator("button").click();
      expect(await page.locator(".cm-merge-a .cm-content").innerText()).to.contain("func.func @add_relu");
      expect(await page.locator(".cm-merge-b .cm-content").innerText()).to.contain(`sym_name = "add_relu"`);
      // The list of operations stays visible.
      expect(await page.locator("select.pw-find").isVisible()).to.equal(true);
      const { y = -1 } = (await page.locator("select.pw-find").boundingBox()) ?? {};
      expect(y).to.be.greaterThan(0);
      await page.getByLabel("hide the others").check();
      expect(await page.locator(".pw-row .pw-pass").allInnerTexts()).to.deep.equal(loud);
      // Steps of another target are shown outside of the bundle that precedes the steps.
      await page.getByLabel("Target").selectOption({ label: "gpu" });
      expect(await page.locator(".pw-added").allInnerTexts()).to.include(
        "convert-linalg-to-parallel-loops would be added",
      );
      expect(await page.locator(".pw-bundle .pw-added").count()).to.equal(0);
      await page.close();
    });

    it("shows the history of the line on the selected side, and outlines the current change", async () => {
      const page = await open(await view("first"));
      const counts = () => row(page, "specialize-dimensions").locator(".pw-delta").innerText();
      const ofFile = await counts();
      await page.locator("select.pw-find").selectOption("@fully_connected (func.func)");
      expect(await counts())
        .to.match(/^\+\d+ −\d+$/)
        .and.to.not.equal(ofFile);
      await row(page, "specialize-dimensions").click();
      await press(page, "n");
      expect(await page.locator(".pw-at").innerText()).to.match(/^change 1 of \d+$/);
      expect(await page.locator(".cm-merge-b .pw-current-first").count()).to.equal(1);
      expect(await page.locator(".pw-follow").count()).to.equal(0);
      for (const side of ["a", "b"]) {
        const lines = page.locator(`.cm-merge-${side} .cm-line`, { hasText: "arith.constant" });
        for (let index = 0; index < (await lines.count()); index++) {
          const text = (await lines.nth(index).innerText()).trim();
          await lines.nth(index).click();
          const title = await page.locator(".pw-follow h3").innerText();
          expect(title).to.contain(`(${side === "a" ? "before" : "after"}): ${text}`);
          const adding = await page.locator(".pw-follow li", { hasText: "specialize-dimensions adds" }).allInnerTexts();
          expect(adding).to.deep.equal(adding.length === 0 ? [] : [`specialize-dimensions adds ${text}`]);
        }
      }
      await page.getByRole("button", { name: "Close the history" }).click();
      expect(await page.locator(".pw-follow").count()).to.equal(0);
      await page.close();
    });

    it("shows why a step is at its position in one list, and marks orders that only names determine", async () => {
      const page = await open(await view("first"));
      await row(page, "hoist-constants").click();
      const why = await page.locator(".pw-why").innerText();
      expect(why.split("late optimizations place constants where they use them")).to.have.length(2);
      expect(why).to.contain("(a rule of plugin passwright-plugin-memory that must hold)");
      expect(await page.locator(".pw-order").count()).to.equal(0);
      // The rule does not decide the position of its target.
      await row(page, "strength-reduce").click();
      expect(await page.locator(".pw-why h3 + .pw-because").innerText()).to.not.contain("late optimizations");
      expect(await page.locator(".pw-why summary").allInnerTexts()).to.include("2 rules about this step");
      await page.close();
      const tpp = await open(await view("tpp"));
      await row(tpp, "buffer-hoisting").click();
      expect(await tpp.locator(".pw-order").allInnerTexts()).to.deep.equal([
        "before fold-memref-alias-ops, ordered only by the names of the contributors",
      ]);
      // Names of bundles and steps in the reason are links.
      await row(tpp, "loop-invariant-code-motion").click();
      await tpp.getByRole("button", { name: "lower-to-llvm" }).click();
      expect(await tpp.locator(".pw-why h2").innerText()).to.equal("expand-strided-metadata");
      await tpp.setViewportSize({ width: 1024, height: 800 });
      expect(await tpp.locator(".pw-keys").isVisible()).to.equal(false);
      await tpp.getByRole("button", { name: "Keys" }).click();
      expect(await tpp.locator(".pw-keys").isVisible()).to.equal(true);
      await tpp.close();
    });

    it("compares side by side and unified, changes only or everything, and follows a line", async () => {
      const page = await open(await view("first"));
      const folded = () => page.locator(".cm-collapsedLines").count();
      await page.locator(".cm-changedText").first().waitFor();
      const size = 'getComputedStyle(document.querySelector(".cm-changedText")).backgroundSize';
      expect(await page.evaluate(size)).to.equal("100% 2px");
      expect(await folded()).to.be.greaterThan(0);
      await page.getByLabel("Only what changed").uncheck();
      await page.locator(".cm-collapsedLines").first().waitFor({ state: "detached" });
      expect(await folded()).to.equal(0);
      await page.getByRole("button", { name: "Unified" }).click();
      await page.locator(".cm-deletedChunk").first().waitFor();
      expect(await page.locator(".cm-deletedChunk").count()).to.be.greaterThan(0);
      await page.locator(".cm-line", { hasText: "memref.load" }).first().click();
      expect(await page.locator(".pw-follow").innerText()).to.contain("memref.load");
      await page.close();
    });

    it("shows a graph with the jumps of the run", async () => {
      const page = await open(await view("numba-graph"));
      await page.getByRole("tab", { name: "Graph" }).click();
      expect(await page.locator(".pw-graph").innerHTML()).to.contain("jump, 3 times");
      expect(await page.locator(".pw-trace").innerText()).to.contain("jump to cfg-to-scf, 3");
      await page.locator(".pw-node", { hasText: "optimization" }).click();
      await row(page, "cfg-to-scf").click();
      await page.getByLabel("Visit").selectOption("2");
      expect(await page.locator(".pw-changes").innerText()).to.contain("@numpy.minimum");
      await page.getByLabel("Target").selectOption({ index: 1 });
      expect(await page.locator(".pw-text h2").innerText()).to.contain("target");
      await page.close();
    });

    it("shows the steps of other IRs", async () => {
      const page = await open(await view("svg"));
      await row(page, "round-paths").click();
      await page.locator(".pw-point button").first().click();
      expect(await page.locator(".pw-highlighted").count()).to.be.greaterThan(0);
      await page.locator(".pw-editor", { hasText: "<path" }).first().waitFor();
      expect(await page.locator(".pw-editor .tok-keyword").count()).to.be.greaterThan(0);
      // Elements without symbols cannot be compared before and after each step.
      expect(await page.locator("select.pw-find").count()).to.equal(0);
      await page.close();
      const tpp = await open(await view("tpp"));
      await tpp.getByRole("tab", { name: "Properties" }).click();
      expect(await violations(tpp)).to.deep.equal([]);
      expect(await tpp.locator(".pw-lanes").innerText())
        .to.contain("holds")
        .and.to.contain("inserted::cse");
      await tpp.close();
    });

    it("opens the diagnostics of an input that cannot be read, and names inputs without their common folder", async () => {
      const folder = makeProject({
        "framework.js": WORDS,
        "passwright.config.yaml": "framework: ./framework.js\n",
        "a/x.txt": "one two\ntwo\nfour\n",
      });
      const paths = ["missing.txt", "x.txt"].map((name) => join(folder, "a", name));
      await runProgram(main, ["view", ...paths, "-o", "v.html"], { cwd: folder });
      const page = await open(pathToFileURL(join(folder, "v.html")).href);
      expect(await page.locator(".pw-diagnostic.pw-error").innerText()).to.contain("cannot be read");
      expect(await page.getByLabel("Input").locator("option").allInnerTexts()).to.deep.equal([
        "missing.txt (failed)",
        "x.txt",
      ]);
      await row(page, "first").click();
      expect(await page.locator(".pw-empty").innerText()).to.match(/^This step did not run: .* cannot be read/);
      await page.getByLabel("Input").selectOption("1");
      await row(page, "never").click();
      expect(await page.locator(".pw-empty").innerText()).to.equal(
        "This step did not run: it found no operation to work on.",
      );
      await page.close();
    });

    it("counts the lines of every step, and lists steps that are shown together in the history of a line", async () => {
      const folder = makeProject({
        "framework.js": WORDS,
        "passwright.config.yaml": "framework: ./framework.js\n",
        "x.txt": "one two\ntwo\nfour\n",
      });
      const { code, err } = await runProgram(main, ["view", "x.txt", "-o", "v.html"], { cwd: folder });
      expect(code, err).to.equal(0);
      const page = await open(pathToFileURL(join(folder, "v.html")).href);
      expect(await page.locator("select.pw-find").count()).to.equal(0);
      const states = await page.locator(".pw-row .pw-delta").allInnerTexts();
      expect(states.map((text) => text.replace(/\s+/g, " ").trim())).to.deep.equal([
        "changed",
        "changed",
        "+1 −1",
        "did not run",
      ]);
      await row(page, "second").click();
      expect(await page.locator(".pw-note").innerText()).to.contain("Shown together with first");
      await row(page, "last").click();
      await page.locator(".cm-merge-b .cm-line", { hasText: "eins zwei" }).click();
      expect(await page.locator(".pw-follow li").allInnerTexts()).to.deep.equal([
        "first second together: adds eins zwei",
      ]);
      await page.close();
    });

    it("shows bundles, diagnostics beside their lines, orders, and switches that cannot be combined", async () => {
      const folder = makeTemporaryFolder();
      await runProgram(main, ["view", "tpp", "--record", join(folder, "r.json")], { cwd: example(".") });
      const recorded = JSON.parse(readFileSync(join(folder, "r.json"), "utf8")) as Recording;
      const [run] = recorded.runs;
      const changing = run?.visits[0]?.steps.find(({ before, after }) => before !== after)?.step ?? "";
      const recording: Recording = {
        ...recorded,
        runs: [
          {
            ...(run as Recording["runs"][number]),
            diagnostics: [{ code: "PWX0001", severity: "warning", message: "this is slow", step: changing }],
            lines: [2],
          },
        ],
        whatIf: {
          ...recorded.whatIf,
          variants: recorded.whatIf.variants.filter(({ changes }) => changes.length === 1),
          mostChanges: 1,
        },
      };
      const output = (text: string) => ({ ok: true, text });
      const orders = {
        pairs: [
          { first: "cse", second: "fold", result: "commute" },
          {
            first: "cse",
            second: "licm",
            result: "conflict",
            example: {
              file: "a.mlir",
              input: "the whole input",
              reduced: "the smallest input",
              output: output("cse was first"),
              exchanged: output("licm was first"),
            },
          },
        ],
        inputs: [{ file: "a.mlir" }, { file: "b.mlir", leftOut: "its output differs from run to run" }],
        notTried: ["some pairs on the last input"],
      };
      writeFileSync(join(folder, "r.json"), JSON.stringify(recording));
      writeFileSync(join(folder, "o.json"), JSON.stringify(orders));
      await runProgram(main, ["view", "--recording", "r.json", "--orders", "o.json", "-o", "v.html"], { cwd: folder });
      const page = await open(pathToFileURL(join(folder, "v.html")).href);
      expect(await page.locator(".pw-bundle").first().innerText()).to.match(/^bundle tidy\ncanonicalize/);
      await row(page, changing).click();
      expect(await row(page, changing).locator(".pw-badge").innerText()).to.match(/^1/);
      expect(await page.locator(".cm-merge-a .pw-line-message").innerText()).to.equal("warning PWX0001: this is slow");
      await page.getByRole("button", { name: "Unified" }).click();
      expect(await page.locator(".pw-line-message").count()).to.equal(1);
      // The matrix opens both outputs of the smallest input, side by side.
      await page.getByRole("tab", { name: "Orders" }).click();
      await page.locator(".pw-matrix button").first().click();
      const outputs = page.locator(".pw-outputs");
      expect(await outputs.innerText())
        .to.contain("cse was first")
        .and.to.contain("licm was first");
      const [left, right] = await Promise.all([0, 1].map((index) => outputs.locator("> div").nth(index).boundingBox()));
      expect(left?.y).to.equal(right?.y);
      expect(await page.locator(".pw-text > ul li").allInnerTexts()).to.deep.equal([
        "left out: b.mlir: its output differs from run to run",
        "not tried: some pairs on the last input",
      ]);
      expect(await violations(page)).to.deep.equal([]);
      // The recording contains only plans with one change, so a second plugin cannot be switched off.
      await page.getByRole("switch", { name: "passwright-plugin-tpp" }).click();
      expect(await page.getByRole("switch", { name: "passwright-plugin-stack-buffers" }).isDisabled()).to.equal(true);
      expect(await page.locator(".pw-choices").innerText()).to.contain("plans with at most 1 change");
      await page.close();
    });

    it("fits into narrow windows", async () => {
      for (const name of ["tpp", "svg"]) {
        for (const width of [1280, 1024, 800, 640]) {
          const page = await open(await view(name));
          await page.setViewportSize({ width, height: 800 });
          const isWide = await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth");
          expect(isWide, `${name}, ${width}`).to.equal(false);
          const cut = await page.evaluate<readonly string[]>(
            `[...document.querySelectorAll(".pw-pass, .pw-delta, .pw-tabs button, .pw-buttons button")]
              .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)`,
          );
          expect(cut, `${name}, ${width}`).to.deep.equal([]);
          await page.close();
        }
      }
    });

    it("has no serious violation of accessibility, light and dark", async () => {
      for (const name of ["first", "numba-graph"]) {
        const url = await view(name);
        for (const scheme of ["light", "dark"] as const) {
          const page = await open(url, scheme);
          for (const tab of await page.getByRole("tab").all()) {
            await tab.click();
            expect(await violations(page), `${name}, ${scheme}, ${await tab.innerText()}`).to.deep.equal([]);
          }
          await page.close();
        }
      }
    });

    it("shows hostile content as text", async () => {
      const hostile =
        '</script><script>document.title="owned"</script><img src=x onerror=document.title="owned"> \u202e\u0007';
      const recording: Recording = {
        version: 1,
        title: hostile,
        plugins: [{ name: hostile }],
        plan: {
          framework: { name: hostile },
          anchor: hostile,
          choice: {},
          steps: [],
          extensionPoints: [],
          leftOut: [],
          alternatives: [],
          retyped: [],
        },
        pipelines: [
          {
            text: hostile,
            explained: ["a", "b"].map((address) => ({
              pass: `${hostile}${address}`,
              address,
              types: [hostile],
              options: {},
              nests: [hostile],
              origin: { kind: "plugin", name: hostile, file: hostile, line: 1 },
              because: hostile,
            })),
            rules: [],
            positions: [],
            positionsLeftOut: [],
            properties: [],
            guards: [],
            bundles: [],
            byName: [],
          },
        ],
        diagnostics: [{ code: "PWX0000", severity: "error", message: hostile, lines: [hostile] }],
        runs: [
          {
            input: hostile,
            ok: true,
            diagnostics: [],
            visits: [
              {
                steps: [
                  {
                    step: "a",
                    milliseconds: 1,
                    operations: 1,
                    changed: [hostile],
                    before: 0,
                    after: 1,
                  },
                  {
                    step: "b",
                    milliseconds: 1,
                    operations: 1,
                    changed: [],
                    before: 1,
                    after: 2,
                  },
                ],
              },
            ],
          },
        ],
        snapshots: [0, 1, 2].map((chunk) => ({ ir: "mlir", chunks: [chunk] })),
        texts: [
          { text: `${hostile}\n`, label: hostile },
          { text: `changed ${hostile}\n`, label: hostile },
          { text: `x${"y".repeat(10_000_000)}` },
        ],
        whatIf: { switches: [], variants: [] },
      };
      const folder = makeTemporaryFolder();
      writeFileSync(join(folder, "r.json"), JSON.stringify(recording));
      await runProgram(main, ["view", "--recording", "r.json", "-o", "v.html"], { cwd: folder });
      const page = await open(pathToFileURL(join(folder, "v.html")).href);
      expect(await page.locator(".cm-merge-b .cm-content").innerText()).to.contain("</script><script>");
      expect(await page.locator("h1").innerText()).to.contain("\\u202e\\u0007");
      await row(page, "owned").click();
      await page.locator(".pw-row button").nth(1).click();
      await page.locator(".pw-operation").selectOption("");
      await page.locator(".pw-note", { hasText: "Lines above 5,000 characters are shown in part." }).waitFor();
      await page.locator(".pw-editor", { hasText: "xyyyy" }).waitFor();
      await page.getByRole("tab", { name: /Diagnostics/ }).click();
      expect(await page.locator("img, main script").count()).to.equal(0);
      expect(await page.title()).to.not.equal("owned");
      const policy = await page.locator("meta[http-equiv]").getAttribute("content");
      expect(policy)
        .to.match(/script-src 'sha256-[\w+/=]+';/)
        .and.to.not.match(/unsafe-eval|script-src[^;]*unsafe-inline/);
      const isBlocked = await page.evaluate<boolean>(`
        const script = document.createElement("script");
        script.textContent = "document.title = 'owned'";
        document.body.append(script);
        document.title !== "owned";
      `);
      expect(isBlocked).to.equal(true);
      problems.splice(0);
      await page.close();
    });

    it("serves the page on this machine only, and reloads it", async () => {
      const folder = makeProject(
        { "passwright.config.yaml": "framework: kettle\ninputs: [tea.txt]\n", "tea.txt": "tea\n" },
        ["kettle"],
      );
      const child = spawn(process.execPath, [program, "view", "--serve"], { cwd: folder, env: childEnvironment() });
      try {
        const url = await new Promise<string>((resolve) => {
          let text = "";
          child.stderr.on("data", (chunk) => {
            text += String(chunk);
            const [found] = /http:\S+/.exec(text) ?? [];
            if (found !== undefined && text.includes("watching")) resolve(found);
          });
        });
        const { port, pathname } = new URL(url);
        const status = (headers: object, path = pathname): Promise<number | undefined> =>
          new Promise((resolve) =>
            request({ host: "127.0.0.1", port, path, headers: { ...headers } }, (response) => {
              response.resume();
              resolve(response.statusCode);
            }).end(),
          );
        expect(await status({})).to.equal(200);
        expect(await status({}, "/")).to.equal(404);
        expect(await status({ host: "evil.example" })).to.equal(403);
        expect(await status({ host: `evil.example:${port}` })).to.equal(403);
        expect(await status({ origin: "http://evil.example" })).to.equal(403);
        expect(await status({ origin: "null" })).to.equal(403);
        const page = await browser.newPage();
        await page.goto(url);
        await page.waitForSelector(".pw-row");
        const rows = await page.locator(".pw-row").count();
        writeFileSync(
          join(folder, "passwright.config.yaml"),
          "framework: kettle\ninputs: [tea.txt]\ninsert: [{ pass: boil, after: boil }]\n",
        );
        await page.locator(".pw-row").nth(rows).waitFor();
        await page.close();
      } finally {
        child.kill("SIGINT");
        await new Promise((resolve) => child.on("close", resolve));
      }
    });
  }),
);
