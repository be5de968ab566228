// Builds the page into bundle/: the script page.js, the style page.css, and the template page.html. Skips the build if
// no input has changed.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = dirname(fileURLToPath(import.meta.url));
const out = join(folder, "bundle");
/** Cache file for the last build. The file is not in bundle/, because the build of the packages empties bundle/. */
const cache = join(folder, "dist", "page-build.json");

/** Returns a hash of all inputs of the page: its sources, the packages that it uses, and this file. */
function inputHash() {
  const hash = createHash("sha256");
  const root = join(folder, "../..");
  const packages = ["builder", "core"].map((name) => join(root, "packages", name, "dist"));
  for (const path of [join(folder, "src"), ...packages]) {
    for (const name of readdirSync(path, { recursive: true, encoding: "utf8" }).sort()) {
      if (/\.(tsx?|js|css)$/.test(name) && !name.endsWith(".d.ts"))
        hash.update(name).update(readFileSync(join(path, name)));
    }
  }
  for (const path of [fileURLToPath(import.meta.url), join(folder, "package.json")]) hash.update(readFileSync(path));
  return hash.digest("hex");
}

/** Returns the page without its script and style. The content security policy allows only `script`. */
function pageOf(script) {
  const hash = createHash("sha256").update(script).digest("base64");
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    "style-src 'unsafe-inline'",
    "img-src data:",
    "connect-src CONNECT",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title><!--title--></title>
<style>html, body { margin: 0; height: 100%; }
<!--style--></style>
</head>
<body>
<div id="passwright-view"></div>
<!--recording-->
<script type="module"><!--script--></script>
</body>
</html>
`;
}

/**
 * Builds the page with Vite. Vite does not remove the white space of libraries, so this function minifies the script of
 * page.html again.
 */
async function build() {
  const [{ build: buildWith }, { transform }] = await Promise.all([import("vite"), import("esbuild")]);
  const alias = ["core", "builder"].map((name) => ({
    find: `@passwright/${name}`,
    replacement: join(folder, "..", name, "dist", "index.js"),
  }));
  const { output } = [
    await buildWith({
      root: folder,
      configFile: false,
      logLevel: "warn",
      resolve: { alias },
      esbuild: { jsx: "automatic", jsxImportSource: "preact", legalComments: "none" },
      build: {
        write: false,
        target: "es2022",
        minify: "esbuild",
        lib: {
          entry: join(folder, "src/page/index.tsx"),
          formats: ["es"],
          fileName: () => "page.js",
          cssFileName: "page",
        },
        rollupOptions: { treeshake: { moduleSideEffects: (id) => !/packages\/(core|builder)\//.test(id) } },
      },
    }),
  ].flat()[0];
  const chunk = output.find(({ type }) => type === "chunk");
  const style = String(output.find(({ fileName }) => fileName.endsWith(".css")).source);
  const { code } = await transform(chunk.code, { minify: true, format: "esm", target: "es2022" });
  const styles = await transform(style, { minify: true, loader: "css" });
  // Escapes the script, so that an HTML page can contain it.
  const script = `${code.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--")}\n`;
  const files = { "page.js": script, "page.css": styles.code, "page.html": pageOf(script) };
  return { files, modules: chunk.moduleIds.filter((id) => id.includes("node_modules")) };
}

/** Writes the page into bundle/. Returns the paths of the third-party modules that the page contains. */
export async function buildPage() {
  const hash = inputHash();
  const known = existsSync(cache) ? JSON.parse(readFileSync(cache, "utf8")) : {};
  const built = known.hash === hash ? known : { hash, ...(await build()) };
  if (built !== known) writeFileSync(cache, JSON.stringify(built));
  mkdirSync(out, { recursive: true });
  for (const [name, text] of Object.entries(built.files)) writeFileSync(join(out, name), text);
  return built.modules;
}
