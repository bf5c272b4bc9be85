;; The source of matrix.wasm; compile it with: npx --package wabt wat2wasm matrix.wat
(module
  (memory (export "memory") 16)
  ;; Adds the product of two matrices of 32-bit floats, row by row, to $out: $x has $rows rows of $inner numbers, $w has
  ;; $inner rows of $columns numbers. $columns is a multiple of 16; $rows and $inner are at least 1.
  (func (export "multiplyAdd") (param $x i32) (param $w i32) (param $out i32) (param $rows i32) (param $inner i32) (param $columns i32)
    (local $k i32) (local $column i32) (local $at i32) (local $wide i32) (local $a v128)
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (local.set $wide (i32.shl (local.get $columns) (i32.const 2)))
    (loop $row
      (local.set $column (i32.const 0))
      (loop $block
        (local.set $at (i32.add (local.get $out) (local.get $column)))
        (local.set $s0 (v128.load (local.get $at)))
        (local.set $s1 (v128.load offset=16 (local.get $at)))
        (local.set $s2 (v128.load offset=32 (local.get $at)))
        (local.set $s3 (v128.load offset=48 (local.get $at)))
        (local.set $at (i32.add (local.get $w) (local.get $column)))
        (local.set $k (i32.const 0))
        (loop $more
          (local.set $a (v128.load32_splat (i32.add (local.get $x) (i32.shl (local.get $k) (i32.const 2)))))
          (local.set $s0 (f32x4.add (local.get $s0) (f32x4.mul (local.get $a) (v128.load (local.get $at)))))
          (local.set $s1 (f32x4.add (local.get $s1) (f32x4.mul (local.get $a) (v128.load offset=16 (local.get $at)))))
          (local.set $s2 (f32x4.add (local.get $s2) (f32x4.mul (local.get $a) (v128.load offset=32 (local.get $at)))))
          (local.set $s3 (f32x4.add (local.get $s3) (f32x4.mul (local.get $a) (v128.load offset=48 (local.get $at)))))
          (local.set $at (i32.add (local.get $at) (local.get $wide)))
          (br_if $more (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 1))) (local.get $inner))))
        (local.set $at (i32.add (local.get $out) (local.get $column)))
        (v128.store (local.get $at) (local.get $s0))
        (v128.store offset=16 (local.get $at) (local.get $s1))
        (v128.store offset=32 (local.get $at) (local.get $s2))
        (v128.store offset=48 (local.get $at) (local.get $s3))
        (br_if $block (i32.lt_u (local.tee $column (i32.add (local.get $column) (i32.const 64))) (local.get $wide))))
      (local.set $x (i32.add (local.get $x) (i32.shl (local.get $inner) (i32.const 2))))
      (local.set $out (i32.add (local.get $out) (local.get $wide)))
      (br_if $row (local.tee $rows (i32.sub (local.get $rows) (i32.const 1)))))))
