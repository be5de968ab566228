// Builds the playground: static files that can be served from any folder of a web server.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));

const shared = {
  absWorkingDir: here,
  bundle: true,
  minify: true,
  platform: "browser",
  target: "es2022",
  logLevel: "warning",
  legalComments: "none",
};

/** Writes the files of the playground. */
export async function buildPlayground(out) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  await Promise.all([
    build({
      ...shared,
      entryPoints: ["page/main.ts"],
      outfile: join(out, "page.js"),
      format: "esm",
      // Uses the source of the viewer instead of its bundle, so that the viewer and the editors share one copy of
      // CodeMirror.
      alias: { "@passwright/viewer/page": join(here, "../../packages/viewer/src/page/index.tsx") },
      jsx: "automatic",
      jsxImportSource: "preact",
    }),
    build({
      ...shared,
      entryPoints: ["engine/worker.ts"],
      outfile: join(out, "engine.js"),
      format: "iife",
      // Keeps the names of functions, because error messages show them.
      keepNames: true,
      alias: {
        "node:path": "path-browserify",
        "passwright-plugin-svg-a11y": join(here, "../../examples/svg/plugins/a11y/index.js"),
      },
    }),
  ]);
  const read = (file) => readFileSync(join(here, file), "utf8");
  const frame = read("frame.html").replace("FRAME_SCRIPT", () => read("frame.js"));
  const [, script = ""] = /<script type="module">([^]*)<\/script>/.exec(frame) ?? [];
  const hash = createHash("sha256").update(script).digest("base64");
  writeFileSync(join(out, "frame.html"), frame.replace("sha256-FRAME", `sha256-${hash}`));
  cpSync(join(here, "index.html"), join(out, "index.html"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPlayground(join(here, "../dist/play"));
