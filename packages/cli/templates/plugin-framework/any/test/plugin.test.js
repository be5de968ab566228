import { readFileSync } from "node:fs";
import { describePlugin } from "@passwright/testing";

const example = readFileSync(new URL("template-example", import.meta.url), "utf8");

// Checks the guarantees that users rely on, and compares the manifest with the code.
describePlugin({ plugin: new URL("..", import.meta.url), framework: "template-host", inputs: [example] });
