(* The vector forms of src/game/x86_64.rs, lane by lane.

   What each instruction does to one lane is written down below from Intel's description of it; that
   is taken on trust, as is that equal lanes are treated alike. A "lane" is one of 64 bits. Where it
   holds two positions of 32 bits, the lower half is position 0 and the upper half position 1.

   Above each definition stands the Rust function, without its comments. *)

From Coq Require Import ZArith Lia Bool.
From Coq Require List.
From Wythoff Require Import Game Wythoff Constants Width Machine Code.
Open Scope Z_scope.

Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.

(* --- Instructions ------------------------------------------------------------------------------ *)

(* _mm512_madd52lo_epu64, _mm512_madd52hi_epu64: the lowest 52 bits of each factor, either half of
   the product, added to the accumulator. *)
Definition lo (x y : Z) : Z := ((x mod 2 ^ 52) * (y mod 2 ^ 52)) mod 2 ^ 52.
Definition hi (x y : Z) : Z := ((x mod 2 ^ 52) * (y mod 2 ^ 52)) / 2 ^ 52.
Definition madd52lo (acc x y : Z) : Z := wrapping_add 64 acc (lo x y).
Definition madd52hi (acc x y : Z) : Z := wrapping_add 64 acc (hi x y).

(* _mm512_mul_epu32, _mm256_mul_epu32: the lower halves of both factors. *)
Definition mul_epu32 (x y : Z) : Z := (x mod 2 ^ 32) * (y mod 2 ^ 32).

(* _mm512_mulhi_epu16 with the same 16-bit factor everywhere, on 32 bits: the upper half of the
   product, for each 16 bits apart. *)
Definition mulhi_epu16 (x y : Z) : Z :=
  ((x / 2 ^ 16) * y / 2 ^ 16) * 2 ^ 16 + ((x mod 2 ^ 16) * y / 2 ^ 16).

(* The number that 64 bits stand for where they are read with a sign. *)
Definition signed (x : Z) : Z := if x <? 2 ^ 63 then x else x - 2 ^ 64.

(* _mm256_xor_si256 with all ones, and with the top bit alone. *)
Definition flip_all (x : Z) : Z := 2 ^ 64 - 1 - x.
Definition flip_top (x : Z) : Z := wrapping_add 64 x (2 ^ 63).

(* --- Common ground ----------------------------------------------------------------------------- *)

(* A bit says the right thing of a position. *)
Definition right (bit : bool) (a b : Z) : Prop := bit = true <-> cold move (at_ a b).

(* Two values of 32 bits in a lane of 64. *)
Definition in_lane (x0 x1 : Z) : Z := x1 * 2 ^ 32 + x0.

Ltac open_instructions := unfold
  madd52lo, madd52hi, lo, hi, mul_epu32, mulhi_epu16, signed, flip_all, flip_top, in_lane,
  wrapping_add, wrapping_sub, shl, cast in *.

(* Half a product has 52 bits, so that adding it to less than 2^63 doesn't wrap. *)
Lemma half_product : forall x y, 0 <= lo x y < 2 ^ 52 /\ 0 <= hi x y < 2 ^ 52.
Proof.
  intros x y. unfold lo, hi.
  pose proof (Z.mod_pos_bound x (2 ^ 52) ltac:(lia)). pose proof (Z.mod_pos_bound y (2 ^ 52) ltac:(lia)).
  set (u := x mod 2 ^ 52) in *. set (v := y mod 2 ^ 52) in *.
  assert (0 <= u * v <= (2 ^ 52 - 1) * (2 ^ 52 - 1)) by nia. set (p := u * v) in *. clearbody p. lia.
Qed.

Lemma madd52lo_adds : forall acc x y, 0 <= acc < 2 ^ 63 -> madd52lo acc x y = acc + lo x y.
Proof.
  intros acc x y H. pose proof (half_product x y). unfold madd52lo, wrapping_add. apply Z.mod_small. lia.
Qed.

Lemma madd52hi_adds : forall acc x y, 0 <= acc < 2 ^ 63 -> madd52hi acc x y = acc + hi x y.
Proof.
  intros acc x y H. pose proof (half_product x y). unfold madd52hi, wrapping_add. apply Z.mod_small. lia.
Qed.

(* What is to be shown of a lane: that the bit is set exactly if the smaller pile is d + h. *)
Lemma right_by_floor : forall bit a b h, 0 <= a -> 0 <= b ->
  let d := Z.abs (b - a) in lower 1 d (d + h) ->
  (bit = true <-> Z.min a b = d + h) -> right bit a b.
Proof.
  intros bit a b h Ha Hb d Hl Hbit. unfold right. rewrite (cold_by_floor a b h Ha Hb Hl). exact Hbit.
Qed.

(* --- cold_words_x32, cold_words_x16 -------------------------------------------------------------- *)

(* src/game/x86_64.rs:

pub(crate) fn cold_words_x32(x: __m512i, y: __m512i) -> __mmask32 {
    const A: i16 = (PHI_FRAC_64_UP >> 48) as u16 as i16;
    let m = _mm512_min_epu16(x, y);
    let d = _mm512_sub_epi16(_mm512_max_epu16(x, y), m);
    let h = _mm512_mulhi_epu16(d, _mm512_set1_epi16(A));
    _mm512_cmpeq_epi16_mask(_mm512_sub_epi16(m, d), h)
}
*)

(* The same operations on half as many lanes: *)

(* src/game/x86_64.rs:

pub(crate) fn cold_words_x16(x: __m256i, y: __m256i) -> __m256i {
    const A: i16 = (PHI_FRAC_64_UP >> 48) as u16 as i16;
    let m = _mm256_min_epu16(x, y);
    let d = _mm256_sub_epi16(_mm256_max_epu16(x, y), m);
    let h = _mm256_mulhi_epu16(d, _mm256_set1_epi16(A));
    _mm256_cmpeq_epi16(_mm256_sub_epi16(m, d), h)
}
*)
Definition A_16 : Z := shr PHI_FRAC_64_UP 48.

Definition cold_words (x y : Z) : bool :=
  let m := Z.min x y in
  let d := wrapping_sub 16 (Z.max x y) m in
  let h := d * A_16 / 2 ^ 16 in
  wrapping_sub 16 m d =? h.

(* With 16 bits of the constant the floor is right as far as 381: each of them is looked at. *)
Lemma floor_16 : forall d, 0 <= d <= 381 -> d * PHI_LIMB_1_UP / 2 ^ 52 = d * A_16 / 2 ^ 16.
Proof.
  assert (All : List.forallb (fun n => let d := Z.of_nat n in d * PHI_LIMB_1_UP / 2 ^ 52 =? d * A_16 / 2 ^ 16)
    (List.seq 0 382) = true) by (vm_compute; reflexivity).
  intros d Hd. rewrite List.forallb_forall in All.
  specialize (All (Z.to_nat d)). cbv zeta in All. rewrite Z2Nat.id in All by lia.
  apply Z.eqb_eq, All. apply List.in_seq. lia.
Qed.

(* They are right for piles below 1000: beyond 381 there is no cold position with such a difference. *)
Theorem cold_words_right : forall x y, 0 <= x < 1000 -> 0 <= y < 1000 -> right (cold_words x y) x y.
Proof.
  intros x y Hx Hy.
  assert (Max : D_MAX_LIMB_1_UP = 90734617) by reflexivity.
  eapply (right_by_floor _ x y (Z.abs (y - x) * PHI_LIMB_1_UP / 2 ^ 52)); [lia|lia|apply width_limb_1; lia|].
  unfold cold_words. cbv zeta. rewrite Z.eqb_eq.
  assert (E : wrapping_sub 16 (Z.max x y) (Z.min x y) = Z.abs (y - x)).
  { unfold wrapping_sub. rewrite Z.mod_small; lia. }
  rewrite E. set (d := Z.abs (y - x)).
  assert (Hd : 0 <= d < 1000 /\ Z.min x y <= 999 - d) by (unfold d; lia).
  set (m := Z.min x y) in *. assert (Hm : 0 <= m) by (unfold m; lia). clearbody d m.
  pose proof (floor_16 d) as Floor.
  assert (Bound : 382 <= d -> 236 <= d * PHI_LIMB_1_UP / 2 ^ 52) by (digits; lia).
  set (h := d * PHI_LIMB_1_UP / 2 ^ 52) in *. clearbody h.
  set (A := A_16) in *. vm_compute in A. subst A. unfold wrapping_sub. digits.
  destruct (Z.le_gt_cases d 381) as [L|G].
  - rewrite <- Floor in * by lia. assert (0 <= h <= 381) by (rewrite Floor by lia; lia). lia.
  - lia.
Qed.

(* --- cold_small_x16 ---------------------------------------------------------------------------- *)

(* src/game/x86_64.rs:

pub(crate) fn cold_small_x16(x: __m512i, y: __m512i) -> __mmask16 {
    let limb = _mm512_set1_epi64(PHI_LIMB_1_UP as i64);
    let zero = _mm512_setzero_si512();
    let m = _mm512_min_epu32(x, y);
    let d = _mm512_sub_epi32(_mm512_max_epu32(x, y), m);
    let even = _mm512_madd52hi_epu64(zero, _mm512_maskz_mov_epi32(0x5555, d), limb);
    let odd = _mm512_madd52hi_epu64(zero, _mm512_srli_epi64::<32>(d), limb);
    let h = _mm512_or_si512(even, _mm512_slli_epi64::<32>(odd));
    _mm512_cmpeq_epi32_mask(_mm512_sub_epi32(m, d), h)
}
*)
Definition cold_small_lane (x0 y0 x1 y1 : Z) : bool * bool :=
  let m0 := Z.min x0 y0 in
  let m1 := Z.min x1 y1 in
  let d0 := wrapping_sub 32 (Z.max x0 y0) m0 in
  let d1 := wrapping_sub 32 (Z.max x1 y1) m1 in
  let d := in_lane d0 d1 in
  let even := madd52hi 0 (d mod 2 ^ 32) PHI_LIMB_1_UP in
  let odd := madd52hi 0 (shr d 32) PHI_LIMB_1_UP in
  let h := either even (shl 64 odd 32) in
  (wrapping_sub 32 m0 d0 =? h mod 2 ^ 32, wrapping_sub 32 m1 d1 =? h / 2 ^ 32).

(* "Or" of an even result and an odd one that was shifted up puts them into their halves. *)
Lemma or_of_halves : forall even odd, 0 <= even < 2 ^ 32 -> 0 <= odd < 2 ^ 32 ->
  either even (shl 64 odd 32) = in_lane even odd.
Proof.
  intros even odd He Ho. unfold shl. rewrite Z.shiftl_mul_pow2 by lia. rewrite cast_small by lia.
  unfold either. rewrite Z.lor_comm. apply either_add; lia.
Qed.

(* The halves of a lane. *)
Lemma lower_half : forall x0 x1, 0 <= x0 < 2 ^ 32 -> in_lane x0 x1 mod 2 ^ 32 = x0.
Proof. intros. unfold in_lane. lia. Qed.
Lemma upper_half : forall x0 x1, 0 <= x0 < 2 ^ 32 -> in_lane x0 x1 / 2 ^ 32 = x1.
Proof. intros. unfold in_lane. lia. Qed.

(* Difference and, wrapping, "m - d", of piles below half of the range. *)
Lemma difference_32 : forall x y, word 32 x -> word 32 y ->
  wrapping_sub 32 (Z.max x y) (Z.min x y) = Z.abs (y - x).
Proof. unfold word, wrapping_sub. intros. rewrite Z.mod_small; lia. Qed.

(* `cold_small_x16` is right for piles below 9 * 10^7. *)
Theorem cold_small_x16_right : forall x0 y0 x1 y1,
  0 <= x0 < 90000000 -> 0 <= y0 < 90000000 -> 0 <= x1 < 90000000 -> 0 <= y1 < 90000000 ->
  right (fst (cold_small_lane x0 y0 x1 y1)) x0 y0 /\ right (snd (cold_small_lane x0 y0 x1 y1)) x1 y1.
Proof.
  intros x0 y0 x1 y1 Hx0 Hy0 Hx1 Hy1. unfold cold_small_lane. cbv zeta.
  rewrite !difference_32 by (unfold word; lia).
  rewrite shr_div by lia. rewrite lower_half, upper_half by lia.
  assert (Product : forall d, 0 <= d < 90000000 ->
    madd52hi 0 d PHI_LIMB_1_UP = d * PHI_LIMB_1_UP / 2 ^ 52 /\ 0 <= d * PHI_LIMB_1_UP / 2 ^ 52 < 90000000).
  { intros d Hd. open_instructions. digits. lia. }
  destruct (Product (Z.abs (y0 - x0)) ltac:(lia)) as [E0 B0].
  destruct (Product (Z.abs (y1 - x1)) ltac:(lia)) as [E1 B1].
  rewrite E0, E1. rewrite or_of_halves by lia. rewrite lower_half, upper_half by lia.
  assert (Max : D_MAX_LIMB_1_UP = 90734617) by reflexivity.
  assert (Bit : forall a b h, 0 <= a < 90000000 -> 0 <= b < 90000000 -> 0 <= h < 90000000 ->
    ((wrapping_sub 32 (Z.min a b) (Z.abs (b - a)) =? h) = true <-> Z.min a b = Z.abs (b - a) + h)).
  { intros a b h Ha Hb Hh. rewrite Z.eqb_eq. unfold wrapping_sub. lia. }
  split; cbn [fst snd].
  - eapply right_by_floor; [lia|lia|apply width_limb_1; lia|apply Bit; lia].
  - eapply right_by_floor; [lia|lia|apply width_limb_1; lia|apply Bit; lia].
Qed.

(* --- cold_u31_x16, cold_u31_x8 ----------------------------------------------------------------- *)

(* src/game/x86_64.rs:

pub(crate) fn cold_u31_x16(x: __m512i, y: __m512i, often: bool) -> __mmask16 {
    const ROUGH: i16 = (PHI_FRAC_64_UP >> 48) as u16 as i16;
    const HIGH: i64 = (PHI_FRAC_64_UP >> 32) as i64;
    const LOW: i64 = (PHI_FRAC_64_UP & 0xffff_ffff) as i64;
    let m = _mm512_min_epu32(x, y);
    let d = _mm512_sub_epi32(_mm512_max_epu32(x, y), m);
    let e = _mm512_sub_epi32(m, d);
    let rough = _mm512_mulhi_epu16(d, _mm512_set1_epi16(ROUGH));
    let near = _mm512_cmplt_epu32_mask(_mm512_sub_epi32(e, rough), _mm512_set1_epi32(1 << 17));
    if !often && near == 0 {
        return 0;
    }
    let (high, low) = (_mm512_set1_epi64(HIGH), _mm512_set1_epi64(LOW));
    let product = |d| {
        let low = _mm512_srli_epi64::<32>(_mm512_mul_epu32(d, low));
        _mm512_add_epi64(_mm512_mul_epu32(d, high), low)
    };
    let even = _mm512_srli_epi64::<32>(product(d));
    let odd = product(_mm512_srli_epi64::<32>(d));
    let h = _mm512_mask_blend_epi32(0xaaaa, even, odd);
    _mm512_cmpeq_epi32_mask(e, h)
}
*)
Definition ROUGH : Z := shr PHI_FRAC_64_UP 48.
Definition HIGH : Z := shr PHI_FRAC_64_UP 32.
Definition LOW : Z := mask PHI_FRAC_64_UP (2 ^ 32 - 1).

(* The rough test, of one position. *)
Definition near_u31 (x y : Z) : bool :=
  let m := Z.min x y in
  let d := wrapping_sub 32 (Z.max x y) m in
  let e := wrapping_sub 32 m d in
  wrapping_sub 32 e (mulhi_epu16 d ROUGH) <? 2 ^ 17.

(* The exact part. *)
Definition product_u31 (d : Z) : Z := wrapping_add 64 (mul_epu32 d HIGH) (shr (mul_epu32 d LOW) 32).
Definition cold_u31_lane (x0 y0 x1 y1 : Z) : bool * bool :=
  let m0 := Z.min x0 y0 in
  let m1 := Z.min x1 y1 in
  let d0 := wrapping_sub 32 (Z.max x0 y0) m0 in
  let d1 := wrapping_sub 32 (Z.max x1 y1) m1 in
  let d := in_lane d0 d1 in
  let even := product_u31 d in
  let odd := product_u31 (shr d 32) in
  let h := in_lane (shr even 32 mod 2 ^ 32) (odd / 2 ^ 32) in
  (wrapping_sub 32 m0 d0 =? h mod 2 ^ 32, wrapping_sub 32 m1 d1 =? h / 2 ^ 32).

(* The rough test of `cold_u31_x16` never rejects a cold position. *)
Theorem near_u31_passes_cold : forall x y, word 31 x -> word 31 y ->
  cold move (at_ x y) -> near_u31 x y = true.
Proof.
  unfold word. intros x y Hx Hy Hc.
  apply (cold_by_floor x y (Z.abs (y - x) * PHI_FRAC_64_UP / 2 ^ 64)) in Hc; [|lia|lia|apply width_64; lia].
  unfold near_u31. cbv zeta. rewrite difference_32 by (unfold word; lia).
  rewrite Z.ltb_lt. rewrite Hc. clear Hc.
  set (d := Z.abs (y - x)) in *. assert (0 <= d < 2 ^ 31) by lia. clearbody d.
  set (R := ROUGH). vm_compute in R. subst R. unfold mulhi_epu16. digits.
  set (h := d * 11400714819323198486 / 2 ^ 64).
  set (q := d / 2 ^ 16 * 40503 / 2 ^ 16 * 2 ^ 16 + d mod 2 ^ 16 * 40503 / 2 ^ 16).
  assert (Hh : 0 <= h < 2 ^ 31) by (unfold h; lia).
  assert (Near : 0 <= h - q < 2 ^ 17) by (unfold h, q; lia).
  clearbody h q.
  assert (E : wrapping_sub 32 (d + h) d = h) by (unfold wrapping_sub; rewrite Z.mod_small; lia).
  rewrite E. unfold wrapping_sub. rewrite Z.mod_small; lia.
Qed.

(* The exact part of `cold_u31_x16`, which is all of `cold_u31_x8`, is right for piles below 2^31. *)
Theorem cold_u31_right : forall x0 y0 x1 y1, word 31 x0 -> word 31 y0 -> word 31 x1 -> word 31 y1 ->
  right (fst (cold_u31_lane x0 y0 x1 y1)) x0 y0 /\ right (snd (cold_u31_lane x0 y0 x1 y1)) x1 y1.
Proof.
  unfold word. intros x0 y0 x1 y1 Hx0 Hy0 Hx1 Hy1. unfold cold_u31_lane. cbv zeta.
  rewrite !difference_32 by (unfold word; lia).
  rewrite !shr_div by lia. rewrite upper_half by lia.
  assert (Product : forall d, 0 <= d < 2 ^ 31 -> forall above,
    product_u31 (in_lane d above) / 2 ^ 32 = d * PHI_FRAC_64_UP / 2 ^ 64 /\
    0 <= d * PHI_FRAC_64_UP / 2 ^ 64 < 2 ^ 31).
  { intros d Hd above. unfold product_u31. rewrite shr_div by lia. unfold mul_epu32.
    rewrite lower_half by lia.
    set (H := HIGH). set (L := LOW). vm_compute in H, L. subst H L. open_instructions. digits. lia. }
  destruct (Product (Z.abs (y0 - x0)) ltac:(lia) (Z.abs (y1 - x1))) as [E0 B0].
  destruct (Product (Z.abs (y1 - x1)) ltac:(lia) 0) as [E1 B1].
  replace (in_lane (Z.abs (y1 - x1)) 0) with (Z.abs (y1 - x1)) in E1 by (unfold in_lane; lia).
  rewrite E0, E1. rewrite (Z.mod_small (Z.abs (y0 - x0) * PHI_FRAC_64_UP / 2 ^ 64)) by lia.
  rewrite lower_half, upper_half by lia.
  assert (Bit : forall a b h, 0 <= a < 2 ^ 31 -> 0 <= b < 2 ^ 31 -> 0 <= h < 2 ^ 31 ->
    ((wrapping_sub 32 (Z.min a b) (Z.abs (b - a)) =? h) = true <-> Z.min a b = Z.abs (b - a) + h)).
  { intros a b h Ha Hb Hh. rewrite Z.eqb_eq. unfold wrapping_sub. lia. }
  split; cbn [fst snd].
  - eapply right_by_floor; [lia|lia|apply width_64_u32; lia|apply Bit; lia].
  - eapply right_by_floor; [lia|lia|apply width_64_u32; lia|apply Bit; lia].
Qed.

(* All of `cold_u31_x16`: the exact part is skipped, and the answer is 0, if no position is near.
   [some_near] says whether one is; all that matters here is that it is true if one in this lane is. *)
Theorem cold_u31_x16_right : forall often some_near x0 y0 x1 y1,
  word 31 x0 -> word 31 y0 -> word 31 x1 -> word 31 y1 ->
  (near_u31 x0 y0 = true -> some_near = true) -> (near_u31 x1 y1 = true -> some_near = true) ->
  let bits := if negb often && negb some_near then (false, false) else cold_u31_lane x0 y0 x1 y1 in
  right (fst bits) x0 y0 /\ right (snd bits) x1 y1.
Proof.
  intros often some_near x0 y0 x1 y1 Hx0 Hy0 Hx1 Hy1 H0 H1 bits.
  destruct (negb often && negb some_near) eqn:Skip; [|apply cold_u31_right; assumption].
  apply andb_prop in Skip. destruct Skip as [_ Skip]. apply negb_true_iff in Skip. subst some_near.
  unfold bits, right. cbn [fst snd].
  split; (split; [discriminate|]); intros Hc.
  - apply H0, near_u31_passes_cold; assumption.
  - apply H1, near_u31_passes_cold; assumption.
Qed.

(* src/game/x86_64.rs:

pub(crate) fn cold_u31_x8(x: __m256i, y: __m256i) -> u32 {
    let high = _mm256_set1_epi64x((PHI_FRAC_64_UP >> 32) as i64);
    let low = _mm256_set1_epi64x((PHI_FRAC_64_UP & 0xffff_ffff) as i64);
    let m = _mm256_min_epu32(x, y);
    let d = _mm256_sub_epi32(_mm256_max_epu32(x, y), m);
    let product = |d| {
        let low = _mm256_srli_epi64::<32>(_mm256_mul_epu32(d, low));
        _mm256_add_epi64(_mm256_mul_epu32(d, high), low)
    };
    let even = _mm256_srli_epi64::<32>(product(d));
    let odd = product(_mm256_srli_epi64::<32>(d));
    let h = _mm256_blend_epi32::<0xaa>(even, odd);
    let cold = _mm256_cmpeq_epi32(_mm256_sub_epi32(m, d), h);
    _mm256_movemask_ps(_mm256_castsi256_ps(cold)) as u32
}
*)

(* --- cold_u52_x8 ------------------------------------------------------------------------------- *)

(* src/game/x86_64.rs:

pub(crate) fn cold_u52_x8(x: __m512i, y: __m512i) -> __mmask8 {
    let limb_1 = _mm512_set1_epi64(PHI_LIMB_1 as i64);
    let limb_2 = _mm512_set1_epi64(PHI_LIMB_2_UP as i64);
    let m = _mm512_min_epu64(x, y);
    let d = _mm512_sub_epi64(_mm512_max_epu64(x, y), m);
    let low = _mm512_madd52hi_epu64(_mm512_setzero_si512(), d, limb_2);
    let low = _mm512_madd52lo_epu64(low, d, limb_1);
    let a = _mm512_madd52hi_epu64(d, d, limb_1);
    let a = _mm512_add_epi64(a, _mm512_srli_epi64::<52>(low));
    _mm512_cmpeq_epi64_mask(m, a)
}
*)
Definition cold_u52_lane (x y : Z) : bool :=
  let m := Z.min x y in
  let d := wrapping_sub 64 (Z.max x y) m in
  let low := madd52hi 0 d PHI_LIMB_2_UP in
  let low := madd52lo low d PHI_LIMB_1 in
  let a := madd52hi d d PHI_LIMB_1 in
  let a := wrapping_add 64 a (shr low 52) in
  m =? a.

Lemma difference_64 : forall x y, word 64 x -> word 64 y ->
  wrapping_sub 64 (Z.max x y) (Z.min x y) = Z.abs (y - x).
Proof. unfold word, wrapping_sub. intros. rewrite Z.mod_small; lia. Qed.

(* `cold_u52_x8` is right for piles below 2^52. *)
Theorem cold_u52_x8_right : forall x y, word 52 x -> word 52 y -> right (cold_u52_lane x y) x y.
Proof.
  unfold word. intros x y Hx Hy.
  apply (right_by_floor _ x y (Z.abs (y - x) * LIMBS_12_UP / 2 ^ 104)); [lia|lia| |].
  - apply width_limbs_12_up. assert (D_MAX_LIMBS_12_UP = 11289830896450125) by reflexivity. lia.
  - unfold cold_u52_lane. cbv zeta. rewrite difference_64 by (unfold word; lia).
    set (m := Z.min x y) in *. set (d := Z.abs (y - x)) in *.
    assert (0 <= d < 2 ^ 52) by lia. clearbody m d. clear Hx Hy.
    rewrite Z.eqb_eq. rewrite shr_div by lia.
    assert (E : wrapping_add 64 (madd52hi d d PHI_LIMB_1)
      (madd52lo (madd52hi 0 d PHI_LIMB_2_UP) d PHI_LIMB_1 / 2 ^ 52) = d + d * LIMBS_12_UP / 2 ^ 104).
    { pose proof (half_product d PHI_LIMB_1). pose proof (half_product d PHI_LIMB_2_UP).
      rewrite (madd52hi_adds 0) by lia. rewrite madd52hi_adds, madd52lo_adds by lia.
      unfold wrapping_add. rewrite Z.mod_small by lia. unfold lo, hi. digits.
      rewrite (Z.mod_small d) by lia. lia. }
    rewrite E. reflexivity.
Qed.

(* --- cold_u64_x8 ------------------------------------------------------------------------------- *)

(* src/game/x86_64.rs:

pub(crate) fn cold_u64_x8(x: __m512i, y: __m512i, often: bool) -> __mmask8 {
    let limb_1 = _mm512_set1_epi64(PHI_LIMB_1 as i64);
    let zero = _mm512_setzero_si512();
    let m = _mm512_min_epu64(x, y);
    let d = _mm512_sub_epi64(_mm512_max_epu64(x, y), m);
    let e = _mm512_sub_epi64(m, d);
    let (d0, d1) = (d, _mm512_srli_epi64::<52>(d));
    let rough = _mm512_madd52hi_epu64(zero, d0, limb_1);
    let rough = _mm512_madd52lo_epu64(rough, d1, limb_1);
    let rough = _mm512_slli_epi64::<12>(_mm512_sub_epi64(e, rough));
    let missing = _mm512_add_epi64(d1, _mm512_set1_epi64(2));
    let near = _mm512_cmplt_epu64_mask(rough, _mm512_slli_epi64::<12>(missing));
    if !often && near == 0 {
        return 0;
    }
    let near = _mm512_mask_cmpge_epu64_mask(near, m, d);
    let limb_2 = _mm512_set1_epi64(PHI_LIMB_2 as i64);
    let limb_3 = _mm512_set1_epi64(PHI_LIMB_3 as i64);
    let w104 = _mm512_madd52lo_epu64(zero, d0, limb_2);
    let w104 = _mm512_madd52hi_epu64(w104, d0, limb_3);
    let w104 = _mm512_madd52lo_epu64(w104, d1, limb_3);
    let w52 = _mm512_srli_epi64::<52>(w104);
    let w52 = _mm512_madd52lo_epu64(w52, d0, limb_1);
    let w52 = _mm512_madd52hi_epu64(w52, d0, limb_2);
    let w52 = _mm512_madd52lo_epu64(w52, d1, limb_2);
    let w52 = _mm512_madd52hi_epu64(w52, d1, limb_3);
    let h = _mm512_srli_epi64::<52>(w52);
    let h = _mm512_madd52hi_epu64(h, d0, limb_1);
    let h = _mm512_madd52lo_epu64(h, d1, limb_1);
    let h = _mm512_madd52hi_epu64(h, d1, limb_2);
    let top = _mm512_madd52hi_epu64(zero, d1, limb_1);
    let h = _mm512_add_epi64(h, _mm512_slli_epi64::<52>(top));
    _mm512_mask_cmpeq_epi64_mask(near, e, h)
}
*)
Definition near_u64 (x y : Z) : bool :=
  let m := Z.min x y in
  let d := wrapping_sub 64 (Z.max x y) m in
  let e := wrapping_sub 64 m d in
  let d1 := shr d 52 in
  let rough := madd52hi 0 d PHI_LIMB_1 in
  let rough := madd52lo rough d1 PHI_LIMB_1 in
  let rough := shl 64 (wrapping_sub 64 e rough) 12 in
  let missing := wrapping_add 64 d1 2 in
  rough <? shl 64 missing 12.

Definition floor_alpha_u64_lane (d : Z) : Z :=
  let d0 := d in
  let d1 := shr d 52 in
  let w104 := madd52lo 0 d0 PHI_LIMB_2 in
  let w104 := madd52hi w104 d0 PHI_LIMB_3 in
  let w104 := madd52lo w104 d1 PHI_LIMB_3 in
  let w52 := shr w104 52 in
  let w52 := madd52lo w52 d0 PHI_LIMB_1 in
  let w52 := madd52hi w52 d0 PHI_LIMB_2 in
  let w52 := madd52lo w52 d1 PHI_LIMB_2 in
  let w52 := madd52hi w52 d1 PHI_LIMB_3 in
  let h := shr w52 52 in
  let h := madd52hi h d0 PHI_LIMB_1 in
  let h := madd52lo h d1 PHI_LIMB_1 in
  let h := madd52hi h d1 PHI_LIMB_2 in
  let top := madd52hi 0 d1 PHI_LIMB_1 in
  wrapping_add 64 h (shl 64 top 52).

Definition cold_u64_lane (x y : Z) : bool :=
  let m := Z.min x y in
  let d := wrapping_sub 64 (Z.max x y) m in
  let e := wrapping_sub 64 m d in
  near_u64 x y && (m >=? d) && (e =? floor_alpha_u64_lane d).

(* Products of parts, added up by their weight, with the low half of the lightest one left out:
   exactly the product with all three limbs, rounded down. *)
Lemma floor_alpha_u64_lane_is : forall d, word 64 d ->
  floor_alpha_u64_lane d = d * LIMBS_123 / 2 ^ 156.
Proof.
  unfold word. intros d Hd. unfold floor_alpha_u64_lane. cbv zeta. unfold shl.
  rewrite Z.shiftl_mul_pow2 by lia. rewrite !shr_div by lia.
  set (d1 := d / 2 ^ 52). assert (Hd1 : 0 <= d1 < 2 ^ 12) by (unfold d1; lia).
  pose proof (half_product d PHI_LIMB_1). pose proof (half_product d PHI_LIMB_2).
  pose proof (half_product d PHI_LIMB_3). pose proof (half_product d1 PHI_LIMB_1).
  pose proof (half_product d1 PHI_LIMB_2). pose proof (half_product d1 PHI_LIMB_3).
  (* Nothing wraps: each sum is of at most five halves, *)
  rewrite !(madd52lo_adds 0) by lia. rewrite !(madd52hi_adds 0) by lia.
  rewrite (madd52hi_adds (0 + lo d PHI_LIMB_2)) by lia.
  rewrite (madd52lo_adds (0 + lo d PHI_LIMB_2 + hi d PHI_LIMB_3)) by lia.
  set (w104 := 0 + lo d PHI_LIMB_2 + hi d PHI_LIMB_3 + lo d1 PHI_LIMB_3).
  assert (0 <= w104 / 2 ^ 52 < 4) by lia.
  rewrite (madd52lo_adds (w104 / 2 ^ 52)) by lia.
  rewrite (madd52hi_adds (w104 / 2 ^ 52 + lo d PHI_LIMB_1)) by lia.
  rewrite (madd52lo_adds (w104 / 2 ^ 52 + lo d PHI_LIMB_1 + hi d PHI_LIMB_2)) by lia.
  rewrite (madd52hi_adds (w104 / 2 ^ 52 + lo d PHI_LIMB_1 + hi d PHI_LIMB_2 + lo d1 PHI_LIMB_2)) by lia.
  set (w52 := w104 / 2 ^ 52 + lo d PHI_LIMB_1 + hi d PHI_LIMB_2 + lo d1 PHI_LIMB_2 + hi d1 PHI_LIMB_3).
  assert (0 <= w52 / 2 ^ 52 < 5) by lia.
  rewrite (madd52hi_adds (w52 / 2 ^ 52)) by lia.
  rewrite (madd52lo_adds (w52 / 2 ^ 52 + hi d PHI_LIMB_1)) by lia.
  rewrite (madd52hi_adds (w52 / 2 ^ 52 + hi d PHI_LIMB_1 + lo d1 PHI_LIMB_1)) by lia.
  (* and the result is below 2^64. *)
  assert (Top : 0 <= hi d1 PHI_LIMB_1 < 2 ^ 12).
  { unfold hi. rewrite (Z.mod_small d1) by lia. digits. lia. }
  unfold cast. rewrite (Z.mod_small ((0 + hi d1 PHI_LIMB_1) * 2 ^ 52)) by lia.
  assert (E : w52 / 2 ^ 52 + hi d PHI_LIMB_1 + lo d1 PHI_LIMB_1 + hi d1 PHI_LIMB_2
    + (0 + hi d1 PHI_LIMB_1) * 2 ^ 52 = d * LIMBS_123 / 2 ^ 156).
  { subst w52 w104 d1. unfold lo, hi. rewrite (Z.mod_small (d / 2 ^ 52)) by lia.
    set (C := LIMBS_123). vm_compute in C. subst C. digits. lia. }
  unfold wrapping_add. rewrite E. apply Z.mod_small.
  set (C := LIMBS_123). vm_compute in C. subst C. lia.
Qed.

(* The rough test of `cold_u64_x8` never rejects a cold position. *)
Theorem near_u64_passes_cold : forall x y, word 64 x -> word 64 y ->
  cold move (at_ x y) -> near_u64 x y = true.
Proof.
  unfold word. intros x y Hx Hy Hc.
  apply (cold_by_floor x y (Z.abs (y - x) * PHI_FRAC_128 / 2 ^ 128)) in Hc; [|lia|lia|apply width_128; lia].
  unfold near_u64. cbv zeta. rewrite difference_64 by (unfold word; lia).
  rewrite Hc. assert (Z.abs (y - x) + Z.abs (y - x) * PHI_FRAC_128 / 2 ^ 128 < 2 ^ 64) by lia. clear Hc.
  set (d := Z.abs (y - x)) in *. assert (0 <= d < 2 ^ 64) by lia. clearbody d. clear Hx Hy.
  rewrite !shr_div by lia.
  assert (0 <= d * PHI_FRAC_128 / 2 ^ 128) by (digits; lia).
  assert (E : wrapping_sub 64 (d + d * PHI_FRAC_128 / 2 ^ 128) d = d * PHI_FRAC_128 / 2 ^ 128)
    by (unfold wrapping_sub; rewrite Z.mod_small; lia).
  rewrite E. clear E. pose proof (half_product d PHI_LIMB_1). pose proof (half_product (d / 2 ^ 52) PHI_LIMB_1).
  rewrite madd52hi_adds by lia. rewrite madd52lo_adds by lia. rewrite Z.ltb_lt.
  (* Of d1 * L the multiplier gives what is below 2^52. *)
  set (d1 := d / 2 ^ 52) in *. assert (0 <= d1 < 2 ^ 12) by (unfold d1; lia).
  set (t := d * PHI_FRAC_128 / 2 ^ 128 - hi d PHI_LIMB_1 - d1 * PHI_LIMB_1).
  assert (Near : 0 <= t < d1 + 2) by (subst t d1; unfold hi; digits; lia).
  assert (K : d * PHI_FRAC_128 / 2 ^ 128 - (0 + hi d PHI_LIMB_1 + lo d1 PHI_LIMB_1)
    = t + 2 ^ 52 * (d1 * PHI_LIMB_1 / 2 ^ 52)).
  { subst t. unfold lo. rewrite (Z.mod_small d1) by lia. digits. lia. }
  unfold wrapping_sub, wrapping_add. rewrite K. unfold shl, cast. rewrite !Z.shiftl_mul_pow2 by lia.
  rewrite (Z.mod_small (d1 + 2)) by lia. rewrite (Z.mod_small ((d1 + 2) * 2 ^ 12)) by lia.
  set (k := d1 * PHI_LIMB_1 / 2 ^ 52). clearbody k t d1. clear - Near.
  assert (((t + 2 ^ 52 * k) mod 2 ^ 64 * 2 ^ 12) mod 2 ^ 64 = (t * 2 ^ 12) mod 2 ^ 64) by lia.
  lia.
Qed.

(* The exact part of `cold_u64_x8` is right for all u64 piles. *)
Theorem cold_u64_right : forall x y, word 64 x -> word 64 y -> right (cold_u64_lane x y) x y.
Proof.
  intros x y Hx Hy.
  assert (Hl : lower 1 (Z.abs (y - x)) (Z.abs (y - x) + Z.abs (y - x) * LIMBS_123 / 2 ^ 156)).
  { apply width_limbs_123. unfold word in *. lia. }
  assert (Hh : 0 <= Z.abs (y - x) * LIMBS_123 / 2 ^ 156) by (digits; lia).
  unfold right. unfold cold_u64_lane. cbv zeta.
  rewrite difference_64 by assumption. rewrite floor_alpha_u64_lane_is by (unfold word in *; lia).
  rewrite !andb_true_iff, Z.eqb_eq, Z.geb_le. split.
  - intros [[_ Hn] E]. apply (cold_by_floor x y _ ltac:(unfold word in *; lia) ltac:(unfold word in *; lia) Hl).
    rewrite <- E. unfold wrapping_sub. unfold word in *. rewrite Z.mod_small; lia.
  - intros Hc. pose proof (near_u64_passes_cold x y ltac:(assumption) ltac:(assumption) Hc).
    apply (cold_by_floor x y _ ltac:(unfold word in *; lia) ltac:(unfold word in *; lia) Hl) in Hc.
    rewrite Hc. unfold wrapping_sub. unfold word in *. repeat split; try assumption; rewrite ?Z.mod_small; lia.
Qed.

(* All of `cold_u64_x8`: right for all u64 piles, whether or not what follows the rough test is skipped. *)
Theorem cold_u64_x8_right : forall often some_near x y, word 64 x -> word 64 y ->
  (near_u64 x y = true -> some_near = true) ->
  right (if negb often && negb some_near then false else cold_u64_lane x y) x y.
Proof.
  intros often some_near x y Hx Hy H.
  destruct (negb often && negb some_near) eqn:Skip; [|apply cold_u64_right; assumption].
  apply andb_prop in Skip. destruct Skip as [_ Skip]. apply negb_true_iff in Skip. subst some_near.
  unfold right. split; [discriminate|]. intros Hc. apply H, near_u64_passes_cold; assumption.
Qed.

(* --- may_be_cold_u64_x4 ------------------------------------------------------------------------ *)

(* src/game/x86_64.rs:

pub(crate) fn may_be_cold_u64_x4(x: __m256i, y: __m256i) -> u32 {
    const A: i64 = (PHI_FRAC_128 >> 96) as i64;
    let a = _mm256_set1_epi64x(A);
    let top = _mm256_set1_epi64x(i64::MIN);
    let less = _mm256_cmpgt_epi64(_mm256_xor_si256(y, top), _mm256_xor_si256(x, top));
    let m = _mm256_blendv_epi8(y, x, less);
    let d = _mm256_sub_epi64(x, y);
    let d = _mm256_sub_epi64(_mm256_xor_si256(d, less), less);
    let d1 = _mm256_srli_epi64::<32>(d);
    let e = _mm256_sub_epi64(m, d);
    let q = _mm256_add_epi64(
        _mm256_mul_epu32(d1, a),
        _mm256_srli_epi64::<32>(_mm256_mul_epu32(d, a)),
    );
    let above = _mm256_sub_epi64(e, q);
    let far = _mm256_cmpgt_epi64(above, _mm256_add_epi64(d1, _mm256_set1_epi64x(1)));
    let far = _mm256_or_si256(far, above);
    !_mm256_movemask_pd(_mm256_castsi256_pd(far)) as u32 & 0b1111
}
*)
Definition may_be_cold_lane (x y : Z) : bool :=
  let A := shr PHI_FRAC_128 96 in
  let less := signed (flip_top y) >? signed (flip_top x) in
  let m := if less then x else y in
  let d := wrapping_sub 64 x y in
  let d := if less then wrapping_sub 64 (flip_all d) (2 ^ 64 - 1) else d in
  let d1 := shr d 32 in
  let e := wrapping_sub 64 m d in
  let q := wrapping_add 64 (mul_epu32 d1 A) (shr (mul_epu32 d A) 32) in
  let above := wrapping_sub 64 e q in
  let far := signed above >? signed (wrapping_add 64 d1 1) in
  negb (far || (2 ^ 63 <=? above)).

(* `may_be_cold_u64_x4` never rejects a cold position. *)
Theorem may_be_cold_u64_x4_passes_cold : forall x y, word 64 x -> word 64 y ->
  cold move (at_ x y) -> may_be_cold_lane x y = true.
Proof.
  unfold word. intros x y Hx Hy Hc.
  apply (cold_by_floor x y (Z.abs (y - x) * PHI_FRAC_128 / 2 ^ 128)) in Hc; [|lia|lia|apply width_128; lia].
  unfold may_be_cold_lane. cbv zeta.
  assert (Less : signed (flip_top y) >? signed (flip_top x) = (y >? x)).
  { unfold signed, flip_top, wrapping_add.
    destruct (Z.ltb_spec ((y + 2 ^ 63) mod 2 ^ 64) (2 ^ 63));
    destruct (Z.ltb_spec ((x + 2 ^ 63) mod 2 ^ 64) (2 ^ 63)); lia. }
  rewrite Less.
  assert (Smaller : (if y >? x then x else y) = Z.min x y) by (destruct (y >? x) eqn:E; lia).
  rewrite Smaller.
  assert (Difference : (if y >? x then wrapping_sub 64 (flip_all (wrapping_sub 64 x y)) (2 ^ 64 - 1)
    else wrapping_sub 64 x y) = Z.abs (y - x)).
  { unfold wrapping_sub, flip_all. destruct (y >? x) eqn:E; lia. }
  rewrite Difference. rewrite Hc.
  assert (Z.abs (y - x) + Z.abs (y - x) * PHI_FRAC_128 / 2 ^ 128 < 2 ^ 64) by lia.
  clear Less Smaller Difference Hc.
  set (d := Z.abs (y - x)) in *. assert (0 <= d < 2 ^ 64) by lia. clearbody d. clear Hx Hy x y.
  assert (0 <= d * PHI_FRAC_128 / 2 ^ 128) by (digits; lia).
  assert (E : wrapping_sub 64 (d + d * PHI_FRAC_128 / 2 ^ 128) d = d * PHI_FRAC_128 / 2 ^ 128)
    by (unfold wrapping_sub; rewrite Z.mod_small; lia).
  rewrite E. clear E. set (A := shr PHI_FRAC_128 96). vm_compute in A. subst A.
  rewrite !shr_div by lia. unfold mul_epu32, wrapping_add. digits.
  set (h := d * 210306068529402873165736369884012333108 / 2 ^ 128) in *.
  set (q := ((d / 2 ^ 32) mod 2 ^ 32 * (2654435769 mod 2 ^ 32) + d mod 2 ^ 32 * (2654435769 mod 2 ^ 32) / 2 ^ 32) mod 2 ^ 64).
  assert (Near : 0 <= h - q <= d / 2 ^ 32 + 1) by (unfold h, q; lia).
  assert (D1 : 0 <= d / 2 ^ 32 < 2 ^ 32) by lia.
  set (d1 := d / 2 ^ 32) in *. clearbody h q d1.
  assert (E : wrapping_sub 64 h q = h - q) by (unfold wrapping_sub; rewrite Z.mod_small; lia).
  rewrite E. rewrite (Z.mod_small (d1 + 1)) by lia.
  unfold signed. replace (h - q <? 2 ^ 63) with true by lia. replace (d1 + 1 <? 2 ^ 63) with true by lia.
  lia.
Qed.
