import { unifiedFramework } from "@passwright/unified";
import rehypeSlug from "rehype-slug";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";

/** Framework with the default plugins of a Markdown renderer. */
export default unifiedFramework([remarkParse, remarkGfm, remarkRehype, rehypeSlug, rehypeStringify]);
