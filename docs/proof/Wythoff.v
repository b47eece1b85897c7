(* Wythoff's theorem, for r-Wythoff with any r >= 1 and so for the game itself (r = 1), in whole
   numbers only: no root, no golden ratio, no sequence.

   In words that the proofs do not use: with alpha = (2 - r + sqrt (r^2 + 4)) / 2, which is phi for
   r = 1, the lower pile of pair n is floor (n * alpha), the upper one is larger by r * n, and
   M r n x has the sign of x - n * alpha for whole n > 0 and x >= 0. *)

From Coq Require Import ZArith Lia Arith.
From Wythoff Require Import Game.
Open Scope Z_scope.

(* The quadratic form of Wythoff's game. *)
Definition N (x d : Z) : Z := x * x - x * d - d * d.

(* The quadratic form of r-Wythoff. *)
Definition M (r n x : Z) : Z := x * x + (r - 2) * n * x - r * n * n.

(* The same form after h = x - n, in which its growth is easier to see. *)
Definition Q (r h n : Z) : Z := h * h + r * h * n - n * n.

Lemma M_is_Q : forall r n x, M r n x = Q r (x - n) n.
Proof. intros. unfold M, Q. ring. Qed.

Lemma M_1_is_N : forall d x, M 1 d x = N x d.
Proof. intros. unfold M, N. ring. Qed.

(* The number a is the lower one of pair n: n * alpha lies at or above a and below a + 1. *)
Definition lower (r n a : Z) : Prop := 0 <= a /\ M r n a <= 0 < M r n (a + 1).

Section ForEveryR.

Variable r : Z.
Hypothesis r_positive : 1 <= r.

(* Where Q is positive, it stays so as h grows. *)
Lemma Q_grows : forall h g n, 0 <= n -> 0 < h <= g -> 0 < Q r h n -> 0 < Q r g n.
Proof.
  intros h g n Hn Hh H. unfold Q in *.
  assert (0 <= (g - h) * (g + h)) by nia.
  assert (0 <= (g - h) * (r * n)) by nia. nia.
Qed.

(* Where Q is positive, it stays so as n shrinks. *)
Lemma Q_shrinks : forall h m n, 0 <= m <= n -> 0 < h -> 0 < Q r h n -> 0 < Q r h m.
Proof.
  intros h m n Hm Hh H.
  destruct (Z.eq_dec n 0) as [->|Hn]; [replace m with 0 by lia; assumption|].
  assert (E : n * n * Q r h m =
    m * m * Q r h n + h * h * ((n - m) * (n + m)) + r * (h * (m * n * (n - m)))).
  { unfold Q. ring. }
  destruct (Z.eq_dec m 0) as [->|Hm0]; [unfold Q; nia|].
  assert (0 < m * m * Q r h n) by (apply Z.mul_pos_pos; nia).
  assert (0 <= h * h * ((n - m) * (n + m))) by (apply Z.mul_nonneg_nonneg; nia).
  assert (0 <= r * (h * (m * n * (n - m)))).
  { apply Z.mul_nonneg_nonneg; [lia|]. apply Z.mul_nonneg_nonneg; [lia|].
    apply Z.mul_nonneg_nonneg; nia. }
  assert (0 < n * n * Q r h m) by lia.
  assert (0 < n * n) by nia.
  apply (Z.mul_pos_cancel_l (n * n)); assumption.
Qed.

(* A number above n * alpha is above n. *)
Lemma above_n : forall n x, 0 <= n -> 0 <= x -> 0 < M r n x -> n < x.
Proof.
  intros n x Hn Hx H. destruct (Z_lt_le_dec n x) as [|Hle]; [assumption|exfalso].
  assert (E : M r n x = - ((n - x) * (x + (r - 1) * n)) - n * n) by (unfold M; ring).
  assert (0 <= (n - x) * (x + (r - 1) * n)) by (apply Z.mul_nonneg_nonneg; nia). nia.
Qed.

(* A number above n * alpha is above m * alpha for smaller m, and so is every larger number. *)
Lemma above_more : forall m n x y,
  0 <= m <= n -> 0 <= x <= y -> 0 < M r n x -> 0 < M r m y.
Proof.
  intros m n x y Hm Hx H.
  assert (n < x) by (apply above_n; [lia|lia|assumption]).
  rewrite M_is_Q in *. apply (Q_grows (x - n)); [lia|lia|]. apply (Q_shrinks _ _ n); [lia|lia|assumption].
Qed.

(* From one n to the next the multiple of alpha grows by more than 1. *)
Lemma above_previous : forall n x, 0 <= n -> 0 <= x -> 0 < M r (n + 1) (x + 1) -> 0 < M r n x.
Proof.
  intros n x Hn Hx H.
  assert (n + 1 < x + 1) by (apply above_n; [lia|lia|assumption]).
  rewrite M_is_Q in *. replace (x + 1 - (n + 1)) with (x - n) in H by lia.
  apply (Q_shrinks _ _ (n + 1)); [lia|lia|assumption].
Qed.

(* No multiple of alpha but 0 is whole: M has no root in whole numbers. By descent: a root (h, n) of
   Q makes a smaller one, (n - r * h, h). *)
Lemma no_root : forall n x, 0 < n -> 0 <= x -> M r n x <> 0.
Proof.
  assert (Descent : forall k, 0 <= k -> forall n h, 0 < n <= k -> 0 <= h -> Q r h n <> 0).
  { intros k Hk. pattern k. apply natlike_ind; [intros; lia| |exact Hk].
    clear k Hk. intros k Hk IH n h Hn Hh E. unfold Q in E.
    assert (0 < h) by nia.
    assert (F : h * h = n * (n - r * h)) by nia.
    assert (0 < n - r * h) by nia.
    assert (h < n) by nia.
    apply (IH h (n - r * h)); [lia|lia|]. unfold Q. nia. }
  intros n x Hn Hx E.
  destruct (Z_lt_le_dec x n) as [Hlt|Hle].
  - assert (F : M r n x = - ((n - x) * (x + (r - 1) * n)) - n * n) by (unfold M; ring).
    assert (0 <= (n - x) * (x + (r - 1) * n)) by (apply Z.mul_nonneg_nonneg; nia). nia.
  - rewrite M_is_Q in E. apply (Descent n ltac:(lia) n (x - n)); [lia|lia|assumption].
Qed.

(* A property of whole numbers that holds at 0 and not at k is lost somewhere between. *)
Lemma crossing : forall P : Z -> Prop, (forall x, {P x} + {~ P x}) ->
  forall k, 0 <= k -> P 0 -> ~ P k -> exists x, 0 <= x < k /\ P x /\ ~ P (x + 1).
Proof.
  intros P Pd k Hk. pattern k. apply natlike_ind; [intros; contradiction| |exact Hk].
  clear k Hk. intros k Hk IH H0 Hnot.
  destruct (Pd k) as [Hp|Hp].
  - exists k. unfold Z.succ in Hnot. repeat split; try lia; assumption.
  - destruct (IH H0 Hp) as [x [Hx Hx']]. exists x. split; [lia|assumption].
Qed.

(* Pair 0 begins with 0, *)
Lemma lower_0 : forall a, lower r 0 a <-> a = 0.
Proof. intros a. unfold lower, M. nia. Qed.

(* and for n > 0 neither sign is 0. *)
Lemma lower_strictly : forall n a, 0 < n ->
  (lower r n a <-> 0 <= a /\ M r n a < 0 < M r n (a + 1)).
Proof.
  intros n a Hn. unfold lower. split; intros [Ha H].
  - pose proof (no_root n a Hn Ha). lia.
  - lia.
Qed.

(* Each pair has a lower number. *)
Lemma lower_exists : forall n, 0 <= n -> exists a, lower r n a.
Proof.
  intros n Hn.
  destruct (crossing (fun x => M r n x <= 0) (fun x => Z_le_dec (M r n x) 0) (2 * n + 1)) as [a [Ha [H1 H2]]].
  - lia.
  - unfold M. nia.
  - unfold M. nia.
  - exists a. unfold lower. lia.
Qed.

(* A larger pair has a larger lower number. *)
Lemma lower_grows : forall m n a b, 0 <= m < n -> lower r m a -> lower r n b -> a < b.
Proof.
  intros m n a b Hm [Ha [Ha1 Ha2]] [Hb [Hb1 Hb2]].
  destruct (Z_lt_le_dec a b) as [|Hle]; [assumption|exfalso].
  assert (0 < M r (n - 1) b).
  { apply above_previous; [lia|lia|]. replace (n - 1 + 1) with n by lia. assumption. }
  assert (0 < M r m a) by (apply (above_more m (n - 1) b a); [lia|lia|assumption]). lia.
Qed.

(* So each pair has one lower number, *)
Lemma lower_unique : forall n a b, 0 <= n -> lower r n a -> lower r n b -> a = b.
Proof.
  intros n a b Hn [Ha [Ha1 Ha2]] [Hb [Hb1 Hb2]].
  destruct (Z_lt_le_dec a b).
  - assert (0 < M r n b) by (apply (above_more n n (a + 1) b); [lia|lia|assumption]). lia.
  - destruct (Z_lt_le_dec b a); [|lia].
    assert (0 < M r n a) by (apply (above_more n n (b + 1) a); [lia|lia|assumption]). lia.
Qed.

(* and each lower number one pair. *)
Lemma lower_injective : forall m n a, 0 <= m -> 0 <= n -> lower r m a -> lower r n a -> m = n.
Proof.
  intros m n a Hm Hn H1 H2. destruct (Z_lt_le_dec m n).
  - pose proof (lower_grows m n a a ltac:(lia) H1 H2). lia.
  - destruct (Z_lt_le_dec n m); [|lia]. pose proof (lower_grows n m a a ltac:(lia) H2 H1). lia.
Qed.

(* The identity behind "complementary": for the upper numbers' form, M r n (x - r * n), it turns the
   question whether x is above the multiple n into the question whether it is below the lower
   numbers' multiple x - n. *)
Lemma complement : forall n x, M r n (x - r * n) = - M r (x - n) x.
Proof. intros. unfold M. ring. Qed.

(* So x is the upper number of pair n exactly if no multiple of alpha lies from x to x + 1: the
   (x - n)-th lies below x, and the next one above x + 1. *)
Lemma upper_iff : forall n x, 0 < n -> r * n <= x ->
  (lower r n (x - r * n) <-> 0 < M r (x - n) x /\ M r (x - n + 1) (x + 1) < 0).
Proof.
  intros n x Hn Hx. rewrite lower_strictly by assumption.
  replace (x - r * n + 1) with (x + 1 - r * n) by lia.
  rewrite !complement. replace (x + 1 - n) with (x - n + 1) by lia. lia.
Qed.

(* Every number x >= 1 is the lower or the upper number of a pair. *)
Theorem every_number : forall x, 0 < x ->
  exists n, 0 < n /\ (lower r n x \/ (r * n <= x /\ lower r n (x - r * n))).
Proof.
  intros x Hx.
  (* The last multiple p of alpha below x. *)
  destruct (crossing (fun p => 0 < M r p x) (fun p => Z_lt_dec 0 (M r p x)) x) as [p [Hp [H1 H2]]].
  - lia.
  - unfold M. nia.
  - unfold M. nia.
  - pose proof (no_root (p + 1) x ltac:(lia) ltac:(lia)).
    pose proof (no_root (p + 1) (x + 1) ltac:(lia) ltac:(lia)).
    destruct (Z_lt_le_dec 0 (M r (p + 1) (x + 1))) as [Hl|Hu].
    + exists (p + 1). split; [lia|left]. unfold lower. lia.
    + (* The next one is beyond x + 1. *)
      exists (x - p). split; [lia|right].
      assert (r * (x - p) <= x).
      { destruct (Z_lt_le_dec x (r * (x - p))) as [Hbad|]; [exfalso|lia].
        (* Then the form would be negative at x + 1 - r * n <= 0. *)
        assert (E : M r (x - p) (x + 1 - r * (x - p)) = - M r (p + 1) (x + 1)).
        { rewrite complement. replace (x + 1 - (x - p)) with (p + 1) by lia. reflexivity. }
        set (n := x - p) in *. set (g := r * n - (x + 1)) in *.
        assert (0 <= g) by lia.
        assert (Hg : x + 1 - r * n = - g) by lia. rewrite Hg in E.
        assert (F : M r n (- g) = g * g - (r - 2) * n * g - r * n * n) by (unfold M; ring).
        assert (g <= (r - 1) * n - 1) by nia.
        assert (g * g <= ((r - 1) * n - 1) * g) by (apply Z.mul_le_mono_nonneg_r; lia).
        nia. }
      split; [assumption|]. apply upper_iff; [lia|assumption|].
      replace (x - (x - p)) with p by lia. lia.
Qed.

(* No number x >= 1 is the lower number of one pair and the upper one of a pair. *)
Theorem not_lower_and_upper : forall m n x, 0 < m -> 0 < n -> r * n <= x ->
  lower r m x -> lower r n (x - r * n) -> False.
Proof.
  intros m n x Hm Hn Hx Hl Hu. apply upper_iff in Hu; [|assumption|assumption].
  destruct Hu as [H1 H2]. destruct Hl as [Hx0 [H3 H4]].
  assert (n <= x) by nia.
  destruct (Z_lt_le_dec (x - n) m) as [Hlt|Hge].
  - assert (0 < M r (x - n + 1) (x + 1)) by (apply (above_more _ m (x + 1)); [lia|lia|assumption]). lia.
  - assert (0 < M r m x) by (apply (above_more m (x - n) x); [lia|lia|assumption]). lia.
Qed.

(* No number is the upper one of two pairs. *)
Lemma upper_injective : forall m n x, 0 <= m -> 0 <= n ->
  lower r m (x - r * m) -> lower r n (x - r * n) -> m = n.
Proof.
  assert (H : forall m n x, 0 <= m < n -> lower r m (x - r * m) -> lower r n (x - r * n) -> False).
  { intros m n x Hm H1 H2. pose proof (lower_grows m n _ _ Hm H1 H2). nia. }
  intros m n x Hm Hn H1 H2. destruct (Z_lt_le_dec m n).
  - exfalso. apply (H m n x); [lia|assumption|assumption].
  - destruct (Z_lt_le_dec n m); [|lia]. exfalso. apply (H n m x); [lia|assumption|assumption].
Qed.

(* Two piles, in either order, are a pair: the difference is r * n, the smaller one its lower number. *)
Definition pair (a b : Z) : Prop :=
  exists n, 0 <= n /\ Z.abs (b - a) = r * n /\ lower r n (Z.min a b).

Lemma pair_symmetric : forall a b, pair a b -> pair b a.
Proof.
  clear r_positive. intros a b [n [Hn [H1 H2]]]. exists n. rewrite Z.min_comm.
  repeat split; try apply H2; lia.
Qed.

(* Two pairs that share a first number are the same. *)
Lemma pair_unique : forall a b c, pair a b -> pair a c -> b = c.
Proof.
  intros a b c [m [Hm [H1 H2]]] [n [Hn [H3 H4]]].
  (* One of the two numbers is the lower one, or a is 0. *)
  assert (Zero : forall k, 0 <= k -> lower r k 0 -> k = 0).
  { intros k Hk Hl. apply (lower_injective k 0 0); [lia|lia|assumption|apply lower_0; reflexivity]. }
  assert (Mixed : forall k l x y, 0 <= k -> 0 <= l -> lower r k x -> y = x - r * l -> lower r l y ->
    k = 0 /\ l = 0).
  { intros k l x y Hk Hl Hx -> Hy.
    assert (0 <= x - r * l) by (destruct Hy; assumption).
    destruct (Z.eq_dec k 0) as [->|Hk0].
    - apply lower_0 in Hx. split; [reflexivity|]. nia.
    - destruct (Z.eq_dec l 0) as [->|Hl0].
      + split; [|reflexivity]. replace (x - r * 0) with x in Hy by lia.
        apply (lower_injective k 0 x); try assumption; lia.
      + exfalso. apply (not_lower_and_upper k l x); try assumption; lia. }
  destruct (Z_le_gt_dec a b) as [Hb|Hb]; destruct (Z_le_gt_dec a c) as [Hc|Hc].
  - rewrite Z.min_l in H2, H4 by lia.
    assert (m = n) by (apply (lower_injective m n a); assumption). nia.
  - rewrite Z.min_l in H2 by lia. rewrite Z.min_r in H4 by lia.
    destruct (Mixed m n a c) as [-> ->]; try assumption; lia.
  - rewrite Z.min_r in H2 by lia. rewrite Z.min_l in H4 by lia.
    destruct (Mixed n m a b) as [-> ->]; try assumption; lia.
  - rewrite Z.min_r in H2, H4 by lia.
    assert (m = n); [|subst; lia]. apply (upper_injective m n a); try assumption.
    + replace (a - r * m) with b by lia. assumption.
    + replace (a - r * n) with c by lia. assumption.
Qed.

End ForEveryR.

(* A pair of piles that are natural numbers. *)
Definition pair_position (r : nat) (p : position) : Prop :=
  pair (Z.of_nat r) (Z.of_nat (fst p)) (Z.of_nat (snd p)).

(* No move leads from a pair to a pair. *)
Lemma pairs_are_left : forall r p q, (1 <= r)%nat ->
  r_move r p q -> pair_position r p -> ~ pair_position r q.
Proof.
  intros r p q Hr Hm Hp Hq. unfold pair_position in *.
  destruct Hm as [a b k Hk|a b k Hk|a b i j Hi Hj Hij Hji]; cbn [fst snd] in *.
  - apply pair_symmetric in Hp. apply pair_symmetric in Hq.
    pose proof (pair_unique (Z.of_nat r) ltac:(lia) _ _ _ Hp Hq). lia.
  - pose proof (pair_unique (Z.of_nat r) ltac:(lia) _ _ _ Hp Hq). lia.
  - (* The difference of the piles changes by less than r, but it is a multiple of r. *)
    destruct Hp as [m [H0m [Hm Hlm]]]. destruct Hq as [n [H0n [Hn Hln]]].
    set (R := Z.of_nat r) in *. assert (1 <= R) by lia.
    assert (m = n).
    { assert (Z.abs (R * m - R * n) < R) by lia.
      assert (Z.abs (R * (m - n)) < R) by (replace (R * (m - n)) with (R * m - R * n) by ring; assumption).
      nia. }
    subst n.
    assert (Z.min (Z.of_nat (a + i)) (Z.of_nat (b + j)) = Z.min (Z.of_nat a) (Z.of_nat b)).
    { apply (lower_unique R ltac:(lia) m); assumption. }
    lia.
Qed.

(* From every position that is no pair a move leads to one. *)
Lemma pairs_are_entered : forall r p, (1 <= r)%nat ->
  pair_position r p \/ exists q, r_move r p q /\ pair_position r q.
Proof.
  intros r p Hr.
  set (R := Z.of_nat r). assert (HR : 1 <= R) by lia.
  (* It is enough to look at positions with the smaller pile first. *)
  assert (Sorted : forall a b, (a <= b)%nat ->
    pair R (Z.of_nat a) (Z.of_nat b) \/
    exists a' b', r_move r (a, b)%nat (a', b') /\ pair R (Z.of_nat a') (Z.of_nat b')).
  { intros a b Hab.
    (* A single number is reached by making the other pile smaller. *)
    assert (Second : forall c, (c < b)%nat -> pair R (Z.of_nat a) (Z.of_nat c) ->
      exists a' b', r_move r (a, b)%nat (a', b') /\ pair R (Z.of_nat a') (Z.of_nat b')).
    { intros c Hc Hp. exists a, c. split; [|assumption].
      replace b with (c + (b - c))%nat by lia. apply r_from_second. lia. }
    destruct (Nat.eq_dec a 0) as [->|Ha].
    - (* No object in the smaller pile: take all of the larger one. *)
      assert (P0 : pair R 0 0) by (exists 0; rewrite lower_0; lia).
      destruct (Nat.eq_dec b 0) as [->|Hb]; [left; exact P0|right].
      apply (Second 0%nat); [lia|exact P0].
    - destruct (every_number R HR (Z.of_nat a) ltac:(lia)) as [n [Hn [Hl|[Hx Hu]]]].
      + (* a is a lower number; its partner is a + r n. *)
        assert (Pn : pair R (Z.of_nat a) (Z.of_nat a + R * n)).
        { exists n. split; [lia|split]; [nia|rewrite Z.min_l by nia; assumption]. }
        set (u := Z.of_nat a + R * n) in *. assert (Hu : 0 <= u) by nia.
        destruct (Z_lt_le_dec u (Z.of_nat b)) as [Hub|Hub].
        { right. apply (Second (Z.to_nat u)); [lia|]. rewrite Z2Nat.id by lia. assumption. }
        destruct (Z.eq_dec u (Z.of_nat b)) as [E|E]; [left; rewrite <- E; assumption|right].
        (* The larger pile is below the partner: go to a smaller pair, along the diagonal but for
           the rest s of the difference divided by r. *)
        set (D := Z.of_nat b - Z.of_nat a).
        pose proof (Z.div_mod D R ltac:(lia)) as HD.
        pose proof (Z.mod_pos_bound D R ltac:(lia)) as Hs.
        set (m := D / R) in *. set (s := D mod R) in *.
        assert (HD0 : 0 <= D) by lia.
        assert (Hm0 : 0 <= m) by (unfold m; apply Z.div_pos; lia).
        assert (Hmn : m < n) by nia.
        destruct (lower_exists R HR m Hm0) as [c Hc].
        assert (Hca : c < Z.of_nat a) by (apply (lower_grows R HR m n); [lia|assumption|assumption]).
        assert (H0c : 0 <= c) by (destruct Hc; assumption).
        assert (Pm : pair R c (c + R * m)).
        { exists m. split; [lia|split]; [nia|rewrite Z.min_l by nia; assumption]. }
        exists (Z.to_nat c), (Z.to_nat (c + R * m)). split.
        * assert (HRm : 0 <= R * m) by nia.
          replace a with (Z.to_nat c + (a - Z.to_nat c))%nat at 1 by lia.
          replace b with (Z.to_nat (c + R * m) + (b - Z.to_nat (c + R * m)))%nat at 1 by lia.
          apply r_from_both; lia.
        * rewrite !Z2Nat.id by nia. assumption.
      + (* a is an upper number; its partner is a - r n, less than the other pile. *)
        right. set (c := Z.of_nat a - R * n) in *.
        assert (H0c : 0 <= c) by (destruct Hu; assumption).
        apply (Second (Z.to_nat c)); [nia|]. rewrite Z2Nat.id by lia.
        exists n. split; [lia|split]; [lia|]. rewrite Z.min_r by nia. assumption. }
  destruct p as [a b]. destruct (le_ge_dec a b) as [H|H].
  - destruct (Sorted a b H) as [Hp|[a' [b' [Hm Hp]]]]; [left; exact Hp|right].
    exists (a', b'). split; assumption.
  - destruct (Sorted b a H) as [Hp|[b' [a' [Hm Hp]]]]; [left; apply pair_symmetric; exact Hp|right].
    exists (a', b'). split; [|apply pair_symmetric; exact Hp].
    inversion Hm; subst; constructor; assumption.
Qed.

(* The theorem for r-Wythoff, for every r >= 1: the cold positions are the pairs. *)
Theorem r_wythoff : forall r, (1 <= r)%nat ->
  forall p, cold (r_move r) p <-> pair_position r p.
Proof.
  intros r Hr. apply cold_is.
  - apply r_move_decided.
  - apply r_move_shrinks.
  - intros p q Hm. apply pairs_are_left; assumption.
  - intros p. apply pairs_are_entered. assumption.
Qed.

(* The theorem for r-Wythoff in signs: with a <= b, the position is cold exactly if b - a = r * n for
   some n, and n = 0 and a = 0, or n > 0 and the form M is negative at a and positive at a + 1. *)
Theorem r_wythoff_signs : forall r, (1 <= r)%nat -> forall a b : nat, (a <= b)%nat ->
  (cold (r_move r) (a, b) <->
   exists n, Z.of_nat b - Z.of_nat a = Z.of_nat r * n /\
     (n = 0 /\ a = 0%nat \/
      0 < n /\ M (Z.of_nat r) n (Z.of_nat a) < 0 < M (Z.of_nat r) n (Z.of_nat a + 1))).
Proof.
  intros r Hr a b Hab. rewrite r_wythoff by assumption.
  set (R := Z.of_nat r). assert (HR : 1 <= R) by lia. split.
  - intros [n [Hn [Hd Hl]]]. cbn [fst snd] in *. exists n. split; [lia|].
    rewrite Z.min_l in Hl by lia. destruct (Z.eq_dec n 0) as [->|Hn0].
    + left. apply lower_0 in Hl. lia.
    + right. split; [lia|]. apply (lower_strictly R HR n); [lia|assumption].
  - intros [n [Hd Hcase]]. exists n. cbn [fst snd] in *. rewrite Z.min_l by lia.
    destruct Hcase as [[-> Ha]|[Hn Hs]].
    + rewrite lower_0. lia.
    + split; [lia|]. split; [lia|]. apply (lower_strictly R HR n); [lia|]. split; [lia|assumption].
Qed.

(* A position of the game itself is cold exactly if its piles are a pair for r = 1. *)
Lemma cold_is_pair : forall p, cold move p <-> pair 1 (Z.of_nat (fst p)) (Z.of_nat (snd p)).
Proof.
  intros p. rewrite <- (r_wythoff 1 ltac:(lia) p). revert p.
  apply (cold_is move move_decided move_shrinks).
  - intros p q Hm Hp. apply (cold_iff _ (r_move_decided 1) (r_move_shrinks 1) p); [assumption|].
    apply move_is_r_move. assumption.
  - intros p. destruct (decided _ (r_move_decided 1) (r_move_shrinks 1) p) as [Hc|Hh].
    + left. assumption.
    + right. destruct Hh as [p q Hm Hq]. exists q. split; [apply move_is_r_move|]; assumption.
Qed.

(* Wythoff's theorem (1907): with a <= b and d = b - a, the position is cold exactly if d = 0 and
   a = 0, or d > 0 and the form N is negative at a and positive at a + 1. *)
Theorem wythoff : forall a b : nat, (a <= b)%nat ->
  let x := Z.of_nat a in let d := Z.of_nat b - Z.of_nat a in
  (cold move (a, b) <-> d = 0 /\ x = 0 \/ 0 < d /\ N x d < 0 < N (x + 1) d).
Proof.
  intros a b Hab x d. rewrite cold_is_pair. cbn [fst snd]. fold x. split.
  - intros [n [Hn [Hd Hl]]]. rewrite Z.min_l in Hl by lia. assert (n = d) by lia. subst n.
    destruct (Z.eq_dec d 0) as [E|Hd0].
    + left. rewrite E in Hl. apply lower_0 in Hl. lia.
    + right. split; [lia|]. apply lower_strictly in Hl; [|lia|lia]. rewrite !M_1_is_N in Hl. apply Hl.
  - intros H. exists d. rewrite Z.min_l by lia. split; [lia|split; [lia|]].
    destruct H as [[E Hx]|[Hd Hs]].
    + rewrite E. apply lower_0. assumption.
    + apply lower_strictly; [lia|assumption|]. rewrite !M_1_is_N. split; [lia|assumption].
Qed.

(* The larger pile of a cold position is between 3/2 and 2 times the smaller one, so first digits and numbers of digits
   tell of most positions that they are hot. *)
Theorem not_far : forall a b : nat, (a <= b)%nat -> cold move (a, b) ->
  3 * Z.of_nat a <= 2 * Z.of_nat b <= 4 * Z.of_nat a.
Proof.
  intros a b Hab Hc. apply wythoff in Hc; [|assumption]. cbn zeta in Hc.
  set (x := Z.of_nat a) in *. set (d := Z.of_nat b - x) in *. assert (0 <= x) by (unfold x; lia).
  replace (Z.of_nat b) with (x + d) by (unfold d; lia). clearbody x d.
  destruct Hc as [Hc|[Hd [H1 H2]]]; [lia|]. unfold N in *.
  assert (x <= 2 * d) by nia. assert (d <= x) by nia. lia.
Qed.

(* The order of the piles does not matter. *)
Theorem cold_symmetric : forall a b, cold move (a, b) <-> cold move (b, a).
Proof. intros a b. rewrite !cold_is_pair. split; apply pair_symmetric. Qed.

(* Beatty's theorem for these sequences: each x >= 1 is the lower number of one pair or the upper
   number of one pair, never both. *)
Theorem complementary : forall r x, 1 <= r -> 0 < x ->
  (exists n, 0 < n /\ lower r n x /\
    (forall m, 0 < m -> lower r m x -> m = n) /\ (forall m, 0 < m -> ~ lower r m (x - r * m))) \/
  (exists n, 0 < n /\ lower r n (x - r * n) /\
    (forall m, 0 < m -> lower r m (x - r * m) -> m = n) /\ (forall m, 0 < m -> ~ lower r m x)).
Proof.
  intros r x Hr Hx. destruct (every_number r Hr x Hx) as [n [Hn [Hl|[Hle Hu]]]]; [left|right]; exists n.
  - split; [assumption|]. split; [assumption|]. split.
    + intros m Hm H. apply (lower_injective r Hr m n x); try assumption; lia.
    + intros m Hm H. assert (0 <= x - r * m) by (destruct H; assumption).
      apply (not_lower_and_upper r Hr n m x); try assumption; lia.
  - split; [assumption|]. split; [assumption|]. split.
    + intros m Hm H. apply (upper_injective r Hr m n x); try assumption; lia.
    + intros m Hm H. apply (not_lower_and_upper r Hr m n x); assumption.
Qed.

(* Wythoff's own construction: the lower number of pair n is the least number that is in no earlier
   pair (the upper one is larger by r * n). *)
Theorem mex : forall r n a, 1 <= r -> 0 <= n -> lower r n a ->
  (forall m, 0 <= m < n -> a <> 0 /\ ~ lower r m a /\ ~ lower r m (a - r * m)) /\
  (forall x, 0 <= x < a -> exists m, 0 <= m < n /\ (lower r m x \/ lower r m (x - r * m))).
Proof.
  intros r n a Hr Hn Ha. split.
  - intros m Hm. destruct (lower_exists r Hr m ltac:(lia)) as [b Hb].
    pose proof (lower_grows r Hr m n b a ltac:(lia) Hb Ha).
    assert (0 <= b) by (destruct Hb; assumption).
    split; [lia|]. split; intros Hm'.
    + pose proof (lower_injective r Hr m n a ltac:(lia) ltac:(lia) Hm' Ha). lia.
    + destruct (Z.eq_dec m 0) as [->|Hm0].
      * apply lower_0 in Hm'. lia.
      * assert (0 <= a - r * m) by (destruct Hm'; assumption).
        apply (not_lower_and_upper r Hr n m a); try assumption; lia.
  - intros x Hx.
    assert (0 < n).
    { destruct (Z.eq_dec n 0) as [->|]; [|lia]. apply lower_0 in Ha. lia. }
    destruct (Z.eq_dec x 0) as [->|Hx0].
    { exists 0. split; [lia|]. left. apply lower_0. reflexivity. }
    destruct (every_number r Hr x ltac:(lia)) as [m [Hm Hcase]].
    exists m. assert (m < n).
    { destruct (Z_lt_le_dec m n) as [|Hnm]; [assumption|exfalso].
      assert (Least : forall y, lower r m y -> a <= y).
      { intros y Hy. destruct (Z.eq_dec m n) as [->|Hne].
        - rewrite (lower_unique r Hr n a y Hn Ha Hy). lia.
        - pose proof (lower_grows r Hr n m a y ltac:(lia) Ha Hy). lia. }
      destruct Hcase as [Hl|[Hle Hu]].
      - pose proof (Least _ Hl). lia.
      - pose proof (Least _ Hu). nia. }
    split; [lia|]. destruct Hcase as [Hl|[Hle Hu]]; [left|right]; assumption.
Qed.

(* The lower number of pair d is (d + isqrt (5 d^2)) / 2, as the library's slow reference has it. *)
Theorem lower_by_root : forall d, 0 <= d -> lower 1 d ((d + Z.sqrt (5 * (d * d))) / 2).
Proof.
  intros d Hd. pose proof (Z.sqrt_spec (5 * (d * d)) ltac:(nia)) as Hs. cbn zeta in Hs.
  pose proof (Z.sqrt_nonneg (5 * (d * d))) as Hs0.
  set (s := Z.sqrt (5 * (d * d))) in *. unfold Z.succ in Hs.
  pose proof (Z.div_mod (d + s) 2 ltac:(lia)) as E.
  pose proof (Z.mod_pos_bound (d + s) 2 ltac:(lia)) as B.
  set (a := (d + s) / 2) in *. set (e := (d + s) mod 2) in *.
  assert (Ha : 0 <= a) by (unfold a; apply Z.div_pos; lia).
  assert (Hsa : s = 2 * a + e - d) by lia. rewrite Hsa in *.
  split; [assumption|]. rewrite !M_1_is_N. unfold N. nia.
Qed.
