import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import axe from "axe-core";
import { expect } from "chai";

import type { Browser, Page } from "playwright-core";
import {
  childEnvironment,
  describeInBrowser,
  describeLong,
  markdownExamples,
  openBrowser,
  Random,
} from "@passwright/development";
import { ROOT } from "@passwright/development/documentation";

const SITE = join(ROOT, "site/dist");

const TYPES: { readonly [ending: string]: string } = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
};

/** Serves only the built files, as a static web server does. */
async function serve(): Promise<Server> {
  const server = createServer(({ url = "/" }, response) => {
    const path = join(SITE, decodeURI(new URL(url, "http://site").pathname));
    const file = [path, `${path}.html`, join(path, "index.html")].find(
      (one) => existsSync(one) && statSync(one).isFile(),
    );
    if (file === undefined) return void response.writeHead(404).end();
    response
      .writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" })
      .end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

/** Returns all cases or, in CI, a selection of the cases that differs for each commit. */
function sampled<T>(cases: readonly T[], count: number): readonly T[] {
  if (process.env["CI"] !== "true") return cases;
  const { stdout } = spawnSync("git", ["rev-parse", "HEAD"], { cwd: ROOT, encoding: "utf8" });
  const random = new Random(Number.parseInt(stdout.slice(0, 8), 16));
  return Array.from({ length: count }, () => random.pick(cases));
}

type Files = readonly (readonly [name: string, text: string])[];

const fragmentOf = (files: Files): string => `#1.${deflateRawSync(JSON.stringify(files)).toString("base64url")}`;

/** Makes the files of a project with a user's plugin in the pipeline of kiln. */
const withPlugin = (code: string): Files => [
  ["passwright.config.yaml", "framework: passwright-example-kiln\nplugins: [./plugin.js]\n"],
  ["plugin.js", code],
  ["input.mlir", "func.func @f() { return }\n"],
];

const passThat = (body: string): string => `import { definePass, definePlugin } from "@passwright/sdk";
const pass = definePass({ name: "own", runOnOperation() { ${body} } });
export default definePlugin({ name: "own", passes: [pass], insert: [{ pass, end: true, reason: "last" }] });
`;

describeLong("the documentation site", () => {
  describeInBrowser("in a browser", () => {
    let server: Server;
    let browser: Browser;
    let page: Page;
    let origin = "";
    /** Problems: requests to other servers, errors of pages, and violations of their policies. */
    const problems: string[] = [];

    before(async function () {
      this.timeout(300_000);
      const built = spawnSync("npm", ["run", "--silent", "build", "--workspace", "@passwright/site"], {
        cwd: ROOT,
        encoding: "utf8",
        env: childEnvironment(),
      });
      expect(built.status, `${built.stdout}${built.stderr}`).to.equal(0);
      expect(built.stdout).to.match(/\d{3,} pages without dead links\n$/);
      server = await serve();
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      browser = await openBrowser();
      page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
      page.on("request", (request) => {
        if (!/^(?:blob:|data:)/.test(request.url()) && !request.url().startsWith(`${origin}/`))
          problems.push(request.url());
      });
      page.on("pageerror", (error) => problems.push(String(error)));
    });

    after(async () => {
      await browser?.close();
      server?.close();
    });

    afterEach(() => expect(problems.splice(0)).to.deep.equal([]));

    const hasStatus = (status: RegExp, where = page): Promise<void> =>
      where.locator("#status", { hasText: status }).waitFor({ timeout: 60_000 });

    /** Opens files in the playground, and waits for the result of the run. */
    async function play(
      files: Files,
    ): Promise<{ readonly status: string; readonly output: string; readonly shown: string }> {
      await page.goto("about:blank");
      await page.goto(`${origin}/play/${fragmentOf(files)}`);
      return finished();
    }

    async function finished(): Promise<{ readonly status: string; readonly output: string; readonly shown: string }> {
      await hasStatus(/^(?!Running).+/);
      const textOf = async (part: string): Promise<string> =>
        (await page.locator(part).isVisible()) ? page.locator(part).innerText() : "";
      return { status: await textOf("#status"), output: await textOf("#output"), shown: await textOf("#viewer") };
    }

    /** Returns the serious and critical violations of accessibility rules. */
    async function violations(): Promise<string[]> {
      await page.evaluate(axe.source);
      const found = await page.evaluate<{ id: string; impact: string; targets: string[] }[]>(
        "axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, targets: nodes.map(({ target }) => String(target)) })))",
      );
      return found
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, targets }) => `${id}: ${targets.slice(0, 3).join("  ")}`);
    }

    it("finds a guide by search, from the home page", async () => {
      await page.goto(`${origin}/`);
      expect(await page.locator("h1").first().innerText()).to.contain("Passwright");
      await page.locator("#local-search button").click();
      await page.locator("#localsearch-input").fill("result wrong");
      await page.locator(".results a").nth(2).waitFor();
      // Search results list guides before error pages.
      expect(await page.locator(".results a").first().getAttribute("href")).to.not.contain("/errors/");
      await page.locator('.results a.result[href*="/bisect"]').first().click();
      await page.waitForURL(/\/bisect/);
    });

    for (const theme of ["light", "dark"] as const) {
      it(`has no serious accessibility problem in ${theme} pages`, async () => {
        await page.emulateMedia({ colorScheme: theme });
        for (const path of sampled(["/", "/builder/placement", "/errors/", "/errors/PWB0101"], 2)) {
          await page.goto(`${origin}${path}`);
          expect(await violations(), path).to.deep.equal([]);
        }
        await play(withPlugin(passThat("")));
        expect(await violations(), "playground").to.deep.equal([]);
        await play(withPlugin("throw new Error('no');"));
        expect(await violations(), "errors of the playground").to.deep.equal([]);
        await page.emulateMedia({ colorScheme: "light" });
      });
    }

    it("shows the examples of the playground", async () => {
      await page.goto(`${origin}/play/`);
      await finished();
      const seen: { [title: string]: string } = {};
      for (const title of (await page.locator("#examples option").allInnerTexts()).slice(1)) {
        await page.locator("#examples").selectOption(title);
        const { status, output, shown } = await finished();
        const parts = ["symbol-dce", "count-divisions", "label-images", "PWB0201", "PWL0420"];
        seen[title] = `${status} ${parts.filter((part) => `${output}${shown}`.includes(part)).join(" ")}`;
      }
      expect(seen).to.deep.equal({
        "MLIR: canonicalize and cse": "Done. symbol-dce",
        "A plugin in the middle of a compiler": "Done. symbol-dce count-divisions",
        "SVG: your own tree as an IR": "Done. label-images",
        "A conflict and its explanation": "Failed with 1 error. PWB0201",
        "A pass that finds nothing": "Done. ",
      });
      await page.getByRole("tab", { name: /Diagnostics/ }).click();
      await page.locator("#viewer", { hasText: /polish\W? has no/ }).waitFor();
    });

    it("runs the examples of the pages with the output that the pages show", async () => {
      const markdown = ["docs", "packages", "plugins"].flatMap((folder) =>
        readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
          .filter((file) => file.endsWith(".md") && !/node_modules|dist|templates/.test(file))
          .map((file) => readFileSync(join(ROOT, folder, file), "utf8")),
      );
      const outputs = new Map(markdown.flatMap(markdownExamples).map(({ code, output }) => [code, output]));
      const pages = readdirSync(SITE, { recursive: true, encoding: "utf8" }).filter((file) =>
        /^(?!api).*\.html$/.test(file),
      );
      const links = pages.flatMap((file) =>
        [
          ...readFileSync(join(SITE, file), "utf8").matchAll(/class="playground-link"><a href="\/play\/#1\.([^"]+)"/g),
        ].map(([, state = ""]) => ({
          file,
          files: JSON.parse(inflateRawSync(Buffer.from(state, "base64url")).toString()) as Files,
        })),
      );
      expect(links.length).to.be.greaterThan(40);
      const text = (output: string): string => output.replaceAll(/\s+/g, "");
      for (const { file, files } of sampled(links, 5)) {
        const { status, output } = await play(files);
        expect(status, `${file}: ${output}`).to.equal("Done.");
        const isProgram = files[0]?.[0].endsWith(".js") === true;
        if (isProgram) expect(text(output), file).to.equal(text(outputs.get(files.at(-1)?.[1] ?? "") ?? ""));
      }
    });

    it("ends plugins that do not end", async () => {
      const limit = "The run was ended after 5 seconds, the time limit.";
      for (const code of sampled(["while (true) {}", passThat("for (;;);"), "await new Promise(() => {});"], 1)) {
        const { status, output } = await play(withPlugin(code));
        expect({ status, output }).to.deep.equal({ status: "Stopped.", output: limit });
      }
      // The failed run does not affect the next run.
      await page.goto(`${origin}/play/${fragmentOf(withPlugin(passThat("")))}`);
      await hasStatus(/^Done\.$/);
    });

    it("keeps plugins from the page, its storage and the network", async () => {
      const attempt = (what: string): string => `let seen;
        try { seen = await (${what}); } catch (error) { seen = error.name; }
        throw new Error("seen: " + seen);`;
      const attempts: { readonly [name: string]: readonly [code: string, seen: string] } = {
        fetch: [`fetch("${origin}/index.html").then(() => "fetched")`, "TypeError"],
        socket: [
          `new Promise((resolve) => { const one = new WebSocket("${origin.replace("http", "ws")}/"); one.onerror = () => resolve("refused"); one.onopen = () => resolve("open"); })`,
          "refused",
        ],
        script: [`importScripts("${origin}/play/page.js")`, "NetworkError"],
        module: [`import(String("${origin}/play/page.js")).then(() => "imported")`, "TypeError"],
        storage: [`indexedDB.open("state")`, "SecurityError"],
        page: [`[typeof parent, typeof document, typeof localStorage].join()`, "undefined,undefined,undefined"],
      };
      for (const [name, [code, seen]] of Object.entries(attempts)) {
        const { output } = await play(withPlugin(attempt(code)));
        expect(output, name).to.contain(`threw an exception while it was loaded: Error: seen: ${seen}\n`);
      }
      // Removes the requests that the policy of the frame refused.
      problems.splice(0);
    });

    it("shows forged results and errors as text", async () => {
      const markup = "<img src=x onerror=alert(1)>";
      const forged = JSON.stringify({ ok: true, diagnostics: [], output: markup });
      expect((await play(withPlugin(`postMessage(${JSON.stringify(forged)});`))).output).to.equal(markup);
      expect((await play(withPlugin(`postMessage("nonsense");`))).output).to.equal("The run ended without a result.");
      const noRecording = `postMessage('{"ok":true,"diagnostics":[],"recording":{"version":1}}');`;
      expect((await play(withPlugin(noRecording))).output).to.contain("The recording cannot be shown");
      expect((await play(withPlugin(`throw new Error("${markup}");`))).output).to.contain(markup);
      expect(await page.locator("img").count()).to.equal(0);
    });

    it("shares a changed example by its address", async () => {
      await play(withPlugin(passThat("")));
      await page.locator('[aria-label="passwright.config.yaml"]').click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("insert: [{ pass: cse, end: true, reason: once more }]");
      await page.locator("#viewer", { hasText: "passwright.config.yaml" }).waitFor();
      const before = page.url();
      await page.locator("#share").click();
      await page.waitForURL((url) => url.href !== before);
      const address = page.url();
      const other = await browser.newPage();
      await other.goto(address);
      await hasStatus(/^Done\.$/, other);
      expect(await other.locator("#editors").innerText()).to.contain("once more");
      await other.close();
    });

    it("reports states that are too large for an address, and damaged addresses", async () => {
      const noise = Array.from({ length: 30_000 }, (_, index) => ((index * 7919) ^ (index >> 3)).toString(36)).join("");
      await play([...withPlugin(passThat("")), ["noise.txt", noise.slice(0, 60_000)]]);
      await page.locator("#share").click();
      await hasStatus(/too large for a link/);
      await page.goto("about:blank");
      await page.goto(`${origin}/play/#1.AAAA`);
      await hasStatus(/^The link is damaged/);
    });
  });
});
