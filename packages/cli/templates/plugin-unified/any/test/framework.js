import { unifiedFramework } from "@passwright/unified";
import rehypeSlug from "rehype-slug";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";

/** A Markdown renderer, which is usually written as `unified().use(…)`. */
export default unifiedFramework([remarkParse, remarkGfm, remarkRehype, rehypeSlug, rehypeStringify]);
