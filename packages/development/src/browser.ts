import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { findProgram } from "./mlir-opt.ts";
import { makeTemporaryFolder } from "./temporary-folder.ts";

/** A page that runs one script. */
export interface Page {
  /** Text of an ES module. */
  readonly script: string;
  /** The `Content-Security-Policy` of the page. */
  readonly policy: string;
}

/** Finds Chromium: `$PASSWRIGHT_CHROMIUM`, else a usual name on the PATH. */
export function findBrowser(): string | undefined {
  return findProgram("PASSWRIGHT_CHROMIUM", ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]);
}

/** `describe` for a suite that needs a browser. Without one its tests are skipped; with CI=true they fail. */
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
 * `document.querySelector("pre").textContent = …`. Errors that the script does not catch and violations of the policy are
 * written there as well.
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
  try {
    const html = await domOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const [, text] = /<pre>([^]*)<\/pre>/.exec(html) ?? [];
    if (text === undefined) throw new Error(`the page has no <pre>:\n${html}`);
    return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&nbsp;", "\u00a0").replaceAll("&amp;", "&");
  } finally {
    server.close();
  }
}

const HTML =
  '<!doctype html><pre></pre><script src="report.js"></script><script type="module" src="script.js"></script>\n';

const REPORT = `const write = (text) => document.querySelector("pre").append(text + "\\n");
addEventListener("error", ({ message }) => write("uncaught: " + message));
addEventListener("unhandledrejection", ({ reason }) => write("uncaught: " + reason));
addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => write("blocked: " + effectiveDirective + " " + blockedURI));
`;

/** Without a sandbox: containers run tests as root, and the page is trusted. */
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"];

const SECONDS = 120;

function domOf(url: string): Promise<string> {
  const folder = makeTemporaryFolder();
  const browser = findBrowser();
  if (browser === undefined) throw new Error("there is no browser");
  return new Promise((resolve, reject) => {
    const child = spawn(browser, [...FLAGS, `--user-data-dir=${join(folder, "profile")}`, "--dump-dom", url], {
      stdio: ["ignore", "pipe", "pipe"],
      timeout: SECONDS * 1000,
      killSignal: "SIGKILL",
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (code === 0) resolve(Buffer.concat(out).toString());
      else reject(new Error(`the browser ended with ${code ?? signal}:\n${Buffer.concat(err).toString()}`));
    });
  });
}
