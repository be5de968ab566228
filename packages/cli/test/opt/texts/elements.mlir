"t.op"() {d = dense<1.0> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = dense<1> : tensor<2xf32>} : () -> ()
// -----
"t.op"() {d = dense<[1, 2.0]> : tensor<2xf32>} : () -> ()
// -----
"t.op"() {d = dense<[1, [2]]> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = dense<[[1, 2], [2]]> : tensor<2x2xi32>} : () -> ()
// -----
"t.op"() {d = dense<[1, 2, 3]> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = dense<[1, 2]> : tensor<?xi32>} : () -> ()
// -----
"t.op"() {d = dense<[1, 2]> : memref<2xi32>} : () -> ()
// -----
"t.op"() {d = dense<1> : i32} : () -> ()
// -----
"t.op"() {d = dense<1> tensor<i32>} : () -> ()
// -----
"t.op"() {d = dense<300> : tensor<2xi8>} : () -> ()
// -----
"t.op"() {d = dense<-1> : tensor<2xui8>} : () -> ()
// -----
"t.op"() {d = dense<true> : tensor<2xi8>} : () -> ()
// -----
"t.op"() {d = dense<2> : tensor<2xi1>} : () -> ()
// -----
"t.op"() {d = dense<"0x0102"> : tensor<3xi8>} : () -> ()
// -----
"t.op"() {d = dense<"0x012"> : tensor<3xi8>} : () -> ()
// -----
"t.op"() {d = dense<"0102"> : tensor<2xi8>} : () -> ()
// -----
"t.op"() {d = dense<"0x01"> : tensor<2xi8>} : () -> ()
// -----
"t.op"() {d = dense<(1, 2)> : tensor<2xi8>} : () -> ()
// -----
"t.op"() {d = dense<(1.0, 2)> : tensor<2xcomplex<f32>>} : () -> ()
// -----
"t.op"() {d = dense<1> : tensor<2xcomplex<i32>>} : () -> ()
// -----
"t.op"() {d = dense<(1, 2, 3)> : tensor<2xcomplex<i32>>} : () -> ()
// -----
"t.op"() {d = dense<"a"> : tensor<2xi1>} : () -> ()
// -----
"t.op"() {d = dense<1> : tensor<2x!t.x>} : () -> ()
// -----
"t.op"() {d = dense<0x7F800000> : tensor<f32>, e = dense<[0xFF, -1, 0x0]> : tensor<3xi8>, f = dense<-0x1> : tensor<i8>} : () -> ()
// -----
"t.op"() {d = dense<-0x1> : tensor<f32>} : () -> ()
// -----
"t.op"() {d = dense<0x7F80000000> : tensor<f32>} : () -> ()
// -----
"t.op"() {d = dense<@a> : tensor<f32>} : () -> ()
// -----
"t.op"() {d = dense<[]> : tensor<2xf32>} : () -> ()
// -----
"t.op"() {d = dense<> : tensor<2xf32>} : () -> ()
// -----
"t.op"() {d = dense<1> : vector<[2]xi32>, e = dense<[1, 1]> : vector<[2]xi32>} : () -> ()
// -----
"t.op"() {d = dense<[1, 2]> : vector<[2]xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[[0, 5]], 1> : tensor<2x2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[[0]], 1> : tensor<2x2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[[0, 0]], [1, 2]> : tensor<2x2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[[0, 0], [1, 1]], [1]> : tensor<2x2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[[0, -1]], 1> : tensor<2x2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<1, 2> : tensor<2x2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[1], 2> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[[0]], "a"> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = dense_resource<a> : i32} : () -> ()
// -----
"t.op"() {d = dense_resource<"a b"> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = dense_resource<a> : tensor<?xi32>} : () -> ()
// -----
"t.op"() {d = dense<["a"]> : tensor<1xi32>} : () -> ()
// -----
"t.op"() {d = dense<["a", "b"]> : tensor<2xf32>} : () -> ()
// -----
"t.op"() {d = dense<"a"> : tensor<2xf32>} : () -> ()
// -----
"t.op"() {d = dense<"0x"> : tensor<0xi8>} : () -> ()
// -----
"t.op"() {d = dense<"0x"> : tensor<2xi8>} : () -> ()
// -----
"t.op"() {d = dense<""> : tensor<2xi8>} : () -> ()
// -----
"t.op"() {d = dense<"0x05"> : tensor<3xi1>} : () -> ()
// -----
"t.op"() {d = dense<"0x01"> : tensor<1xi1>} : () -> ()
// -----
"t.op"() {d = dense<"0xFF"> : tensor<100xi1>} : () -> ()
// -----
"t.op"() {d = dense<"0x0F"> : tensor<8xi1>} : () -> ()
// -----
"t.op"() {d = dense<"0x0F01"> : tensor<8xi1>} : () -> ()
// -----
"t.op"() {d = dense<"0x0F01"> : tensor<9xi1>} : () -> ()
// -----
"t.op"() {d = dense<"0x0F01"> : tensor<2xi4>} : () -> ()
// -----
"t.op"() {d = dense<"0xFF01"> : tensor<2xi4>} : () -> ()
// -----
"t.op"() {d = dense<"0x01020304"> : tensor<2xi9>} : () -> ()
// -----
"t.op"() {d = dense<"0x01000000000000000200000000000000"> : tensor<2xindex>} : () -> ()
// -----
"t.op"() {d = dense<"0x0000803F"> : tensor<2xf32>} : () -> ()
// -----
"t.op"() {d = dense<"0x0000803F0000803F"> : tensor<2xf32>} : () -> ()
// -----
"t.op"() {d = dense<"0x0000803f00000040"> : tensor<2x1xf32>} : () -> ()
// -----
"t.op"() {d = dense<"0x0000803F00000040"> : tensor<2xcomplex<f32>>} : () -> ()
// -----
"t.op"() {d = dense<"0x01"> : tensor<2x!t.s>} : () -> ()
// -----
"t.op"() {d = dense<1> : tensor<*xi32>} : () -> ()
// -----
"t.op"() {d = dense<1> : memref<*xi32>} : () -> ()
// -----
"t.op"() {d = dense<1> : memref<2xi32>} : () -> ()
// -----
"t.op"() {d = dense<[1,2]> : memref<2xi32, 3>} : () -> ()
// -----
"t.op"() {d = dense<1> : memref<?xi32>} : () -> ()
// -----
"t.op"() {d = dense<1> : vector<2xindex>} : () -> ()
// -----
"t.op"() {d = dense<-1> : tensor<2xindex>} : () -> ()
// -----
"t.op"() {d = dense<18446744073709551615> : tensor<2xindex>} : () -> ()
// -----
"t.op"() {d = dense<[1, -1]> : tensor<2xui8>} : () -> ()
// -----
"t.op"() {d = dense<[1, 255]> : tensor<2xui8>} : () -> ()
// -----
"t.op"() {d = dense<[-128, 127]> : tensor<2xsi8>} : () -> ()
// -----
"t.op"() {d = dense<[128]> : tensor<1xsi8>} : () -> ()
// -----
"t.op"() {d = dense<true> : tensor<2xf32>} : () -> ()
// -----
"t.op"() {d = dense<[true, 1]> : tensor<2xi1>} : () -> ()
// -----
"t.op"() {d = dense<[true, 0x1]> : tensor<2xi1>} : () -> ()
// -----
"t.op"() {d = dense<-1> : tensor<2xi1>} : () -> ()
// -----
"t.op"() {d = dense<1.0> : tensor<2xi1>} : () -> ()
// -----
"t.op"() {d = dense<[1.0, 2]> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = dense<[1, 2]> : tensor<2xcomplex<i32>>} : () -> ()
// -----
"t.op"() {d = dense<[1, 2, 3, 4]> : tensor<2xcomplex<i32>>} : () -> ()
// -----
"t.op"() {d = dense<[1, 2]> : tensor<1xcomplex<i32>>} : () -> ()
// -----
"t.op"() {d = dense<(1, 2)> : tensor<i32>} : () -> ()
// -----
"t.op"() {d = dense<[(1, 2)]> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = dense<[(1, 2)]> : tensor<1xi32>} : () -> ()
// -----
"t.op"() {d = dense<(1, (2, 3))> : tensor<2xcomplex<i32>>} : () -> ()
// -----
"t.op"() {d = dense<((1, 2), (2, 3))> : tensor<2xcomplex<i32>>} : () -> ()
// -----
"t.op"() {d = dense<(1 2)> : tensor<2xcomplex<i32>>} : () -> ()
// -----
"t.op"() {d = dense<(1, 2> : tensor<2xcomplex<i32>>} : () -> ()
// -----
"t.op"() {d = dense<[> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = dense<[1,]> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = dense<[1 2]> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = dense<[[1], 2]> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = dense<[[]]> : tensor<1x0xi32>} : () -> ()
// -----
"t.op"() {d = dense<[]> : tensor<0x2xi32>} : () -> ()
// -----
"t.op"() {d = dense<[]> : tensor<0xi32>} : () -> ()
// -----
"t.op"() {d = dense<> : tensor<0xi32>} : () -> ()
// -----
"t.op"() {d = dense<> : tensor<i32>} : () -> ()
// -----
"t.op"() {d = dense<> : tensor<2x!t.x>} : () -> ()
// -----
"t.op"() {d = dense<[]> : tensor<2x!t.x>} : () -> ()
// -----
"t.op"() {d = dense<1.0> : tensor<2x!t.x>} : () -> ()
// -----
"t.op"() {d = dense<["a", 1]> : tensor<2x!t.x>} : () -> ()
// -----
"t.op"() {d = dense<true> : tensor<2x!t.x>} : () -> ()
// -----
"t.op"() {d = dense<-1> : tensor<2x!t.x>} : () -> ()
// -----
"t.op"() {d = dense<["a"]> : tensor<2x!t.x>} : () -> ()
// -----
"t.op"() {d = dense<["a", "a"]> : tensor<2x!t.x>} : () -> ()
// -----
"t.op"() {d = dense<"a"> : tensor<0x!t.x>} : () -> ()
// -----
"t.op"() {d = dense<a> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = dense<-a> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = dense<--1> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = dense<1 : i32> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = dense<[[1, 2], [3, 4]]> : tensor<4xi32>} : () -> ()
// -----
"t.op"() {d = dense<[1, 2, 3, 4]> : tensor<2x2xi32>} : () -> ()
// -----
"t.op"() {d = dense<1> : vector<i32>} : () -> ()
// -----
"t.op"() {d = dense<1> : tensor<2xnone>} : () -> ()
// -----
"t.op"() {d = dense<1> : none} : () -> ()
// -----
"t.op"() {d = dense<1> : !t.x} : () -> ()
// -----
"t.op"() {d = dense<1>} : () -> ()
// -----
"t.op"() {d = dense 1} : () -> ()
// -----
"t.op"() {d = dense<1.0e400> : tensor<1xf32>} : () -> ()
// -----
"t.op"() {d = dense<[0x7F800001, 0xFFC00000]> : tensor<2xf32>} : () -> ()
// -----
"t.op"() {d = dense<0x1FFFFFFFF> : tensor<2xf32>} : () -> ()
// -----
"t.op"() {d = dense<300> : tensor<1xi8>} : () -> ()
// -----
"t.op"() {d = dense<[1, 300]> : tensor<2xi8>} : () -> ()
// -----
"t.op"() {d = sparse<[[0]], 1> : tensor<2x!t.x>} : () -> ()
// -----
"t.op"() {d = sparse<[[0]], "a"> : tensor<2x!t.x>} : () -> ()
// -----
"t.op"() {d = sparse<[[0]], ["a"]> : tensor<2x!t.x>} : () -> ()
// -----
"t.op"() {d = sparse 1} : () -> ()
// -----
"t.op"() {d = sparse<0, 1> : tensor<2x2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<5, 1> : tensor<2x2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<"0x00", 1> : tensor<2x2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[], 1> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[], []> : tensor<2x2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[[]], []> : tensor<2x2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[[0, 0]], [[1]]> : tensor<2x2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[[[0]]], [1]> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[0, 1], [1, 2]> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[0, 2], [1, 2]> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[0, 1], [1, 2]> : tensor<2x2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[0, 1], [1]> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[0, 1], 5> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[[0, 0], [0, 1]], 5> : tensor<2x2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[[1, 1], [1, 1]], 5> : tensor<2x2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[[2, 2], [2, 2]], 5> : tensor<2x2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[[0, 0], [0, 1]], "0x05000000"> : tensor<2x2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[[0, 0], [0, 1]], "0x0500000006000000"> : tensor<2x2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[[0, 0], [0, 1]], "0x050000"> : tensor<2x2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[[0, 0]], (1, 2)> : tensor<2x2xcomplex<i32>>} : () -> ()
// -----
"t.op"() {d = sparse<[[0, 0]], [(1, 2)]> : tensor<2x2xcomplex<i32>>} : () -> ()
// -----
"t.op"() {d = sparse<[[0, 0]], 1> : tensor<2x2xcomplex<i32>>} : () -> ()
// -----
"t.op"() {d = sparse<[[0, 0.0]], 1> : tensor<2x2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[[0, true]], 1> : tensor<2x2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[[0, 0]] 1> : tensor<2x2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[[0, 0]], 1> : tensor<2x?xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[[0, 0]], 1> : i32} : () -> ()
// -----
"t.op"() {d = sparse<[[0, 0]], 1> : memref<2x2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<[[0, 0]], 1> : vector<2x2xi32>} : () -> ()
// -----
"t.op"() {d = sparse<0, 1> : tensor<i32>} : () -> ()
// -----
"t.op"() {d = sparse<[], []> : tensor<i32>} : () -> ()
// -----
"t.op"() {d = sparse<> : tensor<i32>} : () -> ()
// -----
"t.op"() {d = sparse<> : tensor<2x!t.x>} : () -> ()
// -----
"t.op"() {d = sparse<[[0, 0]], 1> : tensor<*xi32>} : () -> ()
// -----
"t.op"() {d = dense_resource<a> : tensor<*xi32>} : () -> ()
// -----
"t.op"() {d = dense_resource<a> : memref<?xi32>} : () -> ()
// -----
"t.op"() {d = dense_resource<a> : vector<2xi32>} : () -> ()
// -----
"t.op"() {d = dense_resource<a> tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = dense_resource<1> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = dense_resource<> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = dense_resource a} : () -> ()
// -----
"t.op"() {d = dense_resource<"a"> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = dense_resource<a b> : tensor<2xi32>} : () -> ()
// -----
"t.op"() {d = dense<[true, true, false, true, false, false, false, false, true, true, false, true, false, false, true, false, false, true, true, false, true, true, true, true, false, true, false, true, true, false, false, true, false, true, true, false, false, true, false, true, true, false, true, false, false, true, false, false, false, false, true, false, true, false, false, true, false, false, true, false, true, true, false, false, false, true, false, true, false, false, true, true, true, true, true, true, false, false, false, false, false, true, false, true, true, false, true, false, false, true, false, false, false, false, false, true, false, false, true, true]> : tensor<100xi1>} : () -> ()
// -----
"t.op"() {d = dense<[true, true, true, false, true, true, true, true, false, true, false, true, false, true, true, false, false, true, true, true, false, true, false, false, false, false, false, false, true, true, false, false, false, false, true, false, true, false, true, false, true, true, true, false, true, true, true, false, false, true, false, true, true, false, false, false, true, false, true, true, true, false, true, true, false, false, true, false, false, true, true, true, true, false, true, true, false, true, false, true, true, false, true, false, true, false, false, false, true, false, false, false, true, true, true, false, true, false, false, true, false]> : tensor<101xi1>} : () -> ()
// -----
"t.op"() {d = dense<[true, false, false, false, true, true, true, true, true, true, true, true, false, false, false, false, false, false, true, false, true, false, true, true, false, true, false, true, false, true, true, false, true, false, true, true, true, false, false, false, true, false, false, true, true, false, true, true, true, false, true, true, true, true, false, true, true, false, true, true, true, true, false, false, false, false, false, false, true, true, false, true, true, true, false, false, false, false, false, false, true, true, false, false, true, false, true, false, false, false, true, true, false, true, true, false, true, false, true, false, true, false, true, false]> : tensor<104xi1>} : () -> ()
// -----
"t.op"() {d = dense<[false, true, false, true, false, false, true, false]> : tensor<8xi1>} : () -> ()
// -----
"t.op"() {d = dense<[true, true, true, true, true, true, false, true, false]> : tensor<9xi1>} : () -> ()
// -----
"t.op"() {d = dense<true> : tensor<200xi1>, e = dense<[0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4]> : tensor<101xi4>, f = dense<5> : tensor<0xi32>, g = dense<[0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0]> : tensor<101xui1>} : () -> ()
// -----
"t.op"() {d = sparse<[[0], [1], [2], [3], [4], [5], [6], [7], [8], [9], [10], [11], [12], [13], [14], [15], [16], [17], [18], [19], [20], [21], [22], [23], [24], [25], [26], [27], [28], [29], [30], [31], [32], [33], [34], [35], [36], [37], [38], [39], [40], [41], [42], [43], [44], [45], [46], [47], [48], [49], [50], [51], [52], [53], [54], [55], [56], [57], [58], [59], [60], [61], [62], [63], [64], [65], [66], [67], [68], [69], [70], [71], [72], [73], [74], [75], [76], [77], [78], [79], [80], [81], [82], [83], [84], [85], [86], [87], [88], [89], [90], [91], [92], [93], [94], [95], [96], [97], [98], [99], [100], [101], [102], [103], [104], [105], [106], [107], [108], [109], [110], [111], [112], [113], [114], [115], [116], [117], [118], [119]], [true, true, true, true, false, false, false, false, true, true, false, true, true, true, true, true, false, false, true, false, true, true, true, true, false, true, true, false, false, true, true, true, false, true, false, false, false, false, false, true, false, false, true, false, false, true, false, true, true, false, true, true, true, false, false, false, false, true, true, true, false, true, true, false, false, true, true, false, false, false, true, false, false, false, true, true, true, false, true, true, false, false, false, false, true, false, true, true, false, true, true, false, false, true, true, false, false, false, false, true, true, true, false, true, false, true, true, true, false, true, false, false, false, true, false, false, true, false, true, true]> : tensor<200xi1>} : () -> ()
