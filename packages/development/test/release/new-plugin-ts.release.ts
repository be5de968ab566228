import { describeNewPlugin } from "./new-plugin.ts";

describeNewPlugin("ts");
