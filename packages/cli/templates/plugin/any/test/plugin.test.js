import { describeFiles, describePlugin } from "@passwright/testing";
import plugin from "template-package";

// Checks the guarantees that users rely on, and compares the manifest with the code.
describePlugin({ plugin: new URL("..", import.meta.url) });

// Runs the pipeline of each .mlir file in this folder, and compares the result with its CHECK lines.
describeFiles(new URL(".", import.meta.url), { passes: [plugin] });
