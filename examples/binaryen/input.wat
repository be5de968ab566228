;; A program as a compiler leaves it that does not optimise: locals for everything, small functions, debug code.
(module
  (import "console" "log" (func $console/log (param i32)))
  (memory $memory 1)
  (data (i32.const 64) "width is negative\00\00\00\00")
  (global $debug (mut i32) (i32.const 0))
  (export "memory" (memory $memory))
  (export "area" (func $geometry/area))
  (export "perimeter" (func $geometry/perimeter))
  (export "selfTest" (func $debug/selfTest))

  (func $math/square (param $x i32) (result i32)
    (local $result i32)
    (local.set $result (i32.mul (local.get $x) (local.get $x)))
    (return (local.get $result)))

  (func $math/double (param $x i32) (result i32)
    (i32.mul (local.get $x) (i32.const 2)))

  (func $geometry/area (param $width i32) (param $height i32) (result i32)
    (local $area i32)
    (if (global.get $debug)
      (then (call $debug/check (local.get $width))))
    (if (i32.eq (local.get $width) (local.get $height))
      (then (local.set $area (call $math/square (local.get $width))))
      (else (local.set $area (i32.mul (local.get $width) (local.get $height)))))
    (return (local.get $area)))

  (func $geometry/perimeter (param $width i32) (param $height i32) (result i32)
    (i32.add
      (call $math/double (local.get $width))
      (call $math/double (local.get $height))))

  (func $debug/check (param $value i32)
    (if (i32.lt_s (local.get $value) (i32.const 0))
      (then (call $console/log (i32.const 64)) (unreachable))))

  (func $debug/selfTest
    (global.set $debug (i32.const 1))
    (drop (call $geometry/area (i32.const 3) (i32.const 4)))
    (drop (call $geometry/perimeter (i32.const 3) (i32.const 4)))))
