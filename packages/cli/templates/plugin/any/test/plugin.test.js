import { describeFiles, describePlugin } from "@passwright/testing";
import plugin from "template-package";

// What others have to be able to rely on: a test for each promise. The manifest in package.json is compared with the code.
describePlugin({ plugin: new URL("..", import.meta.url) });

// Every .mlir file here: its pipeline is run, and the result compared with its CHECK lines.
describeFiles(new URL(".", import.meta.url), { passes: [plugin] });
