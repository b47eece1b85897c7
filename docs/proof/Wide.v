(* Piles beyond u64, and the slow reference: the quadratic form itself, without any constant
   (src/game/big.rs, src/game/tests/oracle.rs). *)

From Coq Require Import ZArith Lia Bool.
From Wythoff Require Import Game Wythoff Machine Code.
Open Scope Z_scope.

Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.

(* The decision by signs, for piles as whole numbers. *)
Lemma cold_by_signs : forall a b, 0 <= a -> 0 <= b ->
  let m := Z.min a b in let d := Z.abs (b - a) in
  (cold move (at_ a b) <-> d = 0 /\ m = 0 \/ 0 < d /\ m * (m - d) < d * d < (m + 1) * (m + 1 - d)).
Proof.
  intros a b Ha Hb m d. rewrite cold_is_pair. unfold at_. cbn [fst snd].
  rewrite !Z2Nat.id by assumption. fold m. split.
  - intros [n [Hn [Hd Hl]]]. assert (n = d) by (unfold d; lia). subst n. fold m in Hl.
    destruct (Z.eq_dec d 0) as [E|Hd0].
    + left. rewrite E in Hl. apply lower_0 in Hl. lia.
    + right. split; [lia|]. apply lower_strictly in Hl; [|lia|lia]. rewrite !M_1_is_N in Hl.
      unfold N in Hl. lia.
  - intros H. exists d. split; [unfold d; lia|]. split; [unfold d; lia|]. fold m.
    destruct H as [[E Hm]|[Hd Hs]].
    + rewrite E. apply lower_0. assumption.
    + apply lower_strictly; [lia|assumption|]. rewrite !M_1_is_N. unfold N. unfold m in *. lia.
Qed.

(* The two signs as one range: as N has no root, 0 needs no test of its own. *)
Lemma signs_as_range : forall m d, 0 < d -> 0 <= m ->
  (m * (m - d) < d * d < (m + 1) * (m + 1 - d) <-> 0 <= d * d - m * (m - d) <= m + (m - d)).
Proof.
  intros m d Hd Hm. pose proof (no_root 1 ltac:(lia) d m Hd Hm) as NR.
  rewrite M_1_is_N in NR. unfold N in NR.
  replace ((m + 1) * (m + 1 - d)) with (m * (m - d) + 2 * m + 1 - d) by ring.
  replace (m * m - m * d - d * d) with (m * (m - d) - d * d) in NR by ring.
  set (s := d * d) in *. set (p := m * (m - d)) in *. lia.
Qed.

(* src/game/tests/oracle.rs:

pub(crate) fn cold_by_quadratic_form(a: u64, b: u64) -> bool {
    let (m, d) = (u128::from(a.min(b)), u128::from(a.abs_diff(b)));
    if d == 0 {
        return m == 0;
    }
    m >= d && m * (m - d) < d * d && (m + 1) * (m + 1 - d) > d * d
}
*)
Definition cold_by_quadratic_form (a b : Z) : option bool :=
  let m := Z.min a b in
  let d := Z.abs (b - a) in
  if d =? 0 then Some (m =? 0)
  else if m >=? d then
    let? rest := sub 128 m d in
    let? product := mul 128 m rest in
    let? square := mul 128 d d in
    if product <? square then
      let? next := add 128 m 1 in
      let? next_rest := sub 128 next d in
      let? next_product := mul 128 next next_rest in
      Some (next_product >? square)
    else Some false
  else Some false.

(* `cold_by_quadratic_form` is right for all u64 piles. *)
Theorem cold_by_quadratic_form_right : forall a b, word 64 a -> word 64 b ->
  answers (cold_by_quadratic_form a b) (at_ a b).
Proof.
  unfold word. intros a b Ha Hb.
  pose proof (cold_by_signs a b ltac:(lia) ltac:(lia)) as C. cbv zeta in C.
  unfold answers, cold_by_quadratic_form. cbv zeta.
  assert (Hm : 0 <= Z.min a b < 2 ^ 64) by lia. assert (Hd : 0 <= Z.abs (b - a) < 2 ^ 64) by lia.
  assert (Hs : Z.min a b + Z.abs (b - a) < 2 ^ 64) by lia.
  set (m := Z.min a b) in *. set (d := Z.abs (b - a)) in *. clearbody m d.
  setoid_rewrite C. clear C.
  destruct (Z.eqb_spec d 0) as [E|Hd0].
  { eexists. split; [reflexivity|]. rewrite Z.eqb_eq. lia. }
  destruct (Z.geb_spec m d) as [Hmd|Hmd].
  2: { eexists. split; [reflexivity|].
    assert ((m + 1) * (m + 1 - d) <= 0) by nia. assert (0 < d * d) by nia. split; [discriminate|lia]. }
  unfold sub, mul, add. rewrite fits_some by lia.
  assert (0 <= m * (m - d) <= (2 ^ 64 - 1) * (2 ^ 64 - 1)) by nia. rewrite fits_some by lia.
  assert (0 <= d * d <= (2 ^ 64 - 1) * (2 ^ 64 - 1)) by nia. rewrite fits_some by lia.
  destruct (Z.ltb_spec (m * (m - d)) (d * d)).
  2: { eexists. split; [reflexivity|]. split; [discriminate|lia]. }
  rewrite fits_some by lia. rewrite fits_some by lia.
  assert (0 <= (m + 1) * (m + 1 - d) <= 2 ^ 64 * (2 ^ 64 - 1)) by nia. rewrite fits_some by lia.
  eexists. split; [reflexivity|]. rewrite Z.gtb_lt. lia.
Qed.

(* src/game/big.rs:

const fn multiply_wide(x: u128, y: u128) -> (u128, u128) {
    const MASK: u128 = u64::MAX as u128;
    let (x_high, x_low) = (x >> 64, x & MASK);
    let (y_high, y_low) = (y >> 64, y & MASK);
    let low = x_low * y_low;
    let middle = x_low * y_high + (low >> 64);
    let middle_2 = x_high * y_low + (middle & MASK);
    let high = x_high * y_high + (middle >> 64) + (middle_2 >> 64);
    (high, (middle_2 << 64) | (low & MASK))
}
*)
Definition MASK : Z := 2 ^ 64 - 1.
Definition multiply_wide (x y : Z) : option (Z * Z) :=
  let (x_high, x_low) := (shr x 64, mask x MASK) in
  let (y_high, y_low) := (shr y 64, mask y MASK) in
  let? low := mul 128 x_low y_low in
  let? product := mul 128 x_low y_high in
  let? middle := add 128 product (shr low 64) in
  let? product := mul 128 x_high y_low in
  let? middle_2 := add 128 product (mask middle MASK) in
  let? product := mul 128 x_high y_high in
  let? sum := add 128 product (shr middle 64) in
  let? high := add 128 sum (shr middle_2 64) in
  Some (high, either (shl 128 middle_2 64) (mask low MASK)).

(* Four products of halves are the whole product, and no sum overflows. *)
Lemma multiply_wide_is : forall x y, word 128 x -> word 128 y ->
  multiply_wide x y = Some (x * y / 2 ^ 128, (x * y) mod 2 ^ 128).
Proof.
  unfold word. intros x y Hx Hy. unfold multiply_wide, MASK.
  rewrite !mask_mod by lia. rewrite !shr_div by lia.
  pose proof (Z.div_mod x (2 ^ 64) ltac:(lia)) as Ex. pose proof (Z.div_mod y (2 ^ 64) ltac:(lia)) as Ey.
  assert (Bxh : 0 <= x / 2 ^ 64 <= 2 ^ 64 - 1) by lia. assert (Bxl : 0 <= x mod 2 ^ 64 <= 2 ^ 64 - 1) by lia.
  assert (Byh : 0 <= y / 2 ^ 64 <= 2 ^ 64 - 1) by lia. assert (Byl : 0 <= y mod 2 ^ 64 <= 2 ^ 64 - 1) by lia.
  set (xh := x / 2 ^ 64) in *. set (xl := x mod 2 ^ 64) in *.
  set (yh := y / 2 ^ 64) in *. set (yl := y mod 2 ^ 64) in *. clearbody xh xl yh yl.
  assert (P : x * y = xh * yh * 2 ^ 128 + (xh * yl + xl * yh) * 2 ^ 64 + xl * yl).
  { rewrite Ex, Ey. replace (2 ^ 128) with (2 ^ 64 * 2 ^ 64) by reflexivity. ring. }
  set (B := (2 ^ 64 - 1) * (2 ^ 64 - 1)).
  assert (0 <= xh * yh <= B) by (unfold B; split; [nia|apply Z.mul_le_mono_nonneg; lia]).
  assert (0 <= xh * yl <= B) by (unfold B; split; [nia|apply Z.mul_le_mono_nonneg; lia]).
  assert (0 <= xl * yh <= B) by (unfold B; split; [nia|apply Z.mul_le_mono_nonneg; lia]).
  assert (0 <= xl * yl <= B) by (unfold B; split; [nia|apply Z.mul_le_mono_nonneg; lia]).
  assert (Whole : 0 <= x * y <= (2 ^ 128 - 1) * (2 ^ 128 - 1)).
  { split; [nia|apply Z.mul_le_mono_nonneg; lia]. }
  vm_compute in B. subst B.
  unfold mul, add. set (hh := xh * yh) in *. set (hl := xh * yl) in *. set (lh := xl * yh) in *.
  set (ll := xl * yl) in *. set (p := x * y) in *. clearbody hh hl lh ll p. clear Ex Ey Hx Hy.
  rewrite (fits_some _ ll) by lia. rewrite (fits_some _ lh) by lia.
  rewrite ?shr_div, ?mask_mod by lia.
  assert (L : 0 <= ll / 2 ^ 64 < 2 ^ 64) by lia.
  rewrite (fits_some _ (lh + ll / 2 ^ 64)) by lia.
  rewrite ?shr_div, ?mask_mod by lia.
  set (middle := lh + ll / 2 ^ 64).
  assert (M1 : 0 <= middle mod 2 ^ 64 < 2 ^ 64) by lia.
  assert (M2 : 0 <= middle / 2 ^ 64 < 2 ^ 64) by lia.
  rewrite (fits_some _ hl) by lia. rewrite (fits_some _ (hl + middle mod 2 ^ 64)) by lia.
  rewrite (fits_some _ hh) by lia. rewrite (fits_some _ (hh + middle / 2 ^ 64)) by lia.
  rewrite ?shr_div, ?mask_mod by lia.
  set (middle_2 := hl + middle mod 2 ^ 64).
  assert (High : hh + middle / 2 ^ 64 + middle_2 / 2 ^ 64 = p / 2 ^ 128) by (unfold middle_2, middle; lia).
  rewrite High. rewrite fits_some by lia. f_equal. f_equal.
  unfold shl, cast. rewrite Z.shiftl_mul_pow2 by lia.
  replace ((middle_2 * 2 ^ 64) mod 2 ^ 128) with ((middle_2 mod 2 ^ 64) * 2 ^ 64) by lia.
  rewrite either_add by lia. unfold middle_2, middle. lia.
Qed.

(* src/game/big.rs:

pub const fn is_cold_u128(a: u128, b: u128) -> bool {
    let (m, d) = if a < b { (a, b - a) } else { (b, a - b) };
    if d == 0 || m < d {
        return d == 0 && m == 0;
    }
    let (square_high, square_low) = multiply_wide(d, d);
    let (product_high, product_low) = multiply_wide(m, m - d);
    let (low, borrow) = square_low.overflowing_sub(product_low);
    let high = square_high
        .wrapping_sub(product_high)
        .wrapping_sub(borrow as u128);
    let (end_low, carry) = m.overflowing_add(m - d);
    let end_high = carry as u128;
    high < end_high || (high == end_high && low <= end_low)
}
*)
Definition bit (b : bool) : Z := if b then 1 else 0.
Definition is_cold_u128 (a b : Z) : option bool :=
  let? (m, d) :=
    if a <? b
    then (let? difference := sub 128 b a in Some (a, difference))
    else (let? difference := sub 128 a b in Some (b, difference)) in
  if (d =? 0) || (m <? d) then Some ((d =? 0) && (m =? 0))
  else
    let? rest := sub 128 m d in
    let? (square_high, square_low) := multiply_wide d d in
    let? (product_high, product_low) := multiply_wide m rest in
    let (low, borrow) := (wrapping_sub 128 square_low product_low, square_low <? product_low) in
    let high := wrapping_sub 128 (wrapping_sub 128 square_high product_high) (bit borrow) in
    let (end_low, carry) := (wrapping_add 128 m rest, 2 ^ 128 <=? m + rest) in
    let end_high := bit carry in
    Some ((high <? end_high) || ((high =? end_high) && (low <=? end_low))).

(* `is_cold_u128` is right for all u128 piles. *)
Theorem is_cold_u128_right : forall a b, word 128 a -> word 128 b -> answers (is_cold_u128 a b) (at_ a b).
Proof.
  intros a b Ha Hb. unfold answers, is_cold_u128. rewrite smaller_and_difference by assumption.
  unfold word in *.
  pose proof (cold_by_signs a b ltac:(lia) ltac:(lia)) as C. cbv zeta in C.
  assert (Hm : 0 <= Z.min a b < 2 ^ 128) by lia. assert (Hd : 0 <= Z.abs (b - a) < 2 ^ 128) by lia.
  assert (Hs : Z.min a b + Z.abs (b - a) < 2 ^ 128) by lia.
  set (m := Z.min a b) in *. set (d := Z.abs (b - a)) in *. clearbody m d. clear Ha Hb.
  setoid_rewrite C. clear C.
  destruct (Z.eqb_spec d 0) as [E|Hd0]; cbn [orb].
  { eexists. split; [reflexivity|]. cbn [andb]. rewrite Z.eqb_eq. lia. }
  destruct (Z.ltb_spec m d) as [Hmd|Hmd].
  { eexists. split; [reflexivity|]. cbn [andb].
    assert ((m + 1) * (m + 1 - d) <= 0) by nia. assert (0 < d * d) by nia. split; [discriminate|lia]. }
  unfold sub. rewrite fits_some by lia.
  rewrite !multiply_wide_is by (unfold word; lia).
  eexists. split; [reflexivity|].
  assert (R := signs_as_range m d ltac:(lia) ltac:(lia)).
  (* m + d < 2^128 and d <= m: so d < 2^127. *)
  assert (B1 : 0 <= d * d <= (2 ^ 127 - 1) * (2 ^ 127 - 1)) by (split; [nia|apply Z.mul_le_mono_nonneg; lia]).
  assert (B2 : 0 <= m * (m - d) <= (2 ^ 128 - 2) * (2 ^ 128 - 2)).
  { split; [nia|apply Z.mul_le_mono_nonneg; lia]. }
  set (s := d * d) in *. set (p := m * (m - d)) in *. clearbody s p.
  assert (Left : d = 0 /\ m = 0 \/ 0 < d /\ p < s < (m + 1) * (m + 1 - d) <-> 0 <= s - p <= m + (m - d)).
  { rewrite <- R. intuition lia. }
  rewrite Left. clear Left R.
  unfold wrapping_sub, wrapping_add, bit.
  (* The halves of s and p, and of s - p modulo 2^256. *)
  pose proof (Z.div_mod s (2 ^ 128) ltac:(lia)) as Es. pose proof (Z.mod_pos_bound s (2 ^ 128) ltac:(lia)) as Bs.
  pose proof (Z.div_mod p (2 ^ 128) ltac:(lia)) as Ep. pose proof (Z.mod_pos_bound p (2 ^ 128) ltac:(lia)) as Bp.
  assert (Bsh : 0 <= s / 2 ^ 128 < 2 ^ 126) by lia. assert (Bph : 0 <= p / 2 ^ 128 <= 2 ^ 128 - 4) by lia.
  set (sh := s / 2 ^ 128) in *. set (sl := s mod 2 ^ 128) in *.
  set (ph := p / 2 ^ 128) in *. set (pl := p mod 2 ^ 128) in *. clearbody sh sl ph pl.
  rewrite Zminus_mod_idemp_l.
  set (e := m + (m - d)) in *. assert (Be : 0 <= e < 2 ^ 129) by lia. clearbody e.
  rewrite orb_true_iff, andb_true_iff, Z.ltb_lt, Z.eqb_eq, Z.leb_le.
  destruct (Z.ltb_spec sl pl); destruct (Z.leb_spec (2 ^ 128) e); lia.
Qed.
