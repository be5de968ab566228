import { describeNewForTool } from "./new-for-tool.ts";

describeNewForTool("js");
