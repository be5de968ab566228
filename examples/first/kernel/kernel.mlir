// The first stage of an image classifier and its last layer: 3x3 convolution, bias, relu6, 2x2 max pooling, then a fully
// connected layer with weights in four-bit blocks of 32, each with a scale of its own, and the index of the best class.

#channel = affine_map<(n, h, w, c) -> (c)>
#pixel = affine_map<(n, h, w, c) -> (n, h, w, c)>
#row = affine_map<(n, o, k) -> (n, k)>
#result = affine_map<(n, o, k) -> (n, o)>

module @classifier {
  func.func private @add_bias(%x: tensor<?x14x14x16xf32>, %bias: tensor<16xf32>) -> tensor<?x14x14x16xf32> {
    %0 = linalg.generic {indexing_maps = [#pixel, #channel, #pixel], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%x, %bias : tensor<?x14x14x16xf32>, tensor<16xf32>) outs(%x : tensor<?x14x14x16xf32>) {
    ^bb0(%in: f32, %b: f32, %out: f32):
      %sum = arith.addf %in, %b : f32
      linalg.yield %sum : f32
    } -> tensor<?x14x14x16xf32>
    return %0 : tensor<?x14x14x16xf32>
  }

  func.func private @relu6(%x: tensor<?x14x14x16xf32>) -> tensor<?x14x14x16xf32> {
    %zero = arith.constant 0.0 : f32
    %six = arith.constant 6.0 : f32
    %0 = linalg.generic {indexing_maps = [#pixel, #pixel], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%x : tensor<?x14x14x16xf32>) outs(%x : tensor<?x14x14x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %low = arith.maximumf %in, %zero : f32
      %high = arith.minimumf %low, %six : f32
      linalg.yield %high : f32
    } -> tensor<?x14x14x16xf32>
    return %0 : tensor<?x14x14x16xf32>
  }

  func.func private @leaky_relu(%x: tensor<?x14x14x16xf32>, %slope: f32) -> tensor<?x14x14x16xf32> {
    %0 = linalg.generic {indexing_maps = [#pixel, #pixel], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%x : tensor<?x14x14x16xf32>) outs(%x : tensor<?x14x14x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %scaled = arith.mulf %in, %slope : f32
      %max = arith.maximumf %in, %scaled : f32
      linalg.yield %max : f32
    } -> tensor<?x14x14x16xf32>
    return %0 : tensor<?x14x14x16xf32>
  }

  func.func private @upsample(%x: tensor<?x7x7x16xf32>) -> tensor<?x14x14x16xf32> {
    %c0 = arith.constant 0 : index
    %n = tensor.dim %x, %c0 : tensor<?x7x7x16xf32>
    %init = tensor.empty(%n) : tensor<?x14x14x16xf32>
    %0 = linalg.generic {indexing_maps = [#pixel], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        outs(%init : tensor<?x14x14x16xf32>) {
    ^bb0(%out: f32):
      %two = arith.constant 2 : index
      %i = linalg.index 0 : index
      %h = linalg.index 1 : index
      %w = linalg.index 2 : index
      %c = linalg.index 3 : index
      %h2 = arith.floordivsi %h, %two : index
      %w2 = arith.floordivsi %w, %two : index
      %v = tensor.extract %x[%i, %h2, %w2, %c] : tensor<?x7x7x16xf32>
      linalg.yield %v : f32
    } -> tensor<?x14x14x16xf32>
    return %0 : tensor<?x14x14x16xf32>
  }

  func.func private @dequantize(%packed: tensor<10x392xi8>, %scales: tensor<10x25xf32>, %o: index, %k: index) -> f32 {
    %block_size = arith.constant 32 : index
    %per_byte = arith.constant 2 : index
    %mask = arith.constant 15 : i8
    %four = arith.constant 4 : i8
    %bias = arith.constant 8 : i8
    %byte = arith.floordivsi %k, %per_byte : index
    %nibble = arith.remsi %k, %per_byte : index
    %block = arith.floordivsi %k, %block_size : index
    %both = tensor.extract %packed[%o, %byte] : tensor<10x392xi8>
    %is_high = arith.index_cast %nibble : index to i8
    %shift = arith.muli %is_high, %four : i8
    %moved = arith.shrui %both, %shift : i8
    %digit = arith.andi %moved, %mask : i8
    %centred = arith.subi %digit, %bias : i8
    %value = arith.sitofp %centred : i8 to f32
    %scale = tensor.extract %scales[%o, %block] : tensor<10x25xf32>
    %weight = arith.mulf %value, %scale : f32
    return %weight : f32
  }

  func.func private @fully_connected(%x: tensor<?x784xf32>, %packed: tensor<10x392xi8>, %scales: tensor<10x25xf32>) -> tensor<?x10xf32> {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %n = tensor.dim %x, %c0 : tensor<?x784xf32>
    %empty = tensor.empty(%n) : tensor<?x10xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x10xf32>) -> tensor<?x10xf32>
    %0 = linalg.generic {indexing_maps = [#row, #result], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%x : tensor<?x784xf32>) outs(%init : tensor<?x10xf32>) {
    ^bb0(%in: f32, %sum: f32):
      %o = linalg.index 1 : index
      %k = linalg.index 2 : index
      %weight = func.call @dequantize(%packed, %scales, %o, %k) : (tensor<10x392xi8>, tensor<10x25xf32>, index, index) -> f32
      %product = arith.mulf %in, %weight : f32
      %next = arith.addf %sum, %product : f32
      linalg.yield %next : f32
    } -> tensor<?x10xf32>
    return %0 : tensor<?x10xf32>
  }

  func.func private @best_class(%scores: tensor<?x10xf32>, %row: index) -> (index, f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c10 = arith.constant 10 : index
    %lowest = arith.constant 0xFF800000 : f32
    %best:2 = scf.for %i = %c0 to %c10 step %c1 iter_args(%at = %c0, %max = %lowest) -> (index, f32) {
      %score = tensor.extract %scores[%row, %i] : tensor<?x10xf32>
      %is_better = arith.cmpf ogt, %score, %max : f32
      %next = arith.select %is_better, %i, %at : index
      %high = arith.maximumf %score, %max : f32
      scf.yield %next, %high : index, f32
    }
    return %best#0, %best#1 : index, f32
  }

  func.func private @check_batch(%n: index) -> index {
    %zero = arith.constant 0 : index
    %limit = arith.constant 1024 : index
    %is_empty = arith.cmpi sle, %n, %zero : index
    cf.cond_br %is_empty, ^none, ^some
  ^none:
    return %zero : index
  ^some:
    %fits = arith.cmpi sle, %n, %limit : index
    cf.assert %fits, "a batch has at most 1024 images"
    %tile = arith.constant 8 : index
    %tiles = arith.ceildivsi %n, %tile : index
    return %tiles : index
  }

  func.func @classify(%images: tensor<?x30x30x3xf32>, %packed: tensor<10x392xi8>, %scales: tensor<10x25xf32>,
                      %classes: memref<?xindex>) -> f32 {
    %zero = arith.constant 0.0 : f32
    %lowest = arith.constant 0xFF800000 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %filter = arith.constant dense<0.111111> : tensor<3x3x3x16xf32>
    %bias = arith.constant dense<[0.1, -0.2, 0.3, 0.0, 0.5, -0.6, 0.7, 0.8, -0.9, 1.0, 1.1, -1.2, 1.3, 1.4, 0.0, -1.6]> : tensor<16xf32>

    %n = tensor.dim %images, %c0 : tensor<?x30x30x3xf32>
    %tiles = func.call @check_batch(%n) : (index) -> index

    %conv_empty = tensor.empty(%n) : tensor<?x14x14x16xf32>
    %conv_init = linalg.fill ins(%zero : f32) outs(%conv_empty : tensor<?x14x14x16xf32>) -> tensor<?x14x14x16xf32>
    %conv = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
        ins(%images, %filter : tensor<?x30x30x3xf32>, tensor<3x3x3x16xf32>) outs(%conv_init : tensor<?x14x14x16xf32>) -> tensor<?x14x14x16xf32>
    %biased = func.call @add_bias(%conv, %bias) : (tensor<?x14x14x16xf32>, tensor<16xf32>) -> tensor<?x14x14x16xf32>
    %active = func.call @relu6(%biased) : (tensor<?x14x14x16xf32>) -> tensor<?x14x14x16xf32>

    %window = tensor.empty() : tensor<2x2xf32>
    %pool_empty = tensor.empty(%n) : tensor<?x7x7x16xf32>
    %pool_init = linalg.fill ins(%lowest : f32) outs(%pool_empty : tensor<?x7x7x16xf32>) -> tensor<?x7x7x16xf32>
    %pooled = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
        ins(%active, %window : tensor<?x14x14x16xf32>, tensor<2x2xf32>) outs(%pool_init : tensor<?x7x7x16xf32>) -> tensor<?x7x7x16xf32>

    %flat = tensor.collapse_shape %pooled [[0], [1, 2, 3]] : tensor<?x7x7x16xf32> into tensor<?x784xf32>
    %scores = func.call @fully_connected(%flat, %packed, %scales) : (tensor<?x784xf32>, tensor<10x392xi8>, tensor<10x25xf32>) -> tensor<?x10xf32>

    %highest = scf.for %tile = %c0 to %tiles step %c1 iter_args(%outer = %lowest) -> f32 {
      %start = arith.muli %tile, %c8 : index
      %stop = arith.addi %start, %c8 : index
      %end = arith.minsi %stop, %n : index
      %inner = scf.for %row = %start to %end step %c1 iter_args(%max = %outer) -> f32 {
        %class, %score = func.call @best_class(%scores, %row) : (tensor<?x10xf32>, index) -> (index, f32)
        memref.store %class, %classes[%row] : memref<?xindex>
        %next = arith.maximumf %max, %score : f32
        scf.yield %next : f32
      }
      scf.yield %inner : f32
    }
    return %highest : f32
  }
}
