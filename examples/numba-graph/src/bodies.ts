/**
 * Python bodies of numpy functions, in the form that the frontend generates: an operator is a call, a branch has blocks
 * as targets, and other numpy functions are called by name. Integers represent arrays.
 */
export const BODIES: { readonly [name: string]: string } = {
  "numpy.norm": `
    func.func private @numpy.norm(%x: i64, %y: i64) -> i64 {
      %limit = arith.constant 100 : i64
      %square = call @numpy.hypot2(%x, %y) : (i64, i64) -> i64
      %clipped = call @numpy.minimum(%square, %limit) : (i64, i64) -> i64
      return %clipped : i64
    }`,
  "numpy.hypot2": `
    func.func private @numpy.hypot2(%x: i64, %y: i64) -> i64 {
      %0 = call @numpy.square(%x) : (i64) -> i64
      %1 = call @numpy.square(%y) : (i64) -> i64
      %2 = call @operator.add(%0, %1) : (i64, i64) -> i64
      return %2 : i64
    }`,
  "numpy.square": `
    func.func private @numpy.square(%x: i64) -> i64 {
      %0 = call @operator.mul(%x, %x) : (i64, i64) -> i64
      return %0 : i64
    }`,
  "numpy.minimum": `
    func.func private @numpy.minimum(%x: i64, %y: i64) -> i64 {
      %0 = call @operator.lt(%x, %y) : (i64, i64) -> i1
      cf.cond_br %0, ^then, ^else
    ^then:
      cf.br ^join(%x : i64)
    ^else:
      cf.br ^join(%y : i64)
    ^join(%result: i64):
      return %result : i64
    }`,
};

/** Declarations of numpy functions, and of the functions that represent Python's operators. */
export const DECLARATIONS: { readonly [name: string]: string } = {
  "operator.add": "func.func private @operator.add(i64, i64) -> i64",
  "operator.mul": "func.func private @operator.mul(i64, i64) -> i64",
  "operator.lt": "func.func private @operator.lt(i64, i64) -> i1",
  "numpy.norm": "func.func private @numpy.norm(i64, i64) -> i64",
  "numpy.hypot2": "func.func private @numpy.hypot2(i64, i64) -> i64",
  "numpy.square": "func.func private @numpy.square(i64) -> i64",
  "numpy.minimum": "func.func private @numpy.minimum(i64, i64) -> i64",
};
