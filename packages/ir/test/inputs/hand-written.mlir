// hand-written custom form
#map = affine_map<(d0) -> (d0 + 1)>
!ty = memref<4xf32>
module @m attributes {a.b = #map, c.d = [1 : i32, 2]} {
  func.func private @decl(!ty, i32 {x.y = "z"}) -> (f32 {r.s}, i1)
  func.func public @pub() { return }
  func.func nested @nest(%a : i32 loc("foo":1:2), %arg0: i32) -> () attributes {k = 1} { return loc("x") }
  func.func @id(%x: index {t.u}) -> index { return %x : index }
  func.func @use(%c: i1, %lb : index, %ub: index, %f: f32, %m: !ty) -> (f32) {
    %c1 = arith.constant 1 : index // one
    %c1_i32 = arith.constant 0x10 : i32
    %t = arith.constant true
    %fl = arith.constant 1.5 : f32
    %h = arith.constant 0x7FC00000 : f32
    %d = arith.constant dense<[1, 2]> : vector<2xi32>
    %v0 = arith.addi %c1_i32, %c1_i32 overflow<nuw, nsw> : i32
    %v1 = arith.mulf %fl, %fl fastmath<nnan, ninf , reassoc> {foo = 1} : f32
    %v2 = arith.mulf %fl, %fl fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> : f32
    %q = arith.cmpi "slt", %c1_i32, %v0 : i32
    %qv = arith.cmpi eq, %d, %d : vector<2xi32>
    %s = arith.select %qv, %d, %d : vector<2xi1>, vector<2xi32>
    %s2 = arith.select %q, %d, %d : vector<2xi32>
    %s3 = arith.shrsi %c1_i32, %c1_i32 exact : i32
    %r:2 = scf.if %c -> (f32, index) {
      scf.yield %f, %lb : f32, index
    } else {
      %z = func.call @id(%lb) : (index) -> index
      scf.yield %f, %z : f32, index
    } {foo}
    scf.if %c { "t.x"(%r#1) : (index) -> () }
    scf.if %c { } else { }
    %loop = scf.for %i = %lb to %ub step %c1 iter_args(%acc = %f) -> f32 {
      %x = memref.load %m[%i] : !ty
      %n = arith.addf %acc, %x : f32
      scf.yield %n : f32
    }
    scf.for %i = %c1_i32 to %v0 step %c1_i32 : i32 { memref.store %f, %m[%c1] : !ty }
    scf.for unsigned %i = %lb to %ub step %c1 { }
    %w:2 = scf.while (%a = %f, %b = %c1_i32) : (f32, i32) -> (f32, i32) {
      scf.condition(%c) %a, %b : f32, i32
    } do {
    ^bb0(%a: f32, %b: i32):
      scf.yield %a, %b : f32, i32
    }
    scf.while : () -> () { scf.condition(%c) } do { scf.yield }
    scf.parallel (%i, %j) = (%lb, %lb) to (%ub, %ub) step (%c1, %c1) { }
    %red = scf.parallel (%i) = (%lb) to (%ub) step (%c1) init (%f) -> f32 {
      scf.reduce(%f : f32) {
      ^bb0(%a: f32, %b: f32):
        %y = arith.addf %a, %b : f32
        scf.reduce.return %y : f32
      }
    }
    scf.forall (%i, %j) in (4, %ub) { }
    scf.forall (%i) = (0) to (%ub) step (1) { scf.forall.in_parallel {} } {mapping = [#gpu.thread<x>]}
    %sw = scf.index_switch %lb -> i32 case 1 { scf.yield %v0 : i32 } case -2 { scf.yield %v0 : i32 } default { scf.yield %v0 : i32 }
    scf.execute_region { cf.br ^x ^x: scf.yield }
    %e = scf.execute_region -> i32 no_inline { scf.yield %v0 : i32 }
    %fc = func.constant @id : (index) -> index
    %ind = func.call_indirect %fc(%lb) : (index) -> index
    %ind2 = call_indirect %fc(%lb) : (index) -> index
    %p = ub.poison : i32
    %p2 = ub.poison <#ub.poison> : f32
    %cast = builtin.unrealized_conversion_cast %v0 : i32 to !foo.bar
    %g = "arith.addi"(%v0, %v0) : (i32, i32) -> i32
    %al = memref.alloc(%lb) {alignment = 8} : memref<?xi32>
    %dm = memref.dim %al, %c1 : memref<?xi32>
    %sv = memref.subview %m[%lb] [2] [1] : !ty to memref<2xf32, strided<[1], offset: ?>>
    %ca = memref.cast %al : memref<?xi32> to memref<*xi32>
    memref.dealloc %al : memref<?xi32>
    %gg = memref.get_global @glob : memref<2xi32>
    cf.assert %c, "msg" {x}
    cf.cond_br %c weights([1, 2]), ^a(%f : f32), ^b
  ^a(%af: f32):
    cf.switch %v0 : i32, [default: ^b, 1: ^a(%f : f32), -5: ^b]
  ^b:
    %mm = "t.region"() ({ %zz = arith.constant 3 : i8
       "t.end"(%zz) : (i8) -> () }) : () -> f32
    return %mm : f32
  }
  memref.global "private" constant @glob : memref<2xi32> = dense<[1, 2]> {alignment = 16}
  memref.global @ext : memref<2xi32>
  memref.global @unin : memref<2xi32> = uninitialized
  func.func @nested_switches(%a: index) {
    scf.index_switch %a
    case 1 {
      scf.index_switch %a
      case -5 { scf.yield }
      case 6 { scf.yield }
      default { }
      scf.yield
    }
    case 2 { scf.yield }
    default { }
    scf.index_switch %a {cases = array<i64: 7>}
    case 1 { scf.yield }
    default { }
    return
  }
  func.func @constant_bounds(%n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.forall (%i, %j) = (%c0, 0) to (%n, 4) step (1, %c1) { }
    scf.forall (%i) = (%c1) to (%n) step (%c1) { }
    scf.forall (%i) = (%n) to (%n) step (%c1) { }
    return
  }
  module { func.func @inner() { return } }
  builtin.module @named { }
}
