(* r-Wythoff in the code: the quadratic form, no constant, in 128 bits (src/game/generalised.rs) and in big integers
   (src/game/big.rs). *)

From Coq Require Import ZArith Lia Bool.
From Wythoff Require Import Game Wythoff Machine Code.
Open Scope Z_scope.

Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.

(* A program answers for a position of r-Wythoff. *)
Definition answers_generalised (program : option bool) (r : Z) (p : position) : Prop :=
  exists answer, program = Some answer /\ (answer = true <-> cold (r_move (Z.to_nat r)) p).

(* src/game/generalised.rs:

pub(super) const fn is_cold_generalised(a: u64, b: u64, r: NonZeroU64) -> bool {
    let (m, d) = if a < b { (a, b - a) } else { (b, a - b) };
    let (n, rest) = (d / r.get(), d % r.get());
    if rest != 0 || m < n {
        return false;
    }
    let (n, e, d) = (n as u128, (m - n) as u128, d as u128);
    (n * n).wrapping_sub(e * (e + d)) <= 2 * e + d
}
*)
Definition is_cold_generalised (a b r : Z) : option bool :=
  let? (m, d) :=
    if a <? b
    then (let? difference := sub 64 b a in Some (a, difference))
    else (let? difference := sub 64 a b in Some (b, difference)) in
  let (n, rest) := (d / r, d mod r) in
  if negb (rest =? 0) || (m <? n) then Some false
  else
    let? e := sub 64 m n in
    let? square := mul 128 n n in
    let? sum := add 128 e d in
    let? product := mul 128 e sum in
    let? twice := mul 128 2 e in
    let? range := add 128 twice d in
    Some (wrapping_sub 128 square product <=? range).

(* The decision as a range: with e = m - n, M is e * (e + r n) - n^2. *)
Lemma lower_as_range : forall r n m, 0 <= n -> n <= m ->
  let e := m - n in let d := r * n in
  (lower r n m <-> 0 <= n * n - e * (e + d) <= 2 * e + d).
Proof.
  intros r n m Hn Hm e d. unfold lower.
  assert (E1 : M r n m = e * (e + d) - n * n) by (unfold M, e, d; ring).
  assert (E2 : M r n (m + 1) = e * (e + d) - n * n + 2 * e + d + 1) by (unfold M, e, d; ring).
  rewrite E1, E2. lia.
Qed.

(* The decision for piles as whole numbers. *)
Lemma cold_as_range : forall r a b, 1 <= r -> 0 <= a -> 0 <= b ->
  let m := Z.min a b in let d := Z.abs (b - a) in let n := d / r in let e := m - n in
  (cold (r_move (Z.to_nat r)) (at_ a b) <->
    d mod r = 0 /\ n <= m /\ 0 <= n * n - e * (e + d) <= 2 * e + d).
Proof.
  intros r a b Hr Ha Hb m d n e.
  assert (C : cold (r_move (Z.to_nat r)) (at_ a b) <-> pair r a b).
  { rewrite r_wythoff by lia. unfold pair_position, at_. cbn [fst snd]. rewrite !Z2Nat.id by lia. reflexivity. }
  rewrite C. clear C. unfold pair. fold m. fold d.
  assert (Hm : 0 <= m) by lia. assert (Hd : 0 <= d) by lia. clearbody m d. clear a b Ha Hb.
  assert (Hn : 0 <= n) by (apply Z.div_pos; lia).
  split.
  - intros [k [Hk [Ek Hl]]].
    assert (n = k) by (unfold n; rewrite Ek, Z.mul_comm; apply Z.div_mul; lia). subst k.
    assert (n < m + 1) by (destruct Hl; apply (above_n r Hr); lia).
    split; [rewrite Ek, Z.mul_comm; apply Z.mod_mul; lia|]. split; [lia|].
    pose proof (lower_as_range r n m Hn ltac:(lia)) as R. cbv zeta in R. rewrite <- Ek in R. apply R. assumption.
  - intros [E [Hnm H]]. exists n.
    assert (Ed : d = r * n) by (pose proof (Z.div_mod d r ltac:(lia)) as Dm; fold n in Dm; lia).
    split; [assumption|]. split; [assumption|].
    pose proof (lower_as_range r n m Hn Hnm) as R. cbv zeta in R. rewrite <- Ed in R. apply R. assumption.
Qed.

(* `is_cold_generalised` is right for all u64 piles and every r from 1 to 2^64 - 1. *)
Theorem is_cold_generalised_right : forall a b r, word 64 a -> word 64 b -> word 64 r -> 1 <= r ->
  answers_generalised (is_cold_generalised a b r) r (at_ a b).
Proof.
  intros a b r Ha Hb Hr Hr1. unfold answers_generalised, is_cold_generalised.
  rewrite smaller_and_difference by assumption. unfold word in *.
  pose proof (cold_as_range r a b Hr1 ltac:(lia) ltac:(lia)) as C. cbv zeta in C. setoid_rewrite C. clear C.
  assert (Hm : 0 <= Z.min a b < 2 ^ 64) by lia. assert (Hd : 0 <= Z.abs (b - a) < 2 ^ 64) by lia.
  assert (Hs : Z.min a b + Z.abs (b - a) < 2 ^ 64) by lia.
  set (m := Z.min a b) in *. set (d := Z.abs (b - a)) in *. clearbody m d. clear Ha Hb a b.
  assert (Bn : 0 <= d / r <= d) by (split; [apply Z.div_pos; lia|apply Z.div_le_upper_bound; nia]).
  set (n := d / r) in *. set (rest := d mod r) in *. clearbody n rest.
  destruct (Z.eqb_spec rest 0) as [E|E]; cbn [negb orb].
  2: { exists false. split; [reflexivity|]. split; [discriminate|lia]. }
  destruct (Z.ltb_spec m n) as [Hmn|Hmn].
  { exists false. split; [reflexivity|]. split; [discriminate|lia]. }
  set (B := (2 ^ 64 - 1) * (2 ^ 64 - 1)).
  assert (Square : 0 <= n * n <= B) by (unfold B; split; [nia|apply Z.mul_le_mono_nonneg; lia]).
  assert (Product : 0 <= (m - n) * (m - n + d) <= B).
  { unfold B. split; [apply Z.mul_nonneg_nonneg; lia|apply Z.mul_le_mono_nonneg; lia]. }
  vm_compute in B. subst B. set (square := n * n) in *. set (product := (m - n) * (m - n + d)) in *.
  unfold sub, mul, add. rewrite (fits_some 64) by lia. fold square. rewrite (fits_some 128 square) by lia.
  rewrite (fits_some 128 (m - n + d)) by lia. fold product. rewrite (fits_some 128 product) by lia.
  rewrite (fits_some 128 (2 * (m - n))) by lia. rewrite (fits_some 128 (2 * (m - n) + d)) by lia.
  clearbody square product.
  eexists. split; [reflexivity|]. rewrite Z.leb_le. unfold wrapping_sub.
  destruct (Z_lt_le_dec (square - product) 0).
  - replace ((square - product) mod 2 ^ 128) with (square - product + 2 ^ 128) by lia. lia.
  - rewrite Z.mod_small by lia. lia.
Qed.

(* src/game/big.rs:

pub(super) fn is_cold_big(a: &BigUint, b: &BigUint, r: NonZeroU64) -> bool {
    let (m, upper) = if a <= b { (a, b) } else { (b, a) };
    let d = upper - m;
    let n = &d / r.get();
    if *m < n || &n * r.get() != d {
        return false;
    }
    let e = m - &n;
    let sum = &e + &d;
    let (square, product) = (&n * &n, &e * &sum);
    product <= square && square - product <= e + sum
}
*)
(* `x - y` of big numbers, which panics where it would be negative. *)
Definition sub_big (x y : Z) : option Z := if y <=? x then Some (x - y) else None.
Definition is_cold_big (a b r : Z) : option bool :=
  let (m, upper) := if a <=? b then (a, b) else (b, a) in
  let? d := sub_big upper m in
  let n := d / r in
  if (m <? n) || negb (n * r =? d) then Some false
  else
    let? e := sub_big m n in
    let sum := e + d in
    let (square, product) := (n * n, e * sum) in
    if product <=? square then
      let? difference := sub_big square product in
      Some (difference <=? e + sum)
    else Some false.

(* `is_cold_big` is right for piles of any size and every r. *)
Theorem is_cold_big_right : forall a b r, 0 <= a -> 0 <= b -> 1 <= r ->
  answers_generalised (is_cold_big a b r) r (at_ a b).
Proof.
  intros a b r Ha Hb Hr. unfold answers_generalised, is_cold_big.
  pose proof (cold_as_range r a b Hr Ha Hb) as C. cbv zeta in C. setoid_rewrite C. clear C.
  assert (E : (if a <=? b then (a, b) else (b, a)) = (Z.min a b, Z.max a b)).
  { destruct (Z.leb_spec a b); f_equal; lia. }
  rewrite E. clear E. unfold sub_big at 1. replace (Z.min a b <=? Z.max a b) with true by lia.
  replace (Z.max a b - Z.min a b) with (Z.abs (b - a)) by lia.
  assert (Hm : 0 <= Z.min a b) by lia. assert (Hd : 0 <= Z.abs (b - a)) by lia.
  set (m := Z.min a b) in *. set (d := Z.abs (b - a)) in *. clearbody m d. clear Ha Hb.
  pose proof (Z.div_mod d r ltac:(lia)) as Dm.
  set (n := d / r) in *. set (rest := d mod r) in *. clearbody n rest.
  destruct (Z.ltb_spec m n) as [Hmn|Hmn]; cbn [orb].
  { exists false. split; [reflexivity|]. split; [discriminate|lia]. }
  destruct (Z.eqb_spec (n * r) d) as [Ed|Ed]; cbn [negb].
  2: { exists false. split; [reflexivity|]. split; [discriminate|lia]. }
  assert (rest = 0) by lia. unfold sub_big at 1. replace (n <=? m) with true by lia.
  set (square := n * n). set (product := (m - n) * (m - n + d)). clearbody square product.
  destruct (Z.leb_spec product square).
  - unfold sub_big. replace (product <=? square) with true by lia.
    eexists. split; [reflexivity|]. rewrite Z.leb_le. lia.
  - exists false. split; [reflexivity|]. split; [discriminate|lia].
Qed.

(* For r = 1 that is the game of section 1. *)
Corollary is_cold_big_right_normal : forall a b, 0 <= a -> 0 <= b -> answers (is_cold_big a b 1) (at_ a b).
Proof.
  intros a b Ha Hb. destruct (is_cold_big_right a b 1 Ha Hb ltac:(lia)) as [answer [E H]].
  exists answer. split; [exact E|]. rewrite H, cold_is_pair, r_wythoff by lia. reflexivity.
Qed.
