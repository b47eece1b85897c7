(* r-Wythoff in the code (src/game/generalised.rs): the quadratic form in 128 bits, no constant. *)

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

(* `is_cold_generalised` is right for all u64 piles and every r from 1 to 2^64 - 1. *)
Theorem is_cold_generalised_right : forall a b r, word 64 a -> word 64 b -> word 64 r -> 1 <= r ->
  answers_generalised (is_cold_generalised a b r) r (at_ a b).
Proof.
  intros a b r Ha Hb Hr Hr1. unfold answers_generalised, is_cold_generalised.
  rewrite smaller_and_difference by assumption. unfold word in *.
  assert (C : cold (r_move (Z.to_nat r)) (at_ a b) <-> pair r a b).
  { rewrite r_wythoff by lia. unfold pair_position, at_. cbn [fst snd]. rewrite !Z2Nat.id by lia. reflexivity. }
  setoid_rewrite C. clear C. unfold pair.
  assert (Hm : 0 <= Z.min a b < 2 ^ 64) by lia. assert (Hd : 0 <= Z.abs (b - a) < 2 ^ 64) by lia.
  assert (Hs : Z.min a b + Z.abs (b - a) < 2 ^ 64) by lia.
  set (m := Z.min a b) in *. set (d := Z.abs (b - a)) in *. clearbody m d. clear Ha Hb a b.
  pose proof (Z.div_mod d r ltac:(lia)) as Ed. pose proof (Z.mod_pos_bound d r ltac:(lia)) as Bd.
  assert (Multiple : forall k, d = r * k -> d mod r = 0).
  { intros k ->. rewrite Z.mul_comm. apply Z.mod_mul. lia. }
  assert (Bn : 0 <= d / r <= d) by (split; [apply Z.div_pos; lia|apply Z.div_le_upper_bound; nia]).
  set (n := d / r) in *. set (rest := d mod r) in *. clearbody n rest.
  destruct (Z.eqb_spec rest 0) as [E|E]; cbn [negb orb].
  2: { exists false. split; [reflexivity|]. split; [discriminate|]. intros [k [Hk [Ek _]]]. exfalso.
    exact (E (Multiple k Ek)). }
  assert (Dn : d = r * n) by lia.
  (* The only n that can be meant. *)
  assert (Only : (exists k, 0 <= k /\ d = r * k /\ lower r k m) <-> lower r n m).
  { split; [|intros Hl; exists n; split; [lia|split; assumption]].
    intros [k [Hk [Ek Hl]]]. replace n with k by (apply (Z.mul_cancel_l k n r); lia). assumption. }
  setoid_rewrite Only. clear Only.
  destruct (Z.ltb_spec m n) as [Hmn|Hmn].
  { exists false. split; [reflexivity|]. split; [discriminate|]. intros [_ [_ Hl]]. exfalso.
    assert (n < m + 1) by (apply (above_n r Hr1); [lia|lia|assumption]). lia. }
  pose proof (lower_as_range r n m ltac:(lia) Hmn) as R. cbv zeta in R. rewrite <- Dn in R.
  setoid_rewrite R. clear R.
  set (B := (2 ^ 64 - 1) * (2 ^ 64 - 1)).
  assert (Square : 0 <= n * n <= B) by (unfold B; split; [nia|apply Z.mul_le_mono_nonneg; lia]).
  assert (Product : 0 <= (m - n) * (m - n + d) <= B).
  { unfold B. split; [apply Z.mul_nonneg_nonneg; lia|apply Z.mul_le_mono_nonneg; lia]. }
  vm_compute in B. subst B. set (square := n * n) in *. set (product := (m - n) * (m - n + d)) in *.
  unfold sub, mul, add. rewrite (fits_some 64) by lia. fold square. rewrite (fits_some 128 square) by lia.
  rewrite (fits_some 128 (m - n + d)) by lia. fold product. rewrite (fits_some 128 product) by lia.
  rewrite (fits_some 128 (2 * (m - n))) by lia. rewrite (fits_some 128 (2 * (m - n) + d)) by lia.
  clearbody square product. clear Ed Bd Dn.
  eexists. split; [reflexivity|]. rewrite Z.leb_le. unfold wrapping_sub.
  destruct (Z_lt_le_dec (square - product) 0).
  - replace ((square - product) mod 2 ^ 128) with (square - product + 2 ^ 128) by lia. lia.
  - rewrite Z.mod_small by lia. lia.
Qed.
