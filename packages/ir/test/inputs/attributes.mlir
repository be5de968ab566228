// Every kind of attribute and type, spelled as people may spell them.
#map = affine_map<(d0)[s0] -> (d0 + s0, d0 * 2 - 3, -d0, (d0 + 1) floordiv 2, d0 mod 3, d0 ceildiv 4, 4 + d0, s0 + d0, d0 - d0, d0*s0*2)>
#dash-alias = 3 : i32
#set = affine_set<(d0, d1)[s0] : (d0 <= s0, d1 == 2, d0 - 5 >= 0)>
!t = tensor<4x?xf32>
!long = tuple<i1,i2,i3,i4,i5,i6,i7,i8,i9,i10,i11,i12,i13,i14,i15,i16,i17>
#x = #foo.bar<#map, !t, "s\22">
"test.attrs"() {
 a0 = 1, a1 = -1 : i8, a2 = 255 : i8, a3 = 255 : ui8, a4 = -128 : si8, a5 = 0xFF : i8, a6 = 9223372036854775807, a7 = -9223372036854775808, a8 = 1 : index, a9 = true, a10 = false, a11 = 1 : i1, a12 = 0 : i1, a13 = 340282366920938463463374607431768211455 : i128, 
 f0 = 1.0, f1 = 0.1 : f32, f2 = 1.0e3 : f32, f3 = 1.0e-10, f4 = 0x7FC00000 : f32, f5 = 0x7F800000 : f32, f6 = -0.0 : f16, f7 = 3.14159265358979 : f64, f8 = 65504.0 : f16, f9 = 1.5 : bf16, f10 = 123456.789 : f32, f11 = 1.0 : f80, f12 = 0.1 : f128, f13 = 1.0 : f8E4M3FN, f14 = 448.0 : f8E4M3FN, f15 = 1.0e300, f16 = 16777216.0 : f32, f17 = 33554433.0:f64, f18=0.1:tf32, f19 = 100000.0, f20=1234567.0, f21 = 12345678.0, f22 = 0.00012345678, f23 = 1.0 : f8E8M0FNU, f24=0.5:f4E2M1FN, f25=1.0e-45:f32, f26=4.9e-324, f27 = 12345678901234567890.0,
 s0 = "", s1 = "a\"b\\c\n\t\00\FF\E2\82\AC", s2 = "typed" : i32, s3 = "é€😀", s4 = "n" : none,
 r0 = [1, 2 : i32, 1.0, 1.0 : f32, "x", @a, [], [[]], {}, {a, b = 1, "c d" = 2}, i32, unit],
 d0 = {z = 1, y = 2}, "quoted name" = 1, u, y0 = @"foo bar"::@b::@"c",
 t0 = i32, t1 = () -> (), t2 = (i32) -> (), t3 = (i32) -> ((i32) -> i32), t4 = (i32, (f32) -> f32) -> (i1, i2), t5 = tensor<*xf32>, t6 = tensor<f32>, t7 = tensor<0x3xi32>, t8 = vector<2x[4]xf32>, t9 = memref<?xi8, affine_map<(d0)[s0] -> (d0 + s0)>>, t10 = memref<*xi32, 1>, t11 = memref<4xf32, affine_map<(d0) -> (d0)>, 2>, t12 = memref<4xf32, strided<[?], offset: ?>, "space">, t13 = complex<f32>, t14 = !foo.bar, t15 = !foo.bar<x, "y>", [1,2]>, t16 = !foo<bar>, t17 = !foo<bar<1>>, t18= !foo<"a b">, t19 = none, t20 = tuple<>, t21 = tuple<i32, tuple<f32>>, t22 = tensor<4xf32, #foo.enc>, t23 = vector<f32>, t25 = memref<4xf32, 0>, t26 = memref<4xf32, 1 : i32>, t27 = !long, t29 = memref<2x2xf32, strided<[2, 1], offset: 3>>,
 m0 = #map, m1 = affine_map<() -> ()>, m2 = affine_map<()[s0, s1] -> (s0 * s1)>, m3 = #set, m4 = affine_set<() : ()>, m5 = affine_map<(i, j) -> (i + j - i, j * 3 floordiv 3, 7 mod 4, (i * 4) mod 2, i - (i floordiv 5) * 5)>,
 e0 = dense<1> : tensor<2xi32>, e1 = dense<[1,2]> : tensor<2xi32>, e2 = dense<[[1.0,2.0],[3.0,4.0]]> : tensor<2x2xf32>, e3 = dense<true> : tensor<4xi1>, e4 = dense<[true,false]> : vector<2xi1>, e5 = dense<> : tensor<0xi32>, e6 = dense<(1.0,2.0)> : tensor<2xcomplex<f32>>, e7 = dense<[(1,2),(3,4)]> : tensor<2xcomplex<i32>>, e8 = dense<"0x01000000020000000300000004000000"> : tensor<4xi32>, e9 = dense<["a","b\n"]> : tensor<2x!foo.str>, e10 = dense<-1> : tensor<2xi8>, e11 = dense<[255, 1]> : tensor<2xui8>, e12 = dense<[0x7FC00000, 1.0]> : tensor<2xf32>, e13 = dense<[1,1]> : tensor<2xi32>, e14 = dense<5> : tensor<i32>, e15=dense<[[[1],[2]],[[3],[4]]]> : tensor<2x2x1xi4>, e16 = dense<[1,2]> : tensor<2xindex>, e17 = dense<"str"> : tensor<2x!foo.str>,
 p0 = sparse<[[0,0],[1,2]], [1,5]> : tensor<3x4xi32>, p1 = sparse<0, 1.0> : tensor<1xf32>, p2 = sparse<[[0]], [1.0]> : tensor<2xf32>, p3 = sparse<> : tensor<3xi32>,
 g0 = array<i32>, g1 = array<i32: 1, 2>, g2 = array<i1: true, false>, g3 = array<f32: 1.0, 2.5>, g4 = array<i64: -1>, g5 = array<i8: 255>, g6 = array<f64: 0.1>,
 o0 = #foo.bar, o1 = #foo.bar<a, [1]>, o2 = #foo<bar>, o3 = #foo<"x y"> : i32, o4 = #x, o5 = #foo.bar : i32,
 l0 = loc(unknown), l1 = loc("f":1:2), l2 = loc("n"), l3 = loc("n"("f":1:2)), l4 = loc(callsite("a":1:1 at "b":2:2)), l5 = loc(fused["a":1:1, "b":2:2]), l6 = loc(fused<"meta">["a":1:1]), l7 = loc("f":1:2 to 3:4), l8 = loc("f":1:2 to :5), l9 = loc(fused[unknown, "a":1:1]),
 o6 = #foo.a-b, o7 = #foo.-, o9 = #foo.1, x0 = #foo., x1 = #foo.$a<3>, x2 = #dash-alias, x3 = !foo.a-b, x4 = affine_map<(d0) -> (d0 + 9223372036854775807 + 1)>, x5 = #foo<#a->b>,
 q0 = distinct[0]<1 : i32>, q1 = distinct[1]<>, q2 = distinct[0]<1 : i32>, z0 = dense_resource<blob> : tensor<2xi32>, st = strided<[1, ?], offset: 2>
} : () -> ()
{-#
  dialect_resources: { builtin: { blob: "0x040000000100000002000000", unused: "0x0400000001000000" } },
  external_resources: { ext: { key: "0x0400000001", flag: true, s: "v" } }
#-}
