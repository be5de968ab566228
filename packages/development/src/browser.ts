import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { findProgram } from "./mlir-opt.ts";

/** A page that runs one script. */
export interface Page {
  /** Text of an ES module. */
  readonly script: string;
  /** `Content-Security-Policy` of the page. */
  readonly policy: string;
}

/** Finds Chromium. Uses `$PASSWRIGHT_CHROMIUM`, or searches the PATH for the usual names. */
export function findBrowser(): string | undefined {
  return findProgram("PASSWRIGHT_CHROMIUM", ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]);
}

/** Defines a suite that needs a browser. Without a browser, the tests are skipped, or fail if CI=true is set. */
export function describeInBrowser(title: string, body: () => void): void {
  if (findBrowser() !== undefined) {
    describe(title, body);
    return;
  }
  const inCi = process.env["CI"] === "true";
  describe(`${title} (${inCi ? "failed" : "skipped"}: no Chromium found)`, () => {
    before(function () {
      if (inCi) throw new Error("CI=true, but Chromium is not on the PATH and PASSWRIGHT_CHROMIUM is not set");
      this.skip();
    });
    body();
  });
}

/**
 * Loads a page in a headless browser and returns the text of its `<pre>`, which the script writes with
 * `document.querySelector("pre").textContent = …`. The `<pre>` also contains errors that the script does not catch, and
 * violations of the policy.
 */
export async function textOfPage({ script, policy }: Page): Promise<string> {
  const files = new Map([
    ["/", { type: "text/html; charset=utf-8", text: HTML }],
    ["/report.js", { type: "text/javascript", text: REPORT }],
    ["/script.js", { type: "text/javascript", text: script }],
  ]);
  const server = createServer(({ url = "" }, response) => {
    const file = files.get(url);
    if (file === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": file.type, "content-security-policy": policy }).end(file.text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return (await page.textContent("pre")) ?? "";
  } finally {
    await browser.close();
    server.close();
  }
}

/**
 * Starts a headless browser. Does not use a sandbox, because containers run tests as root and the pages are trusted.
 */
export async function openBrowser(): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error("there is no browser");
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

const HTML =
  '<!doctype html><pre></pre><script src="report.js"></script><script type="module" src="script.js"></script>\n';

const REPORT = `const write = (text) => document.querySelector("pre").append(text + "\\n");
addEventListener("error", ({ message }) => write("uncaught: " + message));
addEventListener("unhandledrejection", ({ reason }) => write("uncaught: " + reason));
addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => write("blocked: " + effectiveDirective + " " + blockedURI));
`;
