// relu(a * b) of two matrices that are written out, for mlir-runner to print.
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func private @printMemrefF32(%ptr: tensor<*xf32>)

  func.func @matmul_relu(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>) -> tensor<4x4xf32> {
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<4x4xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x4xf32>) -> tensor<4x4xf32>
    %product = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>)
                             outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
    %out = tensor.empty() : tensor<4x4xf32>
    %relu = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
        ins(%product : tensor<4x4xf32>) outs(%out : tensor<4x4xf32>) {
    ^bb0(%x: f32, %o: f32):
      %y = arith.maximumf %x, %zero : f32
      linalg.yield %y : f32
    } -> tensor<4x4xf32>
    return %relu : tensor<4x4xf32>
  }

  // a(i, k) = i - k / 4 and b(k, j) = k + j
  func.func @fill(%sign: f32, %empty: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %filled = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]}
        outs(%empty : tensor<?x?xf32>) {
    ^bb0(%o: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %i32 = arith.index_cast %i : index to i32
      %j32 = arith.index_cast %j : index to i32
      %x = arith.sitofp %i32 : i32 to f32
      %y = arith.sitofp %j32 : i32 to f32
      %s = arith.mulf %y, %sign : f32
      %r = arith.addf %x, %s : f32
      linalg.yield %r : f32
    } -> tensor<?x?xf32>
    return %filled : tensor<?x?xf32>
  }

  func.func @main() {
    %slope = arith.constant -0.25 : f32
    %plus = arith.constant 1.0 : f32
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %e0 = tensor.empty(%c4, %c8) : tensor<?x?xf32>
    %e1 = tensor.empty(%c8, %c4) : tensor<?x?xf32>
    %a = call @fill(%slope, %e0) : (f32, tensor<?x?xf32>) -> tensor<?x?xf32>
    %b = call @fill(%plus, %e1) : (f32, tensor<?x?xf32>) -> tensor<?x?xf32>
    %a48 = tensor.cast %a : tensor<?x?xf32> to tensor<4x8xf32>
    %b84 = tensor.cast %b : tensor<?x?xf32> to tensor<8x4xf32>
    %result = call @matmul_relu(%a48, %b84) : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %unranked = tensor.cast %result : tensor<4x4xf32> to tensor<*xf32>
    call @printMemrefF32(%unranked) : (tensor<*xf32>) -> ()
    return
  }
}
