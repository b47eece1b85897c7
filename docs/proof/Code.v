(* The algorithm: that the functions of src/game/phi.rs, src/game/tests/limbs.rs and
   src/game/cold.rs compute what they should.

   Above each definition stands the Rust function that it mirrors; scripts/prove compares that text
   with the source. *)

From Coq Require Import ZArith Lia Bool List FMapPositive.
From Wythoff Require Import Game Wythoff Constants Width Machine.
Open Scope Z_scope.

(* --- The multiplications ----------------------------------------------------------------------- *)

(* src/game/phi.rs:

pub(super) const fn floor_alpha(d: u64) -> u64 {
    const HIGH: u64 = (PHI_FRAC_128 >> 64) as u64;
    const LOW: u64 = PHI_FRAC_128 as u64;
    let high = d as u128 * HIGH as u128 + ((d as u128 * LOW as u128) >> 64);
    (high >> 64) as u64
}
*)
Definition floor_alpha (d : Z) : option Z :=
  let HIGH := cast 64 (shr PHI_FRAC_128 64) in
  let LOW := cast 64 PHI_FRAC_128 in
  let? by_high := mul 128 d HIGH in
  let? by_low := mul 128 d LOW in
  let? high := add 128 by_high (shr by_low 64) in
  Some (cast 64 (shr high 64)).

(* src/game/phi.rs:

pub(super) const fn floor_alpha_32(d: u32) -> u32 {
    ((d as u128 * PHI_FRAC_64_UP as u128) >> 64) as u32
}
*)
Definition floor_alpha_32 (d : Z) : option Z :=
  let? product := mul 128 d PHI_FRAC_64_UP in
  Some (cast 32 (shr product 64)).

(* src/game/tests/limbs.rs:

const LIMB_MASK: u64 = (1 << 52) - 1;
*)
Definition LIMB_MASK : Z := 2 ^ 52 - 1.

(* src/game/tests/limbs.rs:

const fn multiply_low_52(x: u64, y: u64) -> u64 {
    debug_assert!(x <= LIMB_MASK, "a 52-bit multiplier ignores the upper bits");
    (x as u128 * y as u128) as u64 & LIMB_MASK
}
*)
Definition multiply_low_52 (x y : Z) : option Z :=
  if x <=? LIMB_MASK then
    let? product := mul 128 x y in
    Some (mask (cast 64 product) LIMB_MASK)
  else None.

(* src/game/tests/limbs.rs:

const fn multiply_high_52(x: u64, y: u64) -> u64 {
    debug_assert!(x <= LIMB_MASK, "a 52-bit multiplier ignores the upper bits");
    ((x as u128 * y as u128) >> 52) as u64
}
*)
Definition multiply_high_52 (x y : Z) : option Z :=
  if x <=? LIMB_MASK then
    let? product := mul 128 x y in
    Some (cast 64 (shr product 52))
  else None.

(* src/game/tests/limbs.rs:

const fn multiply_limbs_12(d: u64, limb_2: u64) -> u64 {
    let middle = multiply_low_52(d, PHI_LIMB_1) + multiply_high_52(d, limb_2);
    multiply_high_52(d, PHI_LIMB_1) + (middle >> 52)
}
*)
Definition multiply_limbs_12 (d limb_2 : Z) : option Z :=
  let? low := multiply_low_52 d PHI_LIMB_1 in
  let? high_2 := multiply_high_52 d limb_2 in
  let? middle := add 64 low high_2 in
  let? high := multiply_high_52 d PHI_LIMB_1 in
  add 64 high (shr middle 52).

(* src/game/tests/limbs.rs:

pub(super) const fn floor_alpha_limb_1(d: u64) -> u64 {
    multiply_high_52(d, PHI_LIMB_1_UP)
}
*)
Definition floor_alpha_limb_1 (d : Z) : option Z := multiply_high_52 d PHI_LIMB_1_UP.

(* src/game/tests/limbs.rs:

pub(super) const fn floor_alpha_limbs_12(d: u64) -> u64 {
    multiply_limbs_12(d, PHI_LIMB_2)
}
*)
Definition floor_alpha_limbs_12 (d : Z) : option Z := multiply_limbs_12 d PHI_LIMB_2.

(* src/game/tests/limbs.rs:

pub(super) const fn floor_alpha_limbs_12_up(d: u64) -> u64 {
    multiply_limbs_12(d, PHI_LIMB_2_UP)
}
*)
Definition floor_alpha_limbs_12_up (d : Z) : option Z := multiply_limbs_12 d PHI_LIMB_2_UP.

(* From here on `lia`, Coq's decision procedure for linear arithmetic, knows what quotient and
   remainder are: all products below are by constants. *)
Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.

(* The constants as digits. *)
Ltac digits := unfold
  LIMB_MASK, LIMBS_123, LIMBS_12, LIMBS_12_UP, PHI_LIMB_1_UP, PHI_LIMB_2_UP,
  PHI_FRAC_128, PHI_FRAC_64_UP, PHI_LIMB_1, PHI_LIMB_2, PHI_LIMB_3 in *.

(* Two multiplications by the halves of the constant are one by the whole of it; nothing overflows,
   and the last cast cuts nothing off. *)
Lemma floor_alpha_is : forall d, word 64 d -> floor_alpha d = Some (d * PHI_FRAC_128 / 2 ^ 128).
Proof.
  unfold word. intros d Hd. unfold floor_alpha.
  set (HIGH := cast 64 (shr PHI_FRAC_128 64)). set (LOW := cast 64 PHI_FRAC_128).
  vm_compute in HIGH, LOW. subst HIGH LOW. cbv zeta. digits.
  unfold mul, add. rewrite fits_some by lia. rewrite fits_some by lia.
  rewrite !shr_div by lia. rewrite fits_some by lia. rewrite shr_div by lia.
  rewrite cast_small by lia. f_equal. lia.
Qed.

(* One multiplication by the 64-bit constant. *)
Lemma floor_alpha_32_is : forall d, word 32 d -> floor_alpha_32 d = Some (d * PHI_FRAC_64_UP / 2 ^ 64).
Proof.
  unfold word. intros d Hd. unfold floor_alpha_32, mul. digits.
  rewrite fits_some by lia. rewrite shr_div by lia. rewrite cast_small by lia. reflexivity.
Qed.

(* The halves of a 52-bit product. *)
Lemma multiply_low_52_is : forall x y, word 52 x -> word 52 y ->
  multiply_low_52 x y = Some ((x * y) mod 2 ^ 52).
Proof.
  unfold word. intros x y Hx Hy. unfold multiply_low_52, mul, LIMB_MASK.
  replace (x <=? 2 ^ 52 - 1) with true by lia.
  assert (0 <= x * y <= (2 ^ 52 - 1) * (2 ^ 52 - 1)) by nia.
  rewrite fits_some by lia. rewrite mask_mod by lia. unfold cast. f_equal. lia.
Qed.

Lemma multiply_high_52_is : forall x y, word 52 x -> word 52 y ->
  multiply_high_52 x y = Some (x * y / 2 ^ 52).
Proof.
  unfold word. intros x y Hx Hy. unfold multiply_high_52, mul, LIMB_MASK.
  replace (x <=? 2 ^ 52 - 1) with true by lia.
  assert (0 <= x * y <= (2 ^ 52 - 1) * (2 ^ 52 - 1)) by nia.
  rewrite fits_some by lia. rewrite shr_div by lia. rewrite cast_small by lia. reflexivity.
Qed.

(* One limb. *)
Lemma floor_alpha_limb_1_is : forall d, word 52 d ->
  floor_alpha_limb_1 d = Some (d * PHI_LIMB_1_UP / 2 ^ 52).
Proof.
  intros d Hd. apply multiply_high_52_is; [assumption|]. split; [vm_compute; discriminate|reflexivity].
Qed.

(* Two limbs: dropping the low half of the second product changes nothing. *)
Lemma multiply_limbs_12_is : forall d l, word 52 d -> word 52 l ->
  multiply_limbs_12 d l = Some (d * (PHI_LIMB_1 * 2 ^ 52 + l) / 2 ^ 104).
Proof.
  intros d l Hd Hl.
  assert (H1 : word 52 PHI_LIMB_1) by (split; [vm_compute; discriminate|reflexivity]).
  unfold multiply_limbs_12.
  rewrite (multiply_low_52_is _ _ Hd H1), (multiply_high_52_is _ _ Hd Hl), (multiply_high_52_is _ _ Hd H1).
  unfold word, add in *. digits.
  assert (0 <= d * l <= (2 ^ 52 - 1) * (2 ^ 52 - 1)) by nia.
  replace (d * (2783377641436327 * 2 ^ 52 + l)) with (d * 2783377641436327 * 2 ^ 52 + d * l) by ring.
  set (p := d * l) in *. clearbody p.
  rewrite fits_some by lia. rewrite shr_div by lia. rewrite fits_some by lia. f_equal. lia.
Qed.

Lemma floor_alpha_limbs_12_is : forall d, word 52 d ->
  floor_alpha_limbs_12 d = Some (d * LIMBS_12 / 2 ^ 104).
Proof.
  intros d Hd. apply multiply_limbs_12_is; [assumption|]. split; [vm_compute; discriminate|reflexivity].
Qed.

Lemma floor_alpha_limbs_12_up_is : forall d, word 52 d ->
  floor_alpha_limbs_12_up d = Some (d * LIMBS_12_UP / 2 ^ 104).
Proof.
  intros d Hd. apply multiply_limbs_12_is; [assumption|]. split; [vm_compute; discriminate|reflexivity].
Qed.

(* Each function computes floor (d * alpha) in the range that its documentation states: d plus the
   result is the lower number of pair d. *)
Theorem floors_right :
  (forall d, word 64 d -> exists h, floor_alpha d = Some h /\ lower 1 d (d + h)) /\
  (forall d, word 32 d -> exists h, floor_alpha_32 d = Some h /\ lower 1 d (d + h)) /\
  (forall d, 0 <= d <= D_MAX_LIMB_1_UP -> exists h, floor_alpha_limb_1 d = Some h /\ lower 1 d (d + h)) /\
  (forall d, 0 <= d <= D_MAX_LIMBS_12 -> exists h, floor_alpha_limbs_12 d = Some h /\ lower 1 d (d + h)) /\
  (forall d, word 52 d -> exists h, floor_alpha_limbs_12_up d = Some h /\ lower 1 d (d + h)).
Proof.
  assert (E1 : D_MAX_LIMB_1_UP = 90734617) by reflexivity.
  assert (E2 : D_MAX_LIMBS_12 = 3124983493589296) by reflexivity.
  assert (E3 : D_MAX_LIMBS_12_UP = 11289830896450125) by reflexivity.
  repeat split; intros d Hd; eexists; (split; [|]).
  - apply floor_alpha_is. assumption.
  - apply width_128. assumption.
  - apply floor_alpha_32_is. assumption.
  - apply width_64_u32. assumption.
  - apply floor_alpha_limb_1_is. unfold word. lia.
  - apply width_limb_1. assumption.
  - apply floor_alpha_limbs_12_is. unfold word. lia.
  - apply width_limbs_12. assumption.
  - apply floor_alpha_limbs_12_up_is. assumption.
  - apply width_limbs_12_up. unfold word in Hd. lia.
Qed.

(* --- The decision ------------------------------------------------------------------------------ *)

(* A position whose piles are given as whole numbers. *)
Definition at_ (a b : Z) : position := (Z.to_nat a, Z.to_nat b).

(* If h is floor (d * alpha) for the difference d of the piles, then the position is cold exactly if
   the smaller pile is d + h. *)
Lemma cold_by_floor : forall a b h, 0 <= a -> 0 <= b ->
  let d := Z.abs (b - a) in lower 1 d (d + h) ->
  (cold move (at_ a b) <-> Z.min a b = d + h).
Proof.
  intros a b h Ha Hb d Hl. rewrite cold_is_pair. unfold at_. cbn [fst snd].
  rewrite !Z2Nat.id by assumption. split.
  - intros [n [Hn [Hd Hm]]]. assert (n = d) by (unfold d; lia). subst n.
    exact (lower_unique 1 ltac:(lia) d _ _ ltac:(unfold d; lia) Hm Hl).
  - intros E. exists d. rewrite E. split; [unfold d; lia|]. split; [unfold d; lia|assumption].
Qed.

(* src/game/cold.rs:

pub const fn is_cold(a: u64, b: u64) -> bool {
    let (m, d) = if a < b { (a, b - a) } else { (b, a - b) };
    (m >= d) & (m.wrapping_sub(d) == floor_alpha(d))
}
*)
Definition is_cold (a b : Z) : option bool :=
  let? (m, d) :=
    if a <? b
    then (let? difference := sub 64 b a in Some (a, difference))
    else (let? difference := sub 64 a b in Some (b, difference)) in
  let? h := floor_alpha d in
  Some ((m >=? d) && (wrapping_sub 64 m d =? h)).

(* src/game/cold.rs:

pub const fn is_cold_u32(a: u32, b: u32) -> bool {
    let (m, d) = if a < b { (a, b - a) } else { (b, a - b) };
    (m >= d) & (m.wrapping_sub(d) == floor_alpha_32(d))
}
*)
Definition is_cold_u32 (a b : Z) : option bool :=
  let? (m, d) :=
    if a <? b
    then (let? difference := sub 32 b a in Some (a, difference))
    else (let? difference := sub 32 a b in Some (b, difference)) in
  let? h := floor_alpha_32 d in
  Some ((m >=? d) && (wrapping_sub 32 m d =? h)).

(* A program answers for a position: it comes to an end without an overflow, and says true exactly
   if the position is cold. *)
Definition answers (program : option bool) (p : position) : Prop :=
  exists answer, program = Some answer /\ (answer = true <-> cold move p).

(* Smaller pile and difference, as both functions find them. *)
Lemma smaller_and_difference : forall bits a b, word bits a -> word bits b ->
  (if a <? b
   then (let? difference := sub bits b a in Some (a, difference))
   else (let? difference := sub bits a b in Some (b, difference)))
  = Some (Z.min a b, Z.abs (b - a)).
Proof.
  unfold word. intros bits a b Ha Hb. unfold sub. set (W := 2 ^ bits) in *.
  destruct (Z.ltb_spec a b).
  - rewrite fits_some by (fold W; lia). f_equal. f_equal; lia.
  - rewrite fits_some by (fold W; lia). f_equal. f_equal; lia.
Qed.

(* The two conditions, joined. *)
Lemma conditions : forall bits m d h, word bits m -> 0 <= d -> 0 <= h ->
  ((m >=? d) && (wrapping_sub bits m d =? h) = true <-> m = d + h).
Proof.
  unfold word, wrapping_sub. intros bits m d h Hm Hd Hh. set (W := 2 ^ bits) in *.
  rewrite andb_true_iff, Z.geb_le, Z.eqb_eq. split.
  - intros [H1 H2]. rewrite Z.mod_small in H2 by lia. lia.
  - intros E. rewrite Z.mod_small by lia. lia.
Qed.

(* `is_cold` is right for all u64 piles. *)
Theorem is_cold_right : forall a b, word 64 a -> word 64 b -> answers (is_cold a b) (at_ a b).
Proof.
  intros a b Ha Hb. unfold answers, is_cold. rewrite smaller_and_difference by assumption.
  unfold word in *.
  rewrite floor_alpha_is by (unfold word; lia).
  set (d := Z.abs (b - a)). set (h := d * PHI_FRAC_128 / 2 ^ 128).
  assert (0 <= h) by (unfold h; digits; lia).
  eexists. split; [reflexivity|].
  rewrite conditions by (unfold word; lia).
  rewrite (cold_by_floor a b h); [reflexivity|lia|lia|]. apply width_128. lia.
Qed.

(* `is_cold_u32` is right for all u32 piles. *)
Theorem is_cold_u32_right : forall a b, word 32 a -> word 32 b -> answers (is_cold_u32 a b) (at_ a b).
Proof.
  intros a b Ha Hb. unfold answers, is_cold_u32. rewrite smaller_and_difference by assumption.
  unfold word in *.
  rewrite floor_alpha_32_is by (unfold word; lia).
  set (d := Z.abs (b - a)). set (h := d * PHI_FRAC_64_UP / 2 ^ 64).
  assert (0 <= h) by (unfold h; digits; lia).
  eexists. split; [reflexivity|].
  rewrite conditions by (unfold word; lia).
  rewrite (cold_by_floor a b h); [reflexivity|lia|lia|]. apply width_64_u32. lia.
Qed.

(* Without the first condition, and with the sum in place of the difference, the function would be
   wrong: the example of the design note in cold.rs. *)
Theorem a_wrapped_sum_is_wrong :
  let m := 1293530146158671551 in let d := 12200160415121876738 in
  m + d = 13493690561280548289 /\
  Some m = option_map (wrapping_add 64 d) (floor_alpha d) /\
  is_cold m (m + d) = Some false.
Proof. vm_compute. tauto. Qed.
