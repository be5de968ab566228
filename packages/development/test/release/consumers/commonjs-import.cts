// A CommonJS consumer that imports ES modules, which every version of TypeScript types.
async function passNames(): Promise<readonly string[]> {
  const { definePass } = await import("@passwright/sdk");
  const { mlir } = await import("@passwright/ir");
  const pass = definePass({ name: "typed", runOnOperation(_op: object) {} });
  return [pass.create().declaration.name, mlir.name];
}
export = passNames;
