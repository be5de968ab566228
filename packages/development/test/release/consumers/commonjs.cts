// A CommonJS consumer: Node requires ES modules since 20.19, and TypeScript has the types of that since 5.8.
import core = require("@passwright/core");
import sdk = require("@passwright/sdk");

const pass: core.PassDefinition<object> = sdk.definePass({ name: "typed", runOnOperation(_op: object) {} });
export = pass;
