"t.op"() {d = vector<1xcomplex<f32>>} : () -> ()
// -----
"t.op"() {d = vector<1x!llvm.ptr>} : () -> ()
// -----
"t.op"() {d = vector<1xtuple<>>} : () -> ()
// -----
"t.op"() {d = vector<1xnone>} : () -> ()
// -----
"t.op"() {d = vector<1xvector<2xi1>>} : () -> ()
// -----
"t.op"() {d = vector<1xmemref<2xi1>>} : () -> ()
// -----
"t.op"() {d = vector<1x!gpu.async.token>} : () -> ()
// -----
"t.op"() {d = vector<1x!quant.uniform<i8:f32, 1.0>>} : () -> ()
// -----
"t.op"() {d = vector<1xf8E8M0FNU>, e = vector<1xtf32>, f = vector<2xui8>} : () -> ()
// -----
"t.op"() {d = memref<1xtuple<>>} : () -> ()
// -----
"t.op"() {d = memref<1xnone>} : () -> ()
// -----
"t.op"() {d = memref<1xtensor<2xi1>>} : () -> ()
// -----
"t.op"() {d = memref<1x!llvm.ptr>} : () -> ()
// -----
"t.op"() {d = memref<1x!gpu.async.token>} : () -> ()
// -----
"t.op"() {d = memref<1x!llvm.struct<(i1)>>} : () -> ()
// -----
"t.op"() {d = memref<1x() -> ()>} : () -> ()
// -----
"t.op"() {d = tensor<1xtuple<>>} : () -> ()
// -----
"t.op"() {d = tensor<1xnone>} : () -> ()
// -----
"t.op"() {d = tensor<1xmemref<2xi1>>} : () -> ()
// -----
"t.op"() {d = tensor<1xtensor<2xi1>>} : () -> ()
// -----
"t.op"() {d = tensor<1x() -> ()>} : () -> ()
// -----
"t.op"() {d = tensor<*xnone>} : () -> ()
// -----
"t.op"() {d = memref<*xnone>} : () -> ()
// -----
"t.op"() {d = complex<index>} : () -> ()
// -----
"t.op"() {d = complex<complex<f32>>} : () -> ()
// -----
"t.op"() {d = complex<!t.x>} : () -> ()
// -----
"t.op"() {d = complex<ui8>, e = complex<tf32>, f = complex<i1>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, #gpu.address_space<workgroup>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, [1]>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, 1.0>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, i32>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, unit>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, "x">} : () -> ()
// -----
"t.op"() {d = memref<2xf32, {a}>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, true>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, false>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, 0 : i8>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, 0 : index>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, @a>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, 1, 2>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, 1, affine_map<(d0)->(d0)>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, affine_map<(d0, d1)->(d0)>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, affine_map<(d0)->(d0, d0)>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<[1, 2]>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<[1]>, strided<[1]>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, dense<1> : tensor<2xi1>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, loc("a")>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, affine_set<(d0) : (d0 == 0)>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, array<i1>>} : () -> ()
// -----
"t.op"() {d = memref<*xf32, 0>} : () -> ()
// -----
"t.op"() {d = memref<*xf32, affine_map<(d0)->(d0)>>} : () -> ()
// -----
"t.op"() {d = memref<*xf32, 1, 1>} : () -> ()
// -----
"t.op"() {d = vector<0xi1>} : () -> ()
// -----
"t.op"() {d = vector<[0]xi1>} : () -> ()
// -----
"t.op"() {d = vector<?xi1>} : () -> ()
// -----
"t.op"() {d = vector<2x[]xi1>} : () -> ()
// -----
"t.op"() {d = vector<2x[3xi1>} : () -> ()
// -----
"t.op"() {d = vector<2 x i1>} : () -> ()
// -----
"t.op"() {d = vector<2x i1>} : () -> ()
// -----
"t.op"() {d = vector<0x2xi1>} : () -> ()
// -----
"t.op"() {d = tensor<0x2xi1>, e = tensor<0x0x0xi1>, f = tensor<2x0xi1>} : () -> ()
// -----
"t.op"() {d = tensor<99999999999999999999xi1>} : () -> ()
// -----
"t.op"() {d = tensor<9223372036854775808xi1>} : () -> ()
// -----
"t.op"() {d = tensor<-1xi1>} : () -> ()
// -----
"t.op"() {d = tensor<2*xi1>} : () -> ()
// -----
"t.op"() {d = tensor<* xi1>} : () -> ()
// -----
"t.op"() {d = tensor<*x i1, 3>} : () -> ()
// -----
"t.op"() {d = tensor<2xi1, 3>, e = tensor<2xi1, "a">, f = tensor<i1, [1]>} : () -> ()
// -----
"t.op"() {d = i0} : () -> ()
// -----
"t.op"() {d = i16777215, e = si16777215} : () -> ()
// -----
"t.op"() {d = i16777216} : () -> ()
// -----
"t.op"() {d = i99999999999} : () -> ()
// -----
"t.op"() {d = i01} : () -> ()
// -----
"t.op"() {d = si0} : () -> ()
// -----
"t.op"() {d = f31} : () -> ()
// -----
"t.op"() {d = vector<[]xi1>} : () -> ()
// -----
"t.op"() {d = vector<[?]xi1>} : () -> ()
// -----
"t.op"() {d = vector<[a]xi1>} : () -> ()
// -----
"t.op"() {d = vector<[0x4]xi1>} : () -> ()
// -----
"t.op"() {d = vector<[1.0]xi1>} : () -> ()
// -----
"t.op"() {d = vector<[-1]xi1>} : () -> ()
// -----
"t.op"() {d = vector<["a"]xi1>} : () -> ()
// -----
"t.op"() {d = vector<[99999999999999999999]xi1>} : () -> ()
// -----
"t.op"() {d = i4294967296} : () -> ()
// -----
"t.op"() {d = i4294967295} : () -> ()
// -----
"t.op"() {d = vector<0xnone>} : () -> ()
// -----
"t.op"() {d = memref<1xnone, a>} : () -> ()
// -----
"t.op"() {d = tensor<1xnone, a>} : () -> ()
// -----
"t.op"() {d = tensor<1xnone, 1>} : () -> ()
// -----
"t.op"() {d = vector<1xnone a>} : () -> ()
// -----
"t.op"() {d = memref<1xf32, affine_map<(d0, d1) -> (d0)>, [1]>} : () -> ()
// -----
"t.op"() {d = memref<*xf32, [1]>} : () -> ()
// -----
"t.op"() {d = tensor<1xmemref<1xf32>, 1>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<[1, 2, ?]>, strided<[1]>>} : () -> ()
// -----
"t.op"() {d = memref<f32, strided<[]>>} : () -> ()
// -----
"t.op"() {d = memref<f32, strided<[], offset: 2>, 3>} : () -> ()
// -----
"t.op"() {d = memref<f32, affine_map<() -> (0)>>, e = memref<f32, affine_map<()[s0] -> (s0)>>, f= memref<f32, affine_map<() -> ()>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<[0]>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<[-1], offset: -9223372036854775808>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<[9223372036854775807], offset: 9007199254740993>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<[9223372036854775808]>>} : () -> ()
// -----
"t.op"() {d = memref<2xmemref<*xf32>>, e = memref<2xcomplex<f32>>, f = tensor<2xvector<2xf32>>, g = vector<2xindex>, h = memref<*xmemref<2xindex>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, 3 : si8>, e = memref<2xf32, 18446744073709551615 : ui64>, f = memref<2xf32, {}>, g = memref<2xf32, "">} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<[1],>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<[1], 3>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<[1], offset>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<[1], offset:>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<[1], offset: ?>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<[1], offset: ->>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<[1 2]>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<[1>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<[>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<[?],offset:?>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<[-?]>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<[-]>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<[0x10]>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<1]>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<[1],offset:-0>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<["a"]>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<[1.0]>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<[1], foo: 3>>} : () -> ()
// -----
"t.op"() {d = memref<2xf32, strided<[1]: 3>>} : () -> ()
// -----
"t.op"() {d = memref<1x!foo.t>} : () -> ()
// -----
"t.op"() {d = vector<1x!foo.t>} : () -> ()
// -----
"t.op"() {d = memref<1xi1, #foo.a>} : () -> ()
// -----
"t.op"() {d = memref<1xi1, #gpu.address_space<workgroup>>} : () -> ()
// -----
"t.op"() {d = 1.0e310 : f8E8M0FNU} : () -> ()
