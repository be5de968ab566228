import { describeReadme } from "@passwright/test-support";
import { output } from "./readme-example.ts";

describeReadme(import.meta.url, output);
