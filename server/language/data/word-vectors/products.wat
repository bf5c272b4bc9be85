;; The source of products.wasm; compile it with: npx --package wabt wat2wasm products.wat
;; The memory begins with the vectors of all words, 112 bytes each, in the order of their indexes.
(module
  (memory (export "memory") 1)
  ;; Writes the dot product of each word's vector with $vector to $out, four bytes each. $count is at least 1.
  (func (export "multiply") (param $vector i32) (param $words i32) (param $count i32) (param $out i32)
    (local $k i32) (local $word i32) (local $sum v128) (local $a v128) (local $b v128)
    (loop $next
      (local.set $word (i32.mul (i32.load (local.get $words)) (i32.const 112)))
      (local.set $k (i32.const 0))
      (local.set $sum (v128.const i32x4 0 0 0 0))
      ;; 16 bytes at a time
      (loop $more
        (local.set $a (v128.load (i32.add (local.get $vector) (local.get $k))))
        (local.set $b (v128.load (i32.add (local.get $word) (local.get $k))))
        (local.set $sum (i32x4.add (local.get $sum) (i32x4.add
          (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $a)) (i16x8.extend_low_i8x16_s (local.get $b)))
          (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $a)) (i16x8.extend_high_i8x16_s (local.get $b))))))
        (br_if $more (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 16))) (i32.const 112))))
      (i32.store (local.get $out) (i32.add
        (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
        (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
      (local.set $words (i32.add (local.get $words) (i32.const 4)))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $next (local.tee $count (i32.sub (local.get $count) (i32.const 1)))))))
