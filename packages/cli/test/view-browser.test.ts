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

    /** Returns the page of an example, which is made once. */
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
      // The policy of the page forbids scripts in it, but not those of the debugger.
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

    it("shows what a step changed, why it is there, and the plan without its plugin", async () => {
      const page = await open(await view("first"));
      await row(page, "strength-reduce").click();
      expect(await page.locator(".pw-why").innerText())
        .to.contain("a rounding division by a power of two is one shift")
        .and.to.contain("plugin passwright-plugin-strength");
      // Which steps changed a function.
      await page.locator(".pw-find select").selectOption("func.func @dequantize");
      const loud = page.locator(".pw-row:not(.pw-quiet) .pw-pass");
      expect(await loud.allInnerTexts())
        .to.include("strength-reduce")
        .and.to.not.include("forward-stores");
      expect(await page.locator(".cm-merge-b .cm-content").innerText()).to.contain("@dequantize");
      // Rules lead to their other end, and legal positions are drawn.
      await page.getByText("Where else it could go").click();
      expect(await page.locator(".pw-why").innerText()).to.contain("not later:");
      await page.locator(".pw-filters summary").click();
      await page.getByLabel("legal positions of the selected pass").check();
      expect(await page.locator(".pw-legal").count()).to.be.greaterThan(0);
      await page.getByLabel("steps that changed nothing").uncheck();
      // The plan without the plugin.
      await page.getByRole("switch", { name: "passwright-plugin-strength" }).click();
      expect(await page.locator(".pw-differences").innerText()).to.contain("strength-reduce");
      expect(await page.locator(".pw-gone").innerText()).to.contain("strength-reduce");
      await page.getByText("Back to the recorded plan", { exact: true }).click();
      expect(await page.locator(".pw-gone").count()).to.equal(0);
      await page.close();
    });

    it("is used with the keyboard", async () => {
      const page = await open(await view("first"));
      const selected = () => page.locator(".pw-row [aria-current]").innerText();
      const first = await selected();
      await page.keyboard.press("j");
      expect(await selected()).to.not.equal(first);
      await page.keyboard.press("k");
      expect(await selected()).to.equal(first);
      const top = () => page.evaluate<number>(`document.querySelector(".pw-editor > *").scrollTop`);
      for (let press = 0; press < 4; press++) await page.keyboard.press("n");
      await page.waitForTimeout(100);
      const below = await top();
      expect(below).to.be.greaterThan(0);
      for (let press = 0; press < 3; press++) await page.keyboard.press("p");
      await page.waitForTimeout(100);
      expect(await top()).to.be.lessThan(below);
      await page.getByRole("tab", { name: "Step" }).focus();
      await page.keyboard.press("ArrowRight");
      expect(await page.locator("[role=tab][aria-selected=true]").innerText()).to.contain("What if");
      await page.close();
    });

    it("compares side by side and unified, changes only or everything, and follows a line", async () => {
      const page = await open(await view("first"));
      const folded = () => page.locator(".cm-collapsedLines").count();
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
      expect(await page.locator(".pw-editor").innerText()).to.contain("<path");
      expect(await page.locator(".pw-editor .tok-keyword").count()).to.be.greaterThan(0);
      await page.close();
      const tpp = await open(await view("tpp"));
      await tpp.getByRole("tab", { name: "Properties" }).click();
      expect(await violations(tpp)).to.deep.equal([]);
      expect(await tpp.locator(".pw-lanes").innerText()).to.contain("holds");
      await tpp.close();
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
                    before: { ir: "mlir", chunks: [0] },
                    after: { ir: "mlir", chunks: [1] },
                  },
                  {
                    step: "b",
                    milliseconds: 1,
                    operations: 1,
                    changed: [],
                    before: { ir: "mlir", chunks: [1] },
                    after: { ir: "mlir", chunks: [2] },
                  },
                ],
              },
            ],
          },
        ],
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
