(* Piles in decimal digits of any length (src/game/big.rs, src/game/ratio.rs): the filters by length and by
   leading digits never reject a cold position, and so the decision is right.

   A pile stands here as the number x and its count of digits without leading zeros. That the bytes of
   a text mean that number, and its first digits the number divided by a power of ten, is not proved. *)

From Coq Require Import ZArith Lia Bool.
From Wythoff Require Import Game Wythoff Constants Width Machine Code Beatty Wide Generalised.
Open Scope Z_scope.

(* Written without leading zeros, x has so many digits; 0 has none. *)
Definition has_digits (x count : Z) : Prop :=
  0 <= count /\ 0 <= x < 10 ^ count /\ (0 < count -> 10 ^ (count - 1) <= x).

(* Fewer digits, a smaller number. *)
Lemma fewer_digits : forall x x_count y y_count,
  has_digits x x_count -> has_digits y y_count -> x_count < y_count -> x < y.
Proof.
  intros x xc y yc [Hxc [Hx _]] [Hyc [_ Hy]] Hlt. specialize (Hy ltac:(lia)).
  assert (10 ^ xc <= 10 ^ (yc - 1)) by (apply Z.pow_le_mono_r; lia). lia.
Qed.

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

(* The piles of a cold position other than (0, 0) differ. *)
Lemma cold_differ : forall l u, 0 <= l <= u -> 0 < u -> cold move (at_ l u) -> l < u.
Proof.
  intros l u Hlu Hu Hc. destruct (Z.eq_dec l u) as [E|]; [|lia]. subst u. exfalso.
  apply (cold_by_signs l l) in Hc; lia.
Qed.

(* The numbers of digits of a cold position, without leading zeros, differ by at most one. *)
Theorem cold_lengths : forall a a_count b b_count, has_digits a a_count -> has_digits b b_count ->
  cold move (at_ a b) -> Z.abs (b_count - a_count) <= 1.
Proof.
  assert (Sorted : forall l lc u uc, has_digits l lc -> has_digits u uc -> l <= u ->
    cold move (at_ l u) -> uc <= lc + 1).
  { intros l lc u uc [Hlc [Hl _]] [Huc [_ Hu]] Hlu Hc.
    destruct (Z_lt_le_dec (lc + 1) uc) as [Hlong|]; [exfalso|assumption]. specialize (Hu ltac:(lia)).
    assert (0 < 10 ^ (uc - 1)) by (apply Z.pow_pos_nonneg; lia).
    pose proof (cold_differ l u ltac:(lia) ltac:(lia) Hc).
    destruct (larger_pile l u ltac:(lia) Hc) as [_ [_ Hul]].
    assert (10 ^ (lc + 1) <= 10 ^ (uc - 1)) by (apply Z.pow_le_mono_r; lia).
    rewrite Z.pow_add_r in * by lia. change (10 ^ 1) with 10 in *. lia. }
  intros a ac b bc Ha Hb Hc. destruct (Z.lt_trichotomy ac bc) as [Hlt|[|Hlt]]; [|lia|].
  - pose proof (fewer_digits a ac b bc Ha Hb Hlt). pose proof (Sorted a ac b bc Ha Hb ltac:(lia) Hc). lia.
  - apply cold_symmetric in Hc. pose proof (fewer_digits b bc a ac Hb Ha Hlt).
    pose proof (Sorted b bc a ac Hb Ha ltac:(lia) Hc). lia.
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
  unfold U64_DIGITS. intros l lc u uc Hl Hu Hlu Hcount.
  pose proof (cold_lengths l lc u uc Hl Hu) as Lengths.
  destruct Hl as [Hlc [Hl Hl']]. destruct Hu as [Huc [Hu Hu']]. specialize (Hu' ltac:(lia)).
  assert (Hu0 : 0 < 10 ^ (uc - 1)) by (apply Z.pow_pos_nonneg; lia).
  unfold may_be_cold. destruct (Z.geb_spec (uc - lc) 2) as [Hlen|Hlen].
  - exists false. split; [reflexivity|]. intros Hc. specialize (Lengths Hc). lia.
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
    pose proof (cold_differ l u ltac:(lia) ltac:(lia) Hc).
    pose proof (leading_digits l u s h ltac:(lia) Hc Hs ltac:(lia) Hlow) as Near. cbv zeta in Near.
    unfold wrapping_sub. rewrite Z.mod_small by lia. lia.
Qed.

(* src/game/ratio.rs:

pub(crate) fn four_digits_fit(x: u16, y: u16) -> bool {
    let (least, most) = (x.min(y), x.max(y));
    let times = |x: u16, factor: u16| ((u32::from(x) * u32::from(factor)) >> 16) as u16;
    let same = most.wrapping_sub(least + times(least, FOUR_DIGITS_SAME));
    let longer = least.wrapping_sub(times(most, FOUR_DIGITS_LONGER));
    same <= 2 || longer <= 1
}
*)
Definition four_digits_fit (x y : Z) : option bool :=
  let least := Z.min x y in
  let most := Z.max x y in
  let times x factor := let? product := mul 32 x factor in Some (cast 16 (shr product 16)) in
  let? part := times least FOUR_DIGITS_SAME in
  let? sum := add 16 least part in
  let same := wrapping_sub 16 most sum in
  let? part := times most FOUR_DIGITS_LONGER in
  let longer := wrapping_sub 16 least part in
  Some ((same <=? 2) || (longer <=? 1)).

(* What it computes. *)
Lemma four_digits_value : forall x y, 1000 <= x < 10000 -> 1000 <= y < 10000 ->
  let least := Z.min x y in let most := Z.max x y in
  let same := most - (least + least * FOUR_DIGITS_SAME / 2 ^ 16) in
  let longer := least - most * FOUR_DIGITS_LONGER / 2 ^ 16 in
  exists answer, four_digits_fit x y = Some answer /\ (0 <= same <= 2 \/ 0 <= longer <= 1 -> answer = true).
Proof.
  intros x y Hx Hy least most same longer. unfold four_digits_fit.
  fold least. fold most. assert (1000 <= least < 10000) by lia. assert (1000 <= most < 10000) by lia.
  clearbody least most.
  assert (Small : forall a c, 0 <= a < 10000 -> 0 <= c < 2 ^ 16 ->
    mul 32 a c = Some (a * c) /\ cast 16 (shr (a * c) 16) = a * c / 2 ^ 16 /\ 0 <= a * c / 2 ^ 16 < 10000).
  { intros a c Ha Hc. assert (0 <= a * c < 10000 * 2 ^ 16) by nia.
    assert (0 <= a * c / 2 ^ 16 < 10000) by (split; [apply Z.div_pos|apply Z.div_lt_upper_bound]; lia).
    unfold mul. rewrite fits_some by lia. rewrite shr_div by lia. rewrite cast_small by lia. tauto. }
  destruct (Small least FOUR_DIGITS_SAME ltac:(lia) ltac:(unfold FOUR_DIGITS_SAME; lia)) as [E1 [E2 B1]].
  destruct (Small most FOUR_DIGITS_LONGER ltac:(lia) ltac:(unfold FOUR_DIGITS_LONGER; lia)) as [E3 [E4 B2]].
  rewrite E1, E2, E3, E4. unfold add. rewrite fits_some by lia.
  eexists. split; [reflexivity|]. intros Near. apply orb_true_iff. rewrite !Z.leb_le. fold same longer.
  unfold wrapping_sub. destruct Near; [left|right]; rewrite Z.mod_small; lia.
Qed.

(* The golden ratio lies between 106038 and 106040 in 65536ths. *)
Lemma ratio_in_16_bits : forall l u, 0 <= l < u -> cold move (at_ l u) ->
  106038 * l < 65536 * u /\ 65536 * (u - 1) < 106040 * l.
Proof.
  intros l u Hlu Hc. destruct (larger_pile l u Hlu Hc) as [Hl [[H1 H2] _]].
  assert (Scale : forall y, M 1 (65536 * l) (65536 * y) = 65536 * 65536 * M 1 l y) by (intros; unfold M; ring).
  assert (Below : M 1 (65536 * l) (106038 * l) = - 216220 * (l * l)) by (unfold M; ring).
  assert (Above : M 1 (65536 * l) (106040 * l) = 76864 * (l * l)) by (unfold M; ring).
  split.
  - destruct (Z_lt_le_dec (106038 * l) (65536 * u)) as [|Hle]; [assumption|exfalso].
    assert (0 < M 1 (65536 * l) (106038 * l)).
    { apply (above_more 1 ltac:(lia) _ (65536 * l) (65536 * u)); [lia|lia|]. rewrite Scale. lia. }
    nia.
  - destruct (Z_lt_le_dec (65536 * (u - 1)) (106040 * l)) as [|Hle]; [assumption|exfalso].
    assert (0 < M 1 (65536 * l) (65536 * (u - 1))).
    { apply (above_more 1 ltac:(lia) _ (65536 * l) (106040 * l)); [lia|lia|]. rewrite Above. nia. }
    rewrite Scale in *. lia.
Qed.

(* The filter by the first four digits comes to an end without an overflow and never rejects a cold position. *)
Theorem four_digits_fit_passes_cold : forall a p b q, 0 <= p -> 0 <= q ->
  let x := a / 10 ^ p in let y := b / 10 ^ q in 1000 <= x <= 9999 -> 1000 <= y <= 9999 ->
  exists answer, four_digits_fit x y = Some answer /\ (cold move (at_ a b) -> answer = true).
Proof.
  (* Of numbers that begin with these digits, *)
  assert (Count : forall n k, 0 <= k -> 1000 <= n / 10 ^ k <= 9999 -> has_digits n (k + 4)).
  { intros n k Hk Hn. assert (0 < 10 ^ k) by (apply Z.pow_pos_nonneg; lia).
    pose proof (Z.div_mod n (10 ^ k) ltac:(lia)). pose proof (Z.mod_pos_bound n (10 ^ k) ltac:(lia)).
    unfold has_digits. replace (k + 4 - 1) with (k + 3) by lia. rewrite !Z.pow_add_r by lia.
    change (10 ^ 3) with 1000. change (10 ^ 4) with 10000. repeat split; try lia; nia. }
  (* with the smaller one first: *)
  assert (Sorted : forall l p u q, 0 <= p -> 0 <= q -> 1000 <= l / 10 ^ p <= 9999 -> 1000 <= u / 10 ^ q <= 9999 ->
    0 <= l <= u -> cold move (at_ l u) -> four_digits_fit (l / 10 ^ p) (u / 10 ^ q) = Some true).
  { intros l p u q Hp Hq Hx Hy Hlu Hc.
    pose proof (cold_lengths _ _ _ _ (Count l p Hp Hx) (Count u q Hq Hy) Hc).
    assert (p <= q).
    { destruct (Z_lt_le_dec q p); [|assumption].
      pose proof (fewer_digits _ _ _ _ (Count u q Hq Hy) (Count l p Hp Hx) ltac:(lia)). lia. }
    assert (0 < 10 ^ p) by (apply Z.pow_pos_nonneg; lia).
    assert (Hu : 0 < u) by (destruct (Z.eq_dec u 0); [subst u; rewrite Z.div_0_l in Hy|]; lia).
    destruct (ratio_in_16_bits l u) as [R1 R2]; [pose proof (cold_differ l u Hlu Hu Hc); lia|assumption|].
    destruct (four_digits_value (l / 10 ^ p) (u / 10 ^ q) ltac:(lia) ltac:(lia)) as [answer [E Near]].
    cbv zeta in Near. rewrite E. f_equal. apply Near. clear E Near.
    assert (Power : 10 ^ q = 10 ^ p \/ 10 ^ q = 10 * 10 ^ p).
    { assert (q = p \/ q = p + 1) as [->| ->] by lia; [left; reflexivity|right].
      rewrite Z.pow_add_r by lia. lia. }
    unfold FOUR_DIGITS_SAME, FOUR_DIGITS_LONGER. set (s := 10 ^ p) in *. set (S := 10 ^ q) in *.
    pose proof (Z.div_mod l s ltac:(lia)). pose proof (Z.mod_pos_bound l s ltac:(lia)).
    pose proof (Z.div_mod u S ltac:(lia)). pose proof (Z.mod_pos_bound u S ltac:(lia)).
    set (x := l / s) in *. set (y := u / S) in *. clearbody x y s S.
    set (t := l mod s) in *. set (v := u mod S) in *. clearbody t v.
    destruct Power as [->| ->].
    - (* the same number of digits *)
      assert (106038 * x < 65536 * (y + 1)) by nia. assert (65536 * y < 106040 * (x + 1)) by nia.
      left. rewrite Z.min_l, Z.max_r by lia. Z.to_euclidean_division_equations. lia.
    - (* one digit more *)
      assert (106038 * x < 65536 * (10 * (y + 1))) by nia. assert (65536 * (10 * y) < 106040 * (x + 1)) by nia.
      right. rewrite Z.min_r, Z.max_l by lia. Z.to_euclidean_division_equations. lia. }
  intros a p b q Hp Hq x y Hx Hy.
  destruct (four_digits_value x y ltac:(lia) ltac:(lia)) as [answer [E _]].
  exists answer. split; [exact E|]. intros Hc.
  assert (Ha : 0 <= a) by (destruct (Count a p Hp Hx); lia). assert (Hb : 0 <= b) by (destruct (Count b q Hq Hy); lia).
  destruct (Z_le_gt_dec a b).
  - pose proof (Sorted a p b q Hp Hq Hx Hy ltac:(lia) Hc) as Fit. fold x y in Fit. congruence.
  - apply cold_symmetric in Hc. pose proof (Sorted b q a p Hq Hp Hy Hx ltac:(lia) Hc) as Fit. fold x y in Fit.
    unfold four_digits_fit in *. rewrite Z.min_comm, Z.max_comm in Fit. congruence.
Qed.

(* src/decimal.rs:

pub(crate) fn is_less(a: &[u8], b: &[u8]) -> bool {
    (a.len(), a) < (b.len(), b)
}
*)

(* src/game/big.rs:

pub(crate) fn is_cold_decimal(a: &[u8], b: &[u8]) -> bool {
    let (a, b) = (significant(a), significant(b));
    let (lower, upper) = if is_less(a, b) { (a, b) } else { (b, a) };
    if upper.len() <= U64_DIGITS {
        return is_cold(parse_u64(lower), parse_u64(upper));
    }
    if !may_be_cold(lower, upper) {
        return false;
    }
    if upper.len() <= U128_DIGITS {
        return is_cold_u128(parse_u128(lower), parse_u128(upper));
    }
    is_cold_big(&parse_big(lower), &parse_big(upper), NonZeroU64::MIN)
}
*)
Definition is_cold_decimal (a a_count b b_count : Z) : option bool :=
  let '(l, l_count, u, u_count) :=
    if (a_count <? b_count) || ((a_count =? b_count) && (a <? b))
    then (a, a_count, b, b_count) else (b, b_count, a, a_count) in
  if u_count <=? U64_DIGITS then is_cold l u
  else
    let? may_be := may_be_cold l l_count u u_count in
    if negb may_be then Some false
    else if u_count <=? U128_DIGITS then is_cold_u128 l u
    else is_cold_big l u 1.

(* The same with the smaller pile first. *)
Lemma is_cold_decimal_sorted : forall l l_count u u_count,
  has_digits l l_count -> has_digits u u_count -> l <= u ->
  answers (if u_count <=? U64_DIGITS then is_cold l u
    else
      let? may_be := may_be_cold l l_count u u_count in
      if negb may_be then Some false
      else if u_count <=? U128_DIGITS then is_cold_u128 l u
      else is_cold_big l u 1) (at_ l u).
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
      * apply is_cold_big_right_normal; lia.
    + exists false. split; [reflexivity|]. split; [discriminate|]. exact Pass.
Qed.

(* `is_cold_decimal` is right for piles of any number of digits. *)
Theorem is_cold_decimal_right : forall a a_count b b_count,
  has_digits a a_count -> has_digits b b_count ->
  answers (is_cold_decimal a a_count b b_count) (at_ a b).
Proof.
  intros a ac b bc Ha Hb. unfold is_cold_decimal.
  destruct ((ac <? bc) || ((ac =? bc) && (a <? b))) eqn:E.
  - apply is_cold_decimal_sorted; try assumption.
    apply orb_true_iff in E. destruct E as [E|E].
    + apply Z.ltb_lt in E. pose proof (fewer_digits a ac b bc Ha Hb E). lia.
    + apply andb_prop in E. lia.
  - apply orb_false_iff in E. destruct E as [E1 E2]. apply Z.ltb_ge in E1.
    assert (b <= a).
    { destruct (Z_lt_le_dec bc ac) as [Hlt|]; [pose proof (fewer_digits b bc a ac Hb Ha Hlt); lia|].
      apply andb_false_iff in E2. lia. }
    destruct (is_cold_decimal_sorted b bc a ac Hb Ha H) as [answer [E' Hans]].
    exists answer. split; [exact E'|]. rewrite Hans. unfold at_. apply cold_symmetric.
Qed.
