import { describeReadme } from "@passwright/development";
import { output } from "./readme-example.ts";

describeReadme(import.meta.url, output);
