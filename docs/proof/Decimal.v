(* Piles in decimal digits of any length (src/game/big.rs): the filters by length and by leading digits
   never reject a cold position, and so the decision is right.

   A pile stands here as the number x and its count of digits without leading zeros. That the bytes of
   a text mean that number, and its first digits the number divided by a power of ten, is not proved. *)

From Coq Require Import ZArith Lia Bool.
From Wythoff Require Import Game Wythoff Constants Width Machine Code Beatty Wide.
Open Scope Z_scope.

(* Written without leading zeros, x has so many digits; 0 has none. *)
Definition has_digits (x count : Z) : Prop :=
  0 <= count /\ 0 <= x < 10 ^ count /\ (0 < count -> 10 ^ (count - 1) <= x).

(* From n to n + t, the multiple of phi grows by less than 2 t. *)
Lemma above_steps : forall t, 0 <= t -> forall n x, 0 <= n -> 0 <= x ->
  0 < M 1 n x -> 0 < M 1 (n + t) (x + 2 * t).
Proof.
  intros t Ht. pattern t. apply natlike_ind; [| |exact Ht].
  - intros n x _ _ H. replace (n + 0) with n by lia. replace (x + 2 * 0) with x by lia. assumption.
  - clear t Ht. intros t Ht IH n x Hn Hx H.
    replace (n + Z.succ t) with (n + t + 1) by lia. replace (x + 2 * Z.succ t) with (x + 2 * t + 2) by lia.
    apply above_next; [lia|lia|]. apply IH; assumption.
Qed.

(* The larger pile of a cold position is the first whole number above phi times the smaller one. *)
Lemma larger_pile : forall l u, 0 <= l < u -> cold move (at_ l u) ->
  0 < l /\ M 1 l (u - 1) <= 0 < M 1 l u /\ u <= 2 * l.
Proof.
  intros l u Hlu Hc. apply cold_is_pair in Hc. unfold at_ in Hc. cbn [fst snd] in Hc.
  rewrite !Z2Nat.id in Hc by lia. destruct Hc as [d [Hd [Ed Hl]]].
  rewrite Z.min_l in Hl by lia. assert (d = u - l) by lia. subst d.
  assert (Hl1 : u - l < l + 1).
  { apply (above_n 1 ltac:(lia)); [lia|lia|]. destruct Hl as [_ [_ Hl]]. assumption. }
  destruct (lower_exists 1 ltac:(lia) l ltac:(lia)) as [a Ha].
  assert (Ha0 : l < a + 1).
  { apply (above_n 1 ltac:(lia)); [lia|destruct Ha; lia|]. destruct Ha as [_ [_ Ha]]. assumption. }
  assert (u - l = (a - l) + 1).
  { apply (index_of_lower (u - l) l (a - l)); try lia; try assumption.
    replace (l + (a - l)) with a by lia. assumption. }
  destruct Ha as [_ [H1 H2]]. replace (u - 1) with a by lia. replace u with (a + 1) at 1 by lia.
  split; [lia|]. split; [lia|lia].
Qed.

(* The filter's arithmetic: of a cold position, with both piles cut to their leading digits m and n,
   n - m - floor (m * alpha) is 0, 1 or 2. *)
Lemma leading_digits : forall l u s h, 0 <= l < u -> cold move (at_ l u) -> 0 < s ->
  let m := l / s in let n := u / s in 0 <= h -> lower 1 m (m + h) -> 0 <= n - m - h <= 2.
Proof.
  intros l u s h Hlu Hc Hs m n Hh Hl. destruct (larger_pile l u Hlu Hc) as [Hl0 [[H1 H2] _]].
  destruct Hl as [_ [H3 H4]].
  pose proof (Z.div_mod l s ltac:(lia)) as El. pose proof (Z.mod_pos_bound l s Hs) as Bl.
  pose proof (Z.div_mod u s ltac:(lia)) as Eu. pose proof (Z.mod_pos_bound u s Hs) as Bu.
  fold m in El. fold n in Eu. set (t := l mod s) in *. set (v := u mod s) in *.
  assert (Hm : 0 <= m) by (unfold m; apply Z.div_pos; lia).
  assert (Hn : 0 <= n) by (unfold n; apply Z.div_pos; lia).
  clearbody m n t v.
  assert (Scale : forall y, M 1 (s * m) (s * y) = s * s * M 1 m y) by (intros; unfold M; ring).
  assert (0 < s * s) by nia. assert (0 <= s * m) by nia.
  split.
  - (* s (m + h) <= s m phi <= l phi < u *)
    assert (s * (m + h) < u).
    { destruct (Z_lt_le_dec (s * (m + h)) u) as [|Hle]; [assumption|exfalso].
      assert (0 < M 1 (s * m) (s * (m + h))) by (apply (above_more 1 ltac:(lia) _ l u); lia).
      rewrite Scale in *. nia. }
    nia.
  - (* u - 1 < l phi < s (m + h + 1) + 2 t *)
    assert (0 < M 1 (s * m + t) (s * (m + h + 1) + 2 * t)).
    { apply above_steps; [lia|lia|nia|]. rewrite Scale. apply Z.mul_pos_pos; assumption. }
    rewrite <- El in *.
    assert (u - 1 < s * (m + h + 1) + 2 * t).
    { destruct (Z_lt_le_dec (u - 1) (s * (m + h + 1) + 2 * t)) as [|Hle]; [assumption|exfalso].
      assert (0 < M 1 l (u - 1)).
      { apply (above_more 1 ltac:(lia) l l (s * (m + h + 1) + 2 * t)); [lia|nia|assumption]. }
      lia. }
    nia.
Qed.

(* src/game/big.rs:

const U64_DIGITS: usize = 19;
*)
Definition U64_DIGITS : Z := 19.

(* src/game/big.rs:

const U128_DIGITS: usize = 38;
*)
Definition U128_DIGITS : Z := 38.

(* src/game/big.rs:

fn may_be_cold(lower: &[u8], upper: &[u8]) -> bool {
    if upper.len() - lower.len() >= 2 {
        return false;
    }
    let cut = upper.len() - U64_DIGITS;
    let m = parse_u64(&lower[..lower.len() - cut]);
    let n = parse_u64(&upper[..U64_DIGITS]);
    (n - m).wrapping_sub(floor_alpha(m)) <= 2
}
*)
Definition may_be_cold (l l_count u u_count : Z) : option bool :=
  if u_count - l_count >=? 2 then Some false
  else
    let cut := u_count - U64_DIGITS in
    let m := l / 10 ^ cut in
    let n := u / 10 ^ cut in
    let? difference := sub 64 n m in
    let? h := floor_alpha m in
    Some (wrapping_sub 64 difference h <=? 2).

(* The filter comes to an end without an overflow and never rejects a cold position. *)
Theorem may_be_cold_passes_cold : forall l l_count u u_count,
  has_digits l l_count -> has_digits u u_count -> l <= u -> U64_DIGITS < u_count ->
  exists answer, may_be_cold l l_count u u_count = Some answer /\
    (cold move (at_ l u) -> answer = true).
Proof.
  unfold U64_DIGITS. intros l lc u uc [Hlc [Hl Hl']] [Huc [Hu Hu']] Hlu Hcount. specialize (Hu' ltac:(lia)).
  assert (Hu0 : 0 < 10 ^ (uc - 1)) by (apply Z.pow_pos_nonneg; lia).
  (* A cold position other than (0, 0) has a difference. *)
  assert (Differ : cold move (at_ l u) -> 0 <= l < u).
  { intros Hc. destruct (Z.eq_dec l u) as [E|]; [|lia]. subst u. exfalso.
    apply (cold_by_signs l l) in Hc; lia. }
  unfold may_be_cold. destruct (Z.geb_spec (uc - lc) 2) as [Hlen|Hlen].
  - exists false. split; [reflexivity|]. intros Hc. exfalso.
    destruct (larger_pile l u (Differ Hc) Hc) as [Hl0 [_ Hul]].
    assert (10 ^ (lc + 1) <= 10 ^ (uc - 1)) by (apply Z.pow_le_mono_r; lia).
    rewrite Z.pow_add_r in * by lia. change (10 ^ 1) with 10 in *. lia.
  - unfold U64_DIGITS. set (s := 10 ^ (uc - 19)).
    assert (Hs : 0 < s) by (apply Z.pow_pos_nonneg; lia).
    assert (Split : 10 ^ uc = s * 10 ^ 19).
    { unfold s. rewrite <- Z.pow_add_r by lia. f_equal. lia. }
    assert (Hn : u / s < 10 ^ 19) by (apply Z.div_lt_upper_bound; lia).
    assert (Hm : 0 <= l / s) by (apply Z.div_pos; lia).
    assert (Hmn : l / s <= u / s) by (apply Z.div_le_mono; lia).
    unfold sub. rewrite fits_some by lia.
    destruct (floor_alpha_gives (l / s) ltac:(unfold word; lia)) as [h [E [Hh [_ Hlow]]]]. rewrite E.
    eexists. split; [reflexivity|]. intros Hc.
    pose proof (leading_digits l u s h (Differ Hc) Hc Hs ltac:(lia) Hlow) as Near. cbv zeta in Near.
    unfold wrapping_sub. rewrite Z.mod_small by lia. lia.
Qed.

(* src/game/big.rs:

pub(crate) fn is_cold_decimal(a: &[u8], b: &[u8]) -> bool {
    let (a, b) = (significant(a), significant(b));
    let (lower, upper) = if (a.len(), a) <= (b.len(), b) {
        (a, b)
    } else {
        (b, a)
    };
    if upper.len() <= U64_DIGITS {
        return is_cold(parse_u64(lower), parse_u64(upper));
    }
    if !may_be_cold(lower, upper) {
        return false;
    }
    if upper.len() <= U128_DIGITS {
        return is_cold_u128(parse_u128(lower), parse_u128(upper));
    }
    is_cold_big(&parse_big(lower), &parse_big(upper))
}
*)
Definition is_cold_decimal (a a_count b b_count : Z) : option bool :=
  let '(l, l_count, u, u_count) :=
    if (a_count <? b_count) || ((a_count =? b_count) && (a <=? b))
    then (a, a_count, b, b_count) else (b, b_count, a, a_count) in
  if u_count <=? U64_DIGITS then is_cold l u
  else
    let? may_be := may_be_cold l l_count u u_count in
    if negb may_be then Some false
    else if u_count <=? U128_DIGITS then is_cold_u128 l u
    else is_cold_big l u.

(* The same with the smaller pile first. *)
Lemma is_cold_decimal_sorted : forall l l_count u u_count,
  has_digits l l_count -> has_digits u u_count -> l <= u ->
  answers (if u_count <=? U64_DIGITS then is_cold l u
    else
      let? may_be := may_be_cold l l_count u u_count in
      if negb may_be then Some false
      else if u_count <=? U128_DIGITS then is_cold_u128 l u
      else is_cold_big l u) (at_ l u).
Proof.
  intros l lc u uc Hl Hu Hlu.
  assert (Bound : forall k, uc <= k -> u < 10 ^ k).
  { intros k Hk. destruct Hu as [_ [Hu _]]. assert (10 ^ uc <= 10 ^ k) by (apply Z.pow_le_mono_r; lia). lia. }
  assert (0 <= l) by (destruct Hl as [_ [Hl _]]; lia).
  destruct (Z.leb_spec uc U64_DIGITS) as [H19|H19]; unfold U64_DIGITS in H19.
  - specialize (Bound 19 H19). apply is_cold_right; unfold word; lia.
  - destruct (may_be_cold_passes_cold l lc u uc Hl Hu Hlu H19) as [answer [E Pass]]. rewrite E.
    destruct answer; cbn [negb].
    + destruct (Z.leb_spec uc U128_DIGITS) as [H38|H38]; unfold U128_DIGITS in H38.
      * specialize (Bound 38 H38). apply is_cold_u128_right; unfold word; lia.
      * apply is_cold_big_right; lia.
    + exists false. split; [reflexivity|]. split; [discriminate|]. exact Pass.
Qed.

(* `is_cold_decimal` is right for piles of any number of digits. *)
Theorem is_cold_decimal_right : forall a a_count b b_count,
  has_digits a a_count -> has_digits b b_count ->
  answers (is_cold_decimal a a_count b b_count) (at_ a b).
Proof.
  intros a ac b bc Ha Hb. unfold is_cold_decimal.
  (* Fewer digits, a smaller number. *)
  assert (Order : forall x xc y yc, has_digits x xc -> has_digits y yc -> xc < yc -> x < y).
  { intros x xc y yc [Hxc [Hx _]] [Hyc [_ Hy]] Hlt. specialize (Hy ltac:(lia)).
    assert (10 ^ xc <= 10 ^ (yc - 1)) by (apply Z.pow_le_mono_r; lia). lia. }
  destruct ((ac <? bc) || ((ac =? bc) && (a <=? b))) eqn:E.
  - apply is_cold_decimal_sorted; try assumption.
    apply orb_true_iff in E. destruct E as [E|E].
    + apply Z.ltb_lt in E. pose proof (Order a ac b bc Ha Hb E). lia.
    + apply andb_prop in E. lia.
  - apply orb_false_iff in E. destruct E as [E1 E2]. apply Z.ltb_ge in E1.
    assert (b <= a).
    { destruct (Z_lt_le_dec bc ac) as [Hlt|]; [pose proof (Order b bc a ac Hb Ha Hlt); lia|].
      apply andb_false_iff in E2. lia. }
    destruct (is_cold_decimal_sorted b bc a ac Hb Ha H) as [answer [E' Hans]].
    exists answer. split; [exact E'|]. rewrite Hans. unfold at_. apply cold_symmetric.
Qed.
