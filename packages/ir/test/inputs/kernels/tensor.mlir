func.func @softmax_row(%t: tensor<?x16xf32>, %i: index) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %row = tensor.extract_slice %t[%i, 0] [1, 16] [1, 1] : tensor<?x16xf32> to tensor<16xf32>
  %e = tensor.empty() : tensor<16xf32>
  %x = linalg.exp ins(%row : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %z = arith.constant 0.0 : f32
  %i0 = tensor.from_elements %z : tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<16xf32>) outs(%i0 : tensor<f32>) dimensions = [0]
  %s = tensor.extract %sum[] : tensor<f32>
  %b = tensor.splat %s : tensor<16xf32>
  %r = arith.divf %x, %b : tensor<16xf32>
  %p = tensor.pad %r low[1] high[2] { ^bb0(%k: index): tensor.yield %z : f32 } : tensor<16xf32> to tensor<19xf32>
  %d = tensor.dim %p, %c0 : tensor<19xf32>
  %g = tensor.generate %d { ^bb0(%k: index): %v = tensor.extract %p[%k] : tensor<19xf32>  tensor.yield %v : f32 } : tensor<?xf32>
  %y = tensor.expand_shape %r [[0, 1]] output_shape [4, 4] : tensor<16xf32> into tensor<4x4xf32>
  %w = tensor.collapse_shape %y [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
  return %w : tensor<16xf32>
}
