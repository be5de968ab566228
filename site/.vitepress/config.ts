import { readFileSync } from "node:fs";
import { join } from "node:path/posix";
import { defineConfig } from "vitepress";
import { mlirGrammar } from "./mlir-grammar.ts";
import { LEFT_OUT, pageOf, REPOSITORY, ROOT, slugOf, sourceOf, targetOf } from "./pages.ts";
import { linkToPlayground } from "./playground-links.ts";
import { sidebar } from "./sidebar.ts";

/** First paragraph of the README, without line breaks. */
const [, about = ""] = /^# .*\n\n([^]*?)\n\n/.exec(readFileSync(join(ROOT, "README.md"), "utf8")) ?? [];
const sentences = about.replaceAll("\n", " ").split(/(?<=\.) /);

const base = process.env["SITE_BASE"] ?? "/";

export default defineConfig({
  title: "Passwright",
  description: sentences[0] ?? "",
  base,
  srcDir: ROOT,
  srcExclude: [...LEFT_OUT],
  outDir: "dist",
  cleanUrls: true,
  rewrites: pageOf,
  markdown: {
    languages: [mlirGrammar],
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    anchor: { slugify: slugOf },
    config(markdown) {
      // Disables templates (`v-pre`), because `{{` is text in these pages.
      const render = markdown.render.bind(markdown);
      markdown.render = (...page) => `<div v-pre>${render(...page)}</div>`;
      linkToPlayground(markdown, base);
      markdown.core.ruler.push("links-to-files", ({ tokens, env }) => {
        const from = sourceOf(env);
        for (const { children } of tokens)
          for (const token of children ?? []) {
            const link = token.attrGet("href");
            if (token.type === "link_open" && link !== null && !/^(?:[a-z]+:|#|\/)/.test(link))
              token.attrSet("href", targetOf(link, from));
          }
      });
    },
  },
  transformPageData(page) {
    // Error pages do not have a link for editing, because `npm run docs` generates them.
    if (page.filePath.startsWith("docs/errors/")) return { frontmatter: { editLink: false } };
    if (page.filePath !== "README.md") return undefined;
    return {
      frontmatter: {
        layout: "home",
        hero: {
          name: "Passwright",
          text: "Passes in the middle of other people's pipelines",
          tagline: sentences.slice(0, 2).join(" "),
          actions: [
            { theme: "brand", text: "Documentation", link: "/documentation" },
            { theme: "alt", text: "Try it in the playground", link: "/play/index.html", target: "_self" },
          ],
        },
        features: [
          {
            title: "Assemble a pipeline",
            details:
              "A config names a framework and plugins. Each step of the plan has its contributor and its reason.",
            link: "/tutorials/pipeline-assembler",
          },
          {
            title: "Write a plugin",
            details: "Declare passes and their positions by pass, type or extension point. Load order has no effect.",
            link: "/tutorials/plugin-author",
          },
          {
            title: "Let others extend your compiler",
            details: "Connect your own IR, an AST or MLIR, with one adapter, and declare extension points.",
            link: "/tutorials/framework-author",
          },
        ],
      },
    };
  },
  themeConfig: {
    nav: [
      { text: "Documentation", link: "/documentation" },
      { text: "Errors", link: "/errors/" },
      { text: "Playground", link: "/play/index.html", target: "_self" },
      { text: "API", link: "/api/index.html", target: "_self" },
    ],
    sidebar,
    outline: [2, 3],
    socialLinks: [{ icon: "github", link: REPOSITORY }],
    editLink: { pattern: `${REPOSITORY}/edit/main/:path`, text: "Edit this page" },
    search: {
      provider: "local",
      options: {
        detailedView: true,
        // Ranks the guides first, because readers search for the many short error pages by error code.
        miniSearch: {
          searchOptions: { boostDocument: (id: string) => (/\/errors\/|\/changelog/.test(id) ? 0.3 : 1) },
        },
        // Renders pages for the search index without syntax highlighting, which would take half of the time.
        _render(source, env, markdown) {
          const { highlight } = markdown.options;
          markdown.options.highlight = null;
          try {
            return markdown.render(source, env);
          } finally {
            markdown.options.highlight = highlight;
          }
        },
      },
    },
    footer: { message: "Licence: Apache-2.0" },
  },
});
