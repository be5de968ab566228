#map = affine_map<(i, j, k) -> (i, k)>
#map1 = affine_map<(i, j, k) -> (k, j)>
#map2 = affine_map<(i, j, k) -> (i, j)>
func.func @matmul(%a: memref<8x16xf32>, %b: memref<16x4xf32>, %c: memref<8x4xf32>) {
  linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<8x16xf32>, memref<16x4xf32>) outs(%c : memref<8x4xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  }
  return
}
func.func @relu(%t: memref<?x4xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.map { arith.maximumf } ins(%t, %t : memref<?x4xf32>, memref<?x4xf32>) outs(%t : memref<?x4xf32>)
  %f = memref.alloc() : memref<8x4xf32>
  linalg.fill ins(%zero : f32) outs(%f : memref<8x4xf32>)
  memref.dealloc %f : memref<8x4xf32>
  return
}
func.func @conv(%in: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x2xf32>, %out: tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%in, %k : tensor<1x8x8x3xf32>, tensor<3x3x3x2xf32>) outs(%out : tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return %0 : tensor<1x6x6x2xf32>
}
