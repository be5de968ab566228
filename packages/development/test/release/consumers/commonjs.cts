// A CommonJS consumer that calls `require` with ES modules. Node supports this since 20.19, and TypeScript since 5.8.
import core = require("@passwright/core");
import sdk = require("@passwright/sdk");

const pass: core.PassDefinition<object> = sdk.definePass({ name: "typed", runOnOperation(_op: object) {} });
export = pass;
