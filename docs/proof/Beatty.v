(* The pairs as sequences (src/game/beatty.rs): from an index to its pair, from a number to its index. *)

From Coq Require Import ZArith Lia Bool.
From Wythoff Require Import Game Wythoff Constants Width Machine Code.
Open Scope Z_scope.

Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.

(* `x.checked_add(y)` *)
Definition checked_add (bits x y : Z) : option Z := fits bits (x + y).

(* src/game/beatty.rs:

pub const fn wythoff_pair(k: u64) -> Option<(u64, u64)> {
    if let Some(lower) = k.checked_add(floor_alpha(k))
        && let Some(upper) = lower.checked_add(k)
    {
        return Some((lower, upper));
    }
    None
}
*)
Definition wythoff_pair (k : Z) : option (option (Z * Z)) :=
  let? h := floor_alpha k in
  Some (let? lower := checked_add 64 k h in
        let? upper := checked_add 64 lower k in
        Some (lower, upper)).

(* src/game/beatty.rs:

pub const fn rank(n: u64) -> Rank {
    if n == 0 {
        let side = Side::Lower;
        return Rank { k: 0, side };
    }
    let below = floor_alpha(n);
    let k = below + 1;
    if floor_alpha(k) == n - k {
        let side = Side::Lower;
        return Rank { k, side };
    }
    let (k, side) = (n - below, Side::Upper);
    Rank { k, side }
}
*)
Inductive side := Lower | Upper.
Definition rank (n : Z) : option (Z * side) :=
  if n =? 0 then Some (0, Lower)
  else
    let? below := floor_alpha n in
    let? k := add 64 below 1 in
    let? h := floor_alpha k in
    let? rest := sub 64 n k in
    if h =? rest then Some (k, Lower)
    else
      let? k := sub 64 n below in
      Some (k, Upper).

(* src/game/moves.rs:

pub(super) fn partner<P: Pile>(rule: Rule, x: &P) -> Option<P> {
    if let Some(partner) = misere_value(rule, x, &PARTNERS) {
        return Some(partner.into());
    }
    let Rank { k, side } = x.rank(rule.r());
    let d = k.checked_mul(&rule.r().get().into())?;
    match side {
        Side::Lower => x.checked_add(&d),
        Side::Upper => x.checked_sub(&d),
    }
}
*)
(* For u64 and the normal rule: r is 1, the rank of a u64 is `rank`, and no small number is special. *)
Definition partner (n : Z) : option (option Z) :=
  let? (k, s) := rank n in
  Some (let? d := mul 64 k 1 in
        match s with
        | Lower => checked_add 64 n d
        | Upper => sub 64 n d
        end).

(* What `floor_alpha` gives, by its meaning. *)
Lemma floor_alpha_gives : forall d, word 64 d ->
  exists h, floor_alpha d = Some h /\ 0 <= h <= d /\ (0 < d -> h < d) /\ lower 1 d (d + h).
Proof.
  intros d Hd. exists (d * PHI_FRAC_128 / 2 ^ 128). rewrite floor_alpha_is by assumption.
  unfold word in Hd. split; [reflexivity|]. pose proof (width_128 d Hd) as Hw.
  split; [digits; lia|]. split; [digits; lia|assumption].
Qed.

(* `wythoff_pair` is pair k, whose upper number is k more than the lower one, and None exactly where
   that is beyond u64. *)
Theorem wythoff_pair_right : forall k, word 64 k ->
  exists a, lower 1 k a /\ wythoff_pair k = Some (if a + k <? 2 ^ 64 then Some (a, a + k) else None).
Proof.
  intros k Hk. destruct (floor_alpha_gives k Hk) as [h [E [Hh [_ Hl]]]].
  exists (k + h). split; [assumption|]. unfold wythoff_pair. rewrite E.
  unfold checked_add, fits, word in *. replace (0 <=? k + h) with true by lia.
  destruct (Z.ltb_spec (k + h) (2 ^ 64)); cbn [andb].
  - replace (0 <=? k + h + k) with true by lia. destruct (k + h + k <? 2 ^ 64); reflexivity.
  - replace (k + h + k <? 2 ^ 64) with false by lia. reflexivity.
Qed.

(* The multiples of phi are less than 2 apart. *)
Lemma above_next : forall n x, 0 <= n -> 0 <= x -> 0 < M 1 n x -> 0 < M 1 (n + 1) (x + 2).
Proof.
  intros n x Hn Hx H. assert (n < x) by (apply (above_n 1 ltac:(lia)); assumption).
  unfold M in *. nia.
Qed.

(* If n is the lower number of pair j, then j is one more than floor (n * alpha). *)
Lemma index_of_lower : forall j n h, 0 < j -> 0 < n -> 0 <= h -> lower 1 j n -> lower 1 n (n + h) -> j = h + 1.
Proof.
  intros j n h Hj Hn Hh Hl [_ [H1 H2]]. apply lower_strictly in Hl; [|lia|lia]. destruct Hl as [_ [H3 H4]].
  (* The form at j is minus the form at n. *)
  assert (E1 : M 1 j n = - M 1 n (n + j)) by (unfold M; ring).
  assert (E2 : M 1 j (n + 1) = - M 1 (n + 1) (n + 1 + j)) by (unfold M; ring).
  assert (h < j).
  { destruct (Z_lt_le_dec h j); [assumption|exfalso].
    assert (0 < M 1 n (n + h)) by (apply (above_more 1 ltac:(lia) n n (n + j)); lia). lia. }
  destruct (Z_lt_le_dec (h + 1) j) as [Hbad|]; [exfalso|lia].
  assert (0 < M 1 n (n + j - 1)) by (apply (above_more 1 ltac:(lia) n n (n + h + 1)); lia).
  assert (0 < M 1 (n + 1) (n + j - 1 + 2)) by (apply above_next; lia).
  replace (n + j - 1 + 2) with (n + 1 + j) in * by lia. lia.
Qed.

(* If n is the upper number of pair j, then j is n minus floor (n * alpha). *)
Lemma index_of_upper : forall j n h, 0 < j -> 0 < n -> 0 <= h -> lower 1 j (n - j) -> lower 1 n (n + h) -> j = n - h.
Proof.
  intros j n h Hj Hn Hh [H0 [H1 H2]] Hl.
  assert (E1 : M 1 j (n - j) = M 1 n (n + n - j)) by (unfold M; ring).
  assert (E2 : M 1 j (n - j + 1) = M 1 (n + 1) (n + n - j + 1 + 1)) by (unfold M; ring).
  assert (lower 1 n (n + n - j)).
  { split; [lia|]. split; [lia|]. apply (above_previous 1 ltac:(lia)); lia. }
  pose proof (lower_unique 1 ltac:(lia) n _ _ ltac:(lia) H Hl). lia.
Qed.

(* The number n has this place among the pairs. *)
Definition placed (n k : Z) (s : side) : Prop :=
  match s with Lower => lower 1 k n | Upper => 0 < k <= n /\ lower 1 k (n - k) end.

(* `rank` finds the pair of every u64, and the number's side of it. *)
Theorem rank_right : forall n, word 64 n ->
  exists k s, rank n = Some (k, s) /\ 0 <= k <= n /\ placed n k s.
Proof.
  intros n Hn. unfold rank. unfold word in Hn.
  destruct (Z.eqb_spec n 0) as [->|Hn0].
  { exists 0, Lower. split; [reflexivity|]. split; [lia|]. cbn. apply lower_0. reflexivity. }
  destruct (floor_alpha_gives n Hn) as [h [E [Hh [Hh' Hl]]]]. rewrite E. specialize (Hh' ltac:(lia)).
  unfold add, sub. rewrite fits_some by lia.
  destruct (floor_alpha_gives (h + 1) ltac:(unfold word; lia)) as [g [E' [Hg [_ Hl']]]]. rewrite E'.
  rewrite fits_some by lia.
  destruct (every_number 1 ltac:(lia) n ltac:(lia)) as [j [Hj [Hjl|[Hle Hju]]]].
  - (* a lower number *)
    assert (j = h + 1) by (apply (index_of_lower j n h); try assumption; lia). subst j.
    pose proof (lower_unique 1 ltac:(lia) (h + 1) _ _ ltac:(lia) Hjl Hl').
    replace (g =? n - (h + 1)) with true by lia.
    exists (h + 1), Lower. split; [reflexivity|]. split; [lia|]. exact Hjl.
  - (* an upper number *)
    replace (1 * j) with j in * by lia.
    assert (j = n - h) by (apply (index_of_upper j n h); try assumption; lia). subst j.
    destruct (Z.eqb_spec g (n - (h + 1))) as [Eg|Eg].
    + exfalso. replace (h + 1 + g) with n in Hl' by lia.
      apply (not_lower_and_upper 1 ltac:(lia) (h + 1) (n - h) n); try lia; try assumption.
      replace (n - 1 * (n - h)) with (n - (n - h)) by lia. assumption.
    + rewrite fits_some by lia. exists (n - h), Upper. split; [reflexivity|]. split; [lia|].
      cbn. split; [lia|assumption].
Qed.

(* `partner` gives the one number m for which (n, m) is cold, and None exactly where that is beyond
   u64. *)
Theorem partner_right : forall n, word 64 n ->
  exists m, 0 <= m /\ partner n = Some (if m <? 2 ^ 64 then Some m else None) /\
    forall x, 0 <= x -> (cold move (at_ n x) <-> x = m).
Proof.
  intros n Hn. destruct (rank_right n Hn) as [k [s [E [Hk Hp]]]]. unfold partner. rewrite E.
  unfold word in Hn. unfold mul. rewrite fits_some by lia. replace (k * 1) with k by lia.
  assert (One : forall m, 0 <= m -> pair 1 n m -> forall x, 0 <= x -> (cold move (at_ n x) <-> x = m)).
  { intros m Hm Hpair x Hx. rewrite cold_is_pair. unfold at_. cbn [fst snd]. rewrite !Z2Nat.id by lia.
    split; [|intros ->; assumption]. intros H. exact (pair_unique 1 ltac:(lia) _ _ _ H Hpair). }
  destruct s; cbn in Hp.
  - exists (n + k). split; [lia|]. split.
    + unfold checked_add, fits. replace (0 <=? n + k) with true by lia. reflexivity.
    + apply One; [lia|]. exists k. split; [lia|]. split; [lia|]. rewrite Z.min_l by lia. assumption.
  - destruct Hp as [Hk' Hp]. exists (n - k). split; [lia|]. split.
    + unfold sub. rewrite fits_some by lia. replace (n - k <? 2 ^ 64) with true by lia. reflexivity.
    + apply One; [lia|]. exists k. split; [lia|]. split; [lia|]. rewrite Z.min_r by lia. assumption.
Qed.
