"func.func"() <{function_type = (i32, i64, f32, f64, i1, index, memref<?xf32>, memref<4xi32>) -> (), sym_name = "f"}> ({
^bb0(%a: i32, %l: i64, %f: f32, %d: f64, %c: i1, %i: index, %m: memref<?xf32>, %n: memref<4xi32>):
  "arith.addi"(%a,%a) : (i32,i32)->i32
  "arith.subi"(%a,%a) : (i32,i32)->i32
  "arith.muli"(%a,%a) : (i32,i32)->i32
  "arith.shli"(%a,%a) : (i32,i32)->i32
  "arith.shrsi"(%a,%a) : (i32,i32)->i32
  "arith.shrui"(%a,%a) : (i32,i32)->i32
  "arith.divsi"(%a,%a) : (i32,i32)->i32
  "arith.divui"(%a,%a) : (i32,i32)->i32
  "arith.ceildivsi"(%a,%a) : (i32,i32)->i32
  "arith.floordivsi"(%a,%a) : (i32,i32)->i32
  "arith.addui_extended"(%a,%a) : (i32,i32)->(i32,i1)
  "arith.mulsi_extended"(%a,%a) : (i32,i32)->(i32,i32)
  "arith.trunci"(%l) : (i64)->i32
  "arith.extsi"(%a) : (i32)->i64
  "arith.extui"(%a) : (i32)->i64
  "arith.uitofp"(%a) : (i32)->f32
  "arith.sitofp"(%a) : (i32)->f32
  "arith.fptosi"(%f) : (f32)->i32
  "arith.fptoui"(%f) : (f32)->i32
  "arith.extf"(%f) : (f32)->f64
  "arith.truncf"(%d) : (f64)->f32
  "arith.index_cast"(%a) : (i32)->index
  "arith.index_castui"(%a) : (i32)->index
  "arith.bitcast"(%a) : (i32)->f32
  "arith.addf"(%f,%f) : (f32,f32)->f32
  "arith.divf"(%f,%f) : (f32,f32)->f32
  "arith.negf"(%f) : (f32)->f32
  "arith.maximumf"(%f,%f) : (f32,f32)->f32
  "arith.maxnumf"(%f,%f) : (f32,f32)->f32
  "arith.remf"(%f,%f) : (f32,f32)->f32
  "arith.cmpf"(%f,%f) {predicate = 1 : i64} : (f32,f32)->i1
  "arith.cmpi"(%a,%a) {predicate = 1 : i64} : (i32,i32)->i1
  "arith.select"(%c,%a,%a) : (i1,i32,i32)->i32
  "arith.maxsi"(%a,%a) : (i32,i32)->i32
  "memref.load"(%m,%i) : (memref<?xf32>,index)->f32
  "memref.store"(%f,%m,%i) : (f32,memref<?xf32>,index)->()
  "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : ()->memref<4xf32>
  "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : ()->memref<4xf32>
  "memref.dealloc"(%m) : (memref<?xf32>)->()
  "memref.dim"(%m,%i) : (memref<?xf32>,index)->index
  "memref.copy"(%m,%m) : (memref<?xf32>,memref<?xf32>)->()
  "memref.cast"(%m) : (memref<?xf32>)->memref<4xf32>
  "memref.atomic_rmw"(%f,%m,%i) {kind = 0 : i64}: (f32,memref<?xf32>,index)->f32
  "memref.get_global"() {name = @g}: ()->memref<4xf32>
  "memref.subview"(%m) {operandSegmentSizes = array<i32: 1,0,0,0>, static_offsets = array<i64: 0>, static_sizes=array<i64: 4>, static_strides = array<i64: 1>} : (memref<?xf32>)->memref<4xf32, strided<[1]>>
  "memref.reinterpret_cast"(%m) {operandSegmentSizes = array<i32: 1,0,0,0>, static_offsets = array<i64: 0>, static_sizes=array<i64: 4>, static_strides = array<i64: 1>} : (memref<?xf32>)->memref<4xf32, strided<[1]>>
  "memref.extract_strided_metadata"(%m) : (memref<?xf32>) -> (memref<f32>, index,index,index)
  "memref.collapse_shape"(%n) {reassociation = [[0]]}: (memref<4xi32>)->memref<4xi32>
  "memref.expand_shape"(%n) {reassociation = [[0,1]], static_output_shape = array<i64: 2,2>}: (memref<4xi32>)->memref<2x2xi32>
  "memref.prefetch"(%m,%i) {isWrite=false, localityHint=3:i32,isDataCache=true} : (memref<?xf32>,index)->()
  "memref.assume_alignment"(%m) {alignment = 4 : i32}: (memref<?xf32>)->memref<?xf32>
  "memref.rank"(%m) : (memref<?xf32>)->index
  "memref.extract_aligned_pointer_as_index"(%m) : (memref<?xf32>)->index
  "memref.memory_space_cast"(%m) : (memref<?xf32>)->memref<?xf32, 1>
  "memref.transpose"(%m) {permutation = affine_map<(d0) -> (d0)>} : (memref<?xf32>)->memref<?xf32>
  "memref.realloc"(%m,%i) : (memref<?xf32>,index)->memref<?xf32>
  "scf.for"(%i,%i,%i) ({
  ^bb0(%k: index):
    "scf.yield"() : () -> ()
  }) : (index,index,index) -> ()
  "scf.if"(%c) ({
    "scf.yield"() : () -> ()
  }, {}) : (i1) -> ()
  "scf.parallel"(%i,%i,%i) <{operandSegmentSizes = array<i32: 1,1,1,0>}> ({
  ^bb0(%k: index):
    "scf.reduce"() : () -> ()
  }) : (index,index,index) -> ()
  "scf.while"() ({
    "scf.condition"(%c) : (i1) -> ()
  }, {"scf.yield"() : () -> ()}) : () -> ()
  "scf.execute_region"() ({
    "scf.yield"() : () -> ()
  }) : () -> ()
  "scf.index_switch"(%i) <{cases = array<i64: 1>}> ({
    "scf.yield"() : () -> ()
  },{
    "scf.yield"() : () -> ()
  }) : (index) -> ()
  %u = "ub.poison"() : () -> i32
  "func.call"(%a) {callee = @g} : (i32) -> i32
  %fc = "func.constant"() {value = @f} : () -> ((i32) -> i32)
  "func.call_indirect"(%fc,%a) : ((i32) -> i32, i32) -> i32
  "cf.assert"(%c) {msg = "x"} : (i1) -> ()
  "cf.cond_br"(%c,%a,%a)[^bb1,^bb1] {operandSegmentSizes = array<i32: 1, 1, 1>} : (i1,i32,i32)->()
^bb1(%q: i32):
  "cf.switch"(%a)[^bb3] {case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 0, 0>} : (i32)->()
^bb3:
  "cf.br"()[^bb2] : () -> ()
^bb2:
  "func.return"() : () -> ()
}) : () -> ()
"memref.global"() {sym_name = "gg", type = memref<4xf32>, initial_value} : () -> ()
"builtin.unrealized_conversion_cast"() : () -> i32
