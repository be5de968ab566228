%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r = "arith.addi"(%a, %b) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
// -----
%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r = "arith.subi"(%a, %b) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
// -----
%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r = "arith.muli"(%a, %b) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
// -----
%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r = "arith.shli"(%a, %b) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
// -----
%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r = "arith.shrsi"(%a, %b) <{isExact}> : (i32, i32) -> i32
// -----
%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r = "arith.shrui"(%a, %b) <{isExact}> : (i32, i32) -> i32
// -----
%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r = "arith.divsi"(%a, %b) <{isExact}> : (i32, i32) -> i32
// -----
%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r = "arith.divui"(%a, %b) <{isExact}> : (i32, i32) -> i32
// -----
%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r = "arith.ceildivsi"(%a, %b) : (i32, i32) -> i32
// -----
%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r = "arith.ceildivui"(%a, %b) : (i32, i32) -> i32
// -----
%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r = "arith.floordivsi"(%a, %b) : (i32, i32) -> i32
// -----
%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r = "arith.remsi"(%a, %b) : (i32, i32) -> i32
// -----
%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r = "arith.remui"(%a, %b) : (i32, i32) -> i32
// -----
%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r = "arith.andi"(%a, %b) : (i32, i32) -> i32
// -----
%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r = "arith.ori"(%a, %b) : (i32, i32) -> i32
// -----
%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r = "arith.xori"(%a, %b) : (i32, i32) -> i32
// -----
%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r = "arith.maxsi"(%a, %b) : (i32, i32) -> i32
// -----
%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r = "arith.maxui"(%a, %b) : (i32, i32) -> i32
// -----
%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r = "arith.minsi"(%a, %b) : (i32, i32) -> i32
// -----
%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r = "arith.minui"(%a, %b) : (i32, i32) -> i32
// -----
%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r:2 = "arith.addui_extended"(%a, %b) : (i32, i32) -> (i32, i1)
// -----
%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r:2 = "arith.mulsi_extended"(%a, %b) : (i32, i32) -> (i32, i32)
// -----
%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r:2 = "arith.mului_extended"(%a, %b) : (i32, i32) -> (i32, i32)
// -----
%a = "t.v"() : () -> f32
%b = "t.v"() : () -> f32
%r = "arith.addf"(%a, %b) <{fastmath = #arith.fastmath<nnan>}> : (f32, f32) -> f32
// -----
%a = "t.v"() : () -> f32
%b = "t.v"() : () -> f32
%r = "arith.subf"(%a, %b) <{fastmath = #arith.fastmath<nnan>}> : (f32, f32) -> f32
// -----
%a = "t.v"() : () -> f32
%b = "t.v"() : () -> f32
%r = "arith.mulf"(%a, %b) <{fastmath = #arith.fastmath<nnan>}> : (f32, f32) -> f32
// -----
%a = "t.v"() : () -> f32
%b = "t.v"() : () -> f32
%r = "arith.divf"(%a, %b) <{fastmath = #arith.fastmath<nnan>}> : (f32, f32) -> f32
// -----
%a = "t.v"() : () -> f32
%b = "t.v"() : () -> f32
%r = "arith.remf"(%a, %b) <{fastmath = #arith.fastmath<nnan>}> : (f32, f32) -> f32
// -----
%a = "t.v"() : () -> f32
%b = "t.v"() : () -> f32
%r = "arith.maximumf"(%a, %b) <{fastmath = #arith.fastmath<nnan>}> : (f32, f32) -> f32
// -----
%a = "t.v"() : () -> f32
%b = "t.v"() : () -> f32
%r = "arith.maxnumf"(%a, %b) <{fastmath = #arith.fastmath<nnan>}> : (f32, f32) -> f32
// -----
%a = "t.v"() : () -> f32
%b = "t.v"() : () -> f32
%r = "arith.minimumf"(%a, %b) <{fastmath = #arith.fastmath<nnan>}> : (f32, f32) -> f32
// -----
%a = "t.v"() : () -> f32
%b = "t.v"() : () -> f32
%r = "arith.minnumf"(%a, %b) <{fastmath = #arith.fastmath<nnan>}> : (f32, f32) -> f32
// -----
%a = "t.v"() : () -> f32
%r = "arith.negf"(%a) <{fastmath = #arith.fastmath<nnan>}> : (f32) -> f32
// -----
%a = "t.v"() : () -> i8
%r = "arith.extsi"(%a) : (i8) -> i32
// -----
%a = "t.v"() : () -> i8
%r = "arith.extui"(%a) : (i8) -> i32
// -----
%a = "t.v"() : () -> i32
%r = "arith.trunci"(%a) <{overflowFlags = #arith.overflow<nsw>}> : (i32) -> i8
// -----
%a = "t.v"() : () -> f32
%r = "arith.extf"(%a) <{fastmath = #arith.fastmath<nnan>}> : (f32) -> f64
// -----
%a = "t.v"() : () -> f32
%r = "arith.truncf"(%a) <{fastmath = #arith.fastmath<nnan>, roundingmode = 1 : i32}> : (f32) -> f16
// -----
%a = "t.v"() : () -> f8E4M3FN
%b = "t.v"() : () -> f8E8M0FNU
%r = "arith.scaling_extf"(%a, %b) <{fastmath = #arith.fastmath<nnan>}> : (f8E4M3FN, f8E8M0FNU) -> f32
// -----
%a = "t.v"() : () -> f32
%b = "t.v"() : () -> f8E8M0FNU
%r = "arith.scaling_truncf"(%a, %b) <{fastmath = #arith.fastmath<nnan>, roundingmode = 1 : i32}> : (f32, f8E8M0FNU) -> f8E4M3FN
// -----
%a = "t.v"() : () -> i32
%r = "arith.sitofp"(%a) : (i32) -> f32
// -----
%a = "t.v"() : () -> i32
%r = "arith.uitofp"(%a) : (i32) -> f32
// -----
%a = "t.v"() : () -> f32
%r = "arith.fptosi"(%a) : (f32) -> i32
// -----
%a = "t.v"() : () -> f32
%r = "arith.fptoui"(%a) : (f32) -> i32
// -----
%a = "t.v"() : () -> i32
%r = "arith.index_cast"(%a) : (i32) -> index
// -----
%a = "t.v"() : () -> i32
%r = "arith.index_castui"(%a) : (i32) -> index
// -----
%a = "t.v"() : () -> i32
%r = "arith.bitcast"(%a) : (i32) -> f32
// -----
%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r = "arith.cmpi"(%a, %b) <{predicate = 3 : i64}> : (i32, i32) -> i1
// -----
%a = "t.v"() : () -> f32
%b = "t.v"() : () -> f32
%r = "arith.cmpf"(%a, %b) <{fastmath = #arith.fastmath<nnan>, predicate = 3 : i64}> : (f32, f32) -> i1
// -----
%c = "t.v"() : () -> i1
%a = "t.v"() : () -> i32
%b = "t.v"() : () -> i32
%r = "arith.select"(%c, %a, %b) : (i1, i32, i32) -> i32
// -----
%r = "arith.constant"() <{value = 1 : i32}> : () -> i32
// -----
%r = "arith.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
// -----
"builtin.module"() <{sym_name = "m", sym_visibility = "private"}> ({
^bb0:
}) : () -> ()
// -----
%a = "t.v"() : () -> i32
%r = "builtin.unrealized_conversion_cast"(%a) : (i32) -> f32
// -----
"func.func"() <{function_type = (i1) -> (), sym_name = "f"}> ({
^bb0(%a: i1):
"cf.assert"(%a) <{msg = "m"}> : (i1) -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (i1) -> (), sym_name = "f"}> ({
^bb0(%a: i1):
"cf.br"(%a)[^bb1] : (i1) -> ()
^bb1(%x: i1):
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (i1) -> (), sym_name = "f"}> ({
^bb0(%a: i1):
"cf.cond_br"(%a, %a, %a)[^bb1, ^bb1] <{branch_weights = array<i32: 1, 2>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (i1, i1, i1) -> ()
^bb1(%x: i1):
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
^bb0(%a: i32):
"cf.switch"(%a, %a, %a, %a)[^bb1, ^bb1, ^bb1] <{case_operand_segments = array<i32: 1, 1>, case_values = dense<[1, 2]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 1, 2>}> : (i32, i32, i32, i32) -> ()
^bb1(%x: i32):
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
^bb0(%a: i32):
"cf.switch"(%a)[^bb1] <{case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{arg_attrs = [{t.a}], function_type = (i32) -> i32, no_inline, res_attrs = [{t.b}], sym_name = "f", sym_visibility = "private"}> ({
}) : () -> ()
// -----
"func.func"() <{arg_attrs = [{t.a}], function_type = (i32) -> i32, res_attrs = [{t.b}], sym_name = "g"}> ({
^bb0(%a: i32):
%r = "func.call"(%a) <{arg_attrs = [{t.a}], callee = @g, no_inline, res_attrs = [{t.b}]}> : (i32) -> i32
"func.return"(%r) : (i32) -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (i32) -> i32, sym_name = "g"}> ({
^bb0(%a: i32):
%c = "func.constant"() <{value = @g}> : () -> ((i32) -> i32)
%r = "func.call_indirect"(%c, %a) <{arg_attrs = [{t.a}], res_attrs = [{t.b}]}> : ((i32) -> i32, i32) -> i32
"func.return"(%r) : (i32) -> ()
}) : () -> ()
// -----
%n = "t.v"() : () -> index
%r = "memref.alloc"(%n) <{alignment = 8 : i64, operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<?xf32>
// -----
%n = "t.v"() : () -> index
%r = "memref.alloc"(%n, %n) <{operandSegmentSizes = array<i32: 1, 1>}> : (index, index) -> memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
^bb0:
%n = "t.v"() : () -> index
%r = "memref.alloca"(%n) <{alignment = 8 : i64, operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<?xf32>
"func.return"() : () -> ()
}) : () -> ()
// -----
%r = "memref.alloca_scope"() ({
%0 = "t.v"() : () -> i32
"memref.alloca_scope.return"(%0) : (i32) -> ()
}) : () -> i32
// -----
%m = "t.v"() : () -> memref<4xf32>
%r = "memref.assume_alignment"(%m) <{alignment = 8 : i32}> : (memref<4xf32>) -> memref<4xf32>
// -----
%v = "t.v"() : () -> f32
%m = "t.v"() : () -> memref<4xf32>
%i = "t.v"() : () -> index
%r = "memref.atomic_rmw"(%v, %m, %i) <{kind = 0 : i64}> : (f32, memref<4xf32>, index) -> f32
// -----
%m = "t.v"() : () -> memref<4xf32>
%i = "t.v"() : () -> index
%r = "memref.generic_atomic_rmw"(%m, %i) ({
^bb0(%c: f32):
"memref.atomic_yield"(%c) : (f32) -> ()
}) : (memref<4xf32>, index) -> f32
// -----
%m = "t.v"() : () -> memref<4xf32>
%r = "memref.cast"(%m) : (memref<4xf32>) -> memref<?xf32>
// -----
%m = "t.v"() : () -> memref<2x3x4xf32>
%r = "memref.collapse_shape"(%m) <{reassociation = [[0, 1], [2]]}> : (memref<2x3x4xf32>) -> memref<6x4xf32>
// -----
%m = "t.v"() : () -> memref<6x4xf32>
%r = "memref.expand_shape"(%m) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 2, 3, 4>}> : (memref<6x4xf32>) -> memref<2x3x4xf32>
// -----
%m = "t.v"() : () -> memref<?xf32>
%n = "t.v"() : () -> index
%r = "memref.expand_shape"(%m, %n) <{reassociation = [[0, 1]], static_output_shape = array<i64: -9223372036854775808, 3>}> : (memref<?xf32>, index) -> memref<?x3xf32>
// -----
%m = "t.v"() : () -> memref<4xf32>
%k = "t.v"() : () -> memref<?xf32>
"memref.copy"(%m, %k) : (memref<4xf32>, memref<?xf32>) -> ()
// -----
%m = "t.v"() : () -> memref<4xf32>
"memref.dealloc"(%m) : (memref<4xf32>) -> ()
// -----
%m = "t.v"() : () -> memref<4xf32>
%i = "t.v"() : () -> index
%r = "memref.dim"(%m, %i) : (memref<4xf32>, index) -> index
// -----
%m = "t.v"() : () -> memref<4xf32>
%k = "t.v"() : () -> memref<?xf32>
%r:2 = "memref.distinct_objects"(%m, %k) : (memref<4xf32>, memref<?xf32>) -> (memref<4xf32>, memref<?xf32>)
// -----
%m = "t.v"() : () -> memref<4xf32>
%k = "t.v"() : () -> memref<8xf32, 1>
%t = "t.v"() : () -> memref<1xi32>
%i = "t.v"() : () -> index
"memref.dma_start"(%m, %i, %k, %i, %i, %t, %i) : (memref<4xf32>, index, memref<8xf32, 1>, index, index, memref<1xi32>, index) -> ()
// -----
%t = "t.v"() : () -> memref<1xi32>
%i = "t.v"() : () -> index
"memref.dma_wait"(%t, %i, %i) : (memref<1xi32>, index, index) -> ()
// -----
%m = "t.v"() : () -> memref<4xf32>
%r = "memref.extract_aligned_pointer_as_index"(%m) : (memref<4xf32>) -> index
// -----
%m = "t.v"() : () -> memref<4xf32>
%r:4 = "memref.extract_strided_metadata"(%m) : (memref<4xf32>) -> (memref<f32>, index, index, index)
// -----
"memref.global"() <{alignment = 8 : i64, constant, initial_value = dense<1.0> : tensor<4xf32>, sym_name = "g", sym_visibility = "private", type = memref<4xf32>}> : () -> ()
%r = "memref.get_global"() <{name = @g}> : () -> memref<4xf32>
// -----
%m = "t.v"() : () -> memref<4xf32>
%i = "t.v"() : () -> index
%r = "memref.load"(%m, %i) <{alignment = 8 : i64, nontemporal = true}> : (memref<4xf32>, index) -> f32
// -----
%v = "t.v"() : () -> f32
%m = "t.v"() : () -> memref<4xf32>
%i = "t.v"() : () -> index
"memref.store"(%v, %m, %i) <{alignment = 8 : i64, nontemporal = true}> : (f32, memref<4xf32>, index) -> ()
// -----
%m = "t.v"() : () -> memref<4xf32, 1>
%r = "memref.memory_space_cast"(%m) : (memref<4xf32, 1>) -> memref<4xf32>
// -----
%m = "t.v"() : () -> memref<4xf32>
%i = "t.v"() : () -> index
"memref.prefetch"(%m, %i) <{isDataCache = true, isWrite = false, localityHint = 1 : i32}> : (memref<4xf32>, index) -> ()
// -----
%m = "t.v"() : () -> memref<4xf32>
%r = "memref.rank"(%m) : (memref<4xf32>) -> index
// -----
%m = "t.v"() : () -> memref<?xf32>
%n = "t.v"() : () -> index
%r = "memref.realloc"(%m, %n) <{alignment = 8 : i64}> : (memref<?xf32>, index) -> memref<?xf32>
// -----
%m = "t.v"() : () -> memref<4xf32>
%n = "t.v"() : () -> index
%r = "memref.reinterpret_cast"(%m, %n) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 2, 2>, static_strides = array<i64: 2, 1>}> : (memref<4xf32>, index) -> memref<2x2xf32, strided<[2, 1], offset: ?>>
// -----
%m = "t.v"() : () -> memref<4x4xf32>
%n = "t.v"() : () -> index
%r = "memref.subview"(%m, %n) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 2, 2>, static_strides = array<i64: 1, 1>}> : (memref<4x4xf32>, index) -> memref<2x2xf32, strided<[4, 1], offset: ?>>
// -----
%m = "t.v"() : () -> memref<4xf32>
%s = "t.v"() : () -> memref<2xindex>
%r = "memref.reshape"(%m, %s) : (memref<4xf32>, memref<2xindex>) -> memref<?x?xf32>
// -----
%m = "t.v"() : () -> memref<4x8xf32>
%r = "memref.transpose"(%m) <{permutation = affine_map<(d0, d1) -> (d1, d0)>}> : (memref<4x8xf32>) -> memref<8x4xf32, strided<[1, 8]>>
// -----
%m = "t.v"() : () -> memref<64xi8>
%i = "t.v"() : () -> index
%r = "memref.view"(%m, %i, %i) : (memref<64xi8>, index, index) -> memref<?x4xf32>
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
^bb0:
%r = "scf.execute_region"() <{no_inline}> ({
%0 = "t.v"() : () -> i32
"scf.yield"(%0) : (i32) -> ()
}) : () -> i32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
^bb0:
%i, %v = "t.v"() : () -> (index, i32)
%r = "scf.for"(%i, %i, %i, %v) <{unsignedCmp}> ({
^bb0(%iv: index, %x: i32):
"scf.yield"(%x) : (i32) -> ()
}) : (index, index, index, i32) -> i32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
^bb0:
%i = "t.v"() : () -> index
"scf.forall"(%i, %i, %i) <{mapping = [#gpu.thread<x>, #gpu.thread<y>], operandSegmentSizes = array<i32: 1, 1, 1, 0>, staticLowerBound = array<i64: -9223372036854775808, 1>, staticStep = array<i64: 1, -9223372036854775808>, staticUpperBound = array<i64: 4, -9223372036854775808>}> ({
^bb0(%x: index, %y: index):
"scf.forall.in_parallel"() ({
^bb0:
}) : () -> ()
}) : (index, index, index) -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
^bb0:
%c = "t.v"() : () -> i1
%r = "scf.if"(%c) ({
%0 = "t.v"() : () -> i32
"scf.yield"(%0) : (i32) -> ()
}, {
%1 = "t.v"() : () -> i32
"scf.yield"(%1) : (i32) -> ()
}) : (i1) -> i32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
^bb0:
%c = "t.v"() : () -> index
%r = "scf.index_switch"(%c) <{cases = array<i64: 1>}> ({
%0 = "t.v"() : () -> i32
"scf.yield"(%0) : (i32) -> ()
}, {
%1 = "t.v"() : () -> i32
"scf.yield"(%1) : (i32) -> ()
}) : (index) -> i32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
^bb0:
%i, %v = "t.v"() : () -> (index, i32)
%r = "scf.parallel"(%i, %i, %i, %v) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
^bb0(%x: index):
%w = "t.v"() : () -> i32
"scf.reduce"(%w) ({
^bb0(%p: i32, %q: i32):
"scf.reduce.return"(%p) : (i32) -> ()
}) : (i32) -> ()
}) : (index, index, index, i32) -> i32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
^bb0:
%v = "t.v"() : () -> i32
%r = "scf.while"(%v) ({
^bb0(%x: i32):
%c = "t.v"() : () -> i1
"scf.condition"(%c, %x) : (i1, i32) -> ()
}, {
^bb0(%y: i32):
"scf.yield"(%y) : (i32) -> ()
}) : (i32) -> i32
"func.return"() : () -> ()
}) : () -> ()
// -----
%r = "ub.poison"() <{value = #ub.poison}> : () -> i32
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
^bb0:
"ub.unreachable"() : () -> ()
}) : () -> ()
