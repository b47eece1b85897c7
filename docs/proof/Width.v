(* The width: that the fixed-point constants are wide enough, each for its whole range.

   A constant C of k bits stands for alpha = phi - 1. Where it is shown to be wide enough,
   d + d * C / 2^k is the lower number of pair d ("lower 1 d"), that is floor (d * phi). *)

From Coq Require Import ZArith Lia.
From Wythoff Require Import Wythoff Constants.
Open Scope Z_scope.

(* The lemma of src/game/phi.rs for a constant below alpha, with W = 2^k. *)
Lemma rounded_down : forall C W D, 0 < W -> 0 <= C ->
  0 < W * W - C * W - C * C ->
  D * D * (W * W - C * W - C * C) <= W * W ->
  forall d, 0 <= d <= D -> lower 1 d (d + d * C / W).
Proof.
  intros C W D HW HC Hgap HD d Hd.
  destruct (Z.eq_dec d 0) as [->|Hd0]; [apply lower_0; rewrite Z.div_0_l; lia|].
  pose proof (Z.div_mod (d * C) W ltac:(lia)) as E.
  pose proof (Z.mod_pos_bound (d * C) W HW) as B.
  assert (H0 : 0 <= d * C / W) by (apply Z.div_pos; nia).
  set (h := d * C / W) in *. set (e := (d * C) mod W) in *.
  set (gap := W * W - C * W - C * C) in *.
  apply lower_strictly; [lia|lia|]. rewrite !M_1_is_N. split; [lia|].
  assert (HWW : 0 < W * W) by nia.
  split.
  - (* W^2 N (d + h) <= - d^2 gap *)
    assert (F : W * W * N (d + h) d = (W * h) * (W * h) + d * W * (W * h) - d * d * (W * W))
      by (unfold N; ring).
    assert (W * h <= d * C) by lia.
    assert (0 <= W * h) by nia.
    assert ((W * h) * (W * h) <= (d * C) * (d * C)) by (apply Z.mul_le_mono_nonneg; lia).
    assert (d * W * (W * h) <= d * W * (d * C)) by (apply Z.mul_le_mono_nonneg_l; nia).
    assert (0 < d * d * gap) by (apply Z.mul_pos_pos; nia).
    assert (G : d * d * gap = d * d * (W * W) - d * W * (d * C) - (d * C) * (d * C)) by (unfold gap; ring).
    nia.
  - (* W^2 N (d + h + 1) > - d^2 gap >= - W^2, and N is whole and not 0 *)
    set (g := W * h + W).
    assert (F : W * W * N (d + h + 1) d = g * g + d * W * g - d * d * (W * W)) by (unfold N, g; ring).
    assert (d * C < g) by (unfold g; lia).
    assert (0 <= d * C) by nia.
    assert ((d * C) * (d * C) < g * g) by (apply Z.mul_lt_mono_nonneg; lia).
    assert (d * W * (d * C) <= d * W * g) by (apply Z.mul_le_mono_nonneg_l; nia).
    assert (d * d * gap <= D * D * gap) by (apply Z.mul_le_mono_nonneg_r; nia).
    assert (G : d * d * gap = d * d * (W * W) - d * W * (d * C) - (d * C) * (d * C)) by (unfold gap; ring).
    assert (- 1 < N (d + h + 1) d) by nia.
    pose proof (no_root 1 ltac:(lia) d (d + h + 1) ltac:(lia) ltac:(lia)) as NR.
    rewrite M_1_is_N in NR. lia.
Qed.

(* The same for a constant above alpha. *)
Lemma rounded_up : forall C W D, 0 < W -> 0 <= C ->
  0 < C * C + C * W - W * W ->
  D * D * (C * C + C * W - W * W) < W * W ->
  forall d, 0 <= d <= D -> lower 1 d (d + d * C / W).
Proof.
  intros C W D HW HC Hgap HD d Hd.
  destruct (Z.eq_dec d 0) as [->|Hd0]; [apply lower_0; rewrite Z.div_0_l; lia|].
  pose proof (Z.div_mod (d * C) W ltac:(lia)) as E.
  pose proof (Z.mod_pos_bound (d * C) W HW) as B.
  assert (H0 : 0 <= d * C / W) by (apply Z.div_pos; nia).
  set (h := d * C / W) in *. set (e := (d * C) mod W) in *.
  set (gap := C * C + C * W - W * W) in *.
  apply lower_strictly; [lia|lia|]. rewrite !M_1_is_N. split; [lia|].
  assert (HWW : 0 < W * W) by nia.
  split.
  - (* W^2 N (d + h) <= d^2 gap < W^2, and N is whole and not 0 *)
    assert (F : W * W * N (d + h) d = (W * h) * (W * h) + d * W * (W * h) - d * d * (W * W))
      by (unfold N; ring).
    assert (W * h <= d * C) by lia.
    assert (0 <= W * h) by nia.
    assert ((W * h) * (W * h) <= (d * C) * (d * C)) by (apply Z.mul_le_mono_nonneg; lia).
    assert (d * W * (W * h) <= d * W * (d * C)) by (apply Z.mul_le_mono_nonneg_l; nia).
    assert (d * d * gap <= D * D * gap) by (apply Z.mul_le_mono_nonneg_r; nia).
    assert (G : d * d * gap = (d * C) * (d * C) + d * W * (d * C) - d * d * (W * W)) by (unfold gap; ring).
    assert (N (d + h) d < 1) by nia.
    pose proof (no_root 1 ltac:(lia) d (d + h) ltac:(lia) ltac:(lia)) as NR.
    rewrite M_1_is_N in NR. lia.
  - (* W^2 N (d + h + 1) > d^2 gap *)
    set (g := W * h + W).
    assert (F : W * W * N (d + h + 1) d = g * g + d * W * g - d * d * (W * W)) by (unfold N, g; ring).
    assert (d * C < g) by (unfold g; lia).
    assert (0 <= d * C) by nia.
    assert ((d * C) * (d * C) < g * g) by (apply Z.mul_lt_mono_nonneg; lia).
    assert (d * W * (d * C) <= d * W * g) by (apply Z.mul_le_mono_nonneg_l; nia).
    assert (0 < d * d * gap) by (apply Z.mul_pos_pos; nia).
    assert (G : d * d * gap = (d * C) * (d * C) + d * W * (d * C) - d * d * (W * W)) by (unfold gap; ring).
    nia.
Qed.

(* The two conditions, as the test of src/game/phi.rs evaluates them. *)
Definition below_alpha (C k : Z) : bool := C * (C + 2 ^ k) <? 2 ^ (2 * k).
Definition is_alpha_truncated (C k : Z) : bool := below_alpha C k && negb (below_alpha (C + 1) k).
Definition proves_rounded_down (C k d_max : Z) : bool :=
  below_alpha C k && (d_max * d_max * (2 ^ (2 * k) - C * (C + 2 ^ k)) <=? 2 ^ (2 * k)).
Definition proves_rounded_up (C k d_max : Z) : bool :=
  negb (below_alpha C k) && (d_max * d_max * (C * (C + 2 ^ k) - 2 ^ (2 * k)) <? 2 ^ (2 * k)).

(* What `proves_rounded_down` accepts is true. *)
Theorem certificate_down : forall C k D, 0 <= C -> 0 <= k -> proves_rounded_down C k D = true ->
  forall d, 0 <= d <= D -> lower 1 d (d + d * C / 2 ^ k).
Proof.
  intros C k D HC Hk H. unfold proves_rounded_down, below_alpha in H.
  apply andb_prop in H. destruct H as [H1 H2]. apply Z.ltb_lt in H1. apply Z.leb_le in H2.
  assert (E : 2 ^ (2 * k) = 2 ^ k * 2 ^ k) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  rewrite E in *. pose proof (Z.pow_pos_nonneg 2 k ltac:(lia) Hk).
  apply (rounded_down C (2 ^ k) D); [assumption|assumption|lia|].
  replace (2 ^ k * 2 ^ k - C * 2 ^ k - C * C) with (2 ^ k * 2 ^ k - C * (C + 2 ^ k)) by ring. assumption.
Qed.

(* What `proves_rounded_up` accepts is true. *)
Theorem certificate_up : forall C k D, 0 < C -> 0 <= k -> proves_rounded_up C k D = true ->
  forall d, 0 <= d <= D -> lower 1 d (d + d * C / 2 ^ k).
Proof.
  intros C k D HC Hk H. unfold proves_rounded_up, below_alpha in H.
  apply andb_prop in H. destruct H as [H1 H2]. apply Bool.negb_true_iff in H1.
  apply Z.ltb_ge in H1. apply Z.ltb_lt in H2.
  assert (E : 2 ^ (2 * k) = 2 ^ k * 2 ^ k) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  rewrite E in *. pose proof (Z.pow_pos_nonneg 2 k ltac:(lia) Hk).
  apply (rounded_up C (2 ^ k) D); [assumption|lia| |].
  - (* C / 2^k is not alpha itself: that is no fraction. *)
    pose proof (no_root 1 ltac:(lia) (2 ^ k) (C + 2 ^ k) ltac:(lia) ltac:(lia)) as NR.
    rewrite M_is_Q in NR. unfold Q in NR. nia.
  - replace (C * C + C * 2 ^ k - 2 ^ k * 2 ^ k) with (C * (C + 2 ^ k) - 2 ^ k * 2 ^ k) by ring. assumption.
Qed.

Definition LIMBS_12 : Z := PHI_LIMB_1 * 2 ^ 52 + PHI_LIMB_2.
Definition LIMBS_12_UP : Z := PHI_LIMB_1 * 2 ^ 52 + PHI_LIMB_2_UP.
Definition LIMBS_123 : Z := LIMBS_12 * 2 ^ 52 + PHI_LIMB_3.

(* The constants are the digits of alpha and nothing else. *)
Theorem digits_of_alpha :
  is_alpha_truncated PHI_FRAC_128 128 = true /\
  is_alpha_truncated (PHI_FRAC_64_UP - 1) 64 = true /\
  is_alpha_truncated PHI_LIMB_1 52 = true /\
  is_alpha_truncated LIMBS_12 104 = true /\
  is_alpha_truncated LIMBS_123 156 = true.
Proof. vm_compute. tauto. Qed.

(* The 128-bit constant: every u64. *)
Theorem width_128 : forall d, 0 <= d < 2 ^ 64 -> lower 1 d (d + d * PHI_FRAC_128 / 2 ^ 128).
Proof.
  intros d Hd. apply (certificate_down _ _ (2 ^ 64 - 1)); [vm_compute; discriminate|lia|vm_compute; reflexivity|lia].
Qed.

(* The 64-bit constant, rounded up: every d up to 13056963378. *)
Theorem width_64 : forall d, 0 <= d <= 13056963378 -> lower 1 d (d + d * PHI_FRAC_64_UP / 2 ^ 64).
Proof.
  apply certificate_up; [vm_compute; reflexivity|lia|vm_compute; reflexivity].
Qed.

(* The 64-bit constant, rounded up: every u32. *)
Corollary width_64_u32 : forall d, 0 <= d < 2 ^ 32 -> lower 1 d (d + d * PHI_FRAC_64_UP / 2 ^ 64).
Proof. intros d Hd. apply width_64. lia. Qed.

(* One limb, rounded up: every d up to D_MAX_LIMB_1_UP. *)
Theorem width_limb_1 : forall d, 0 <= d <= D_MAX_LIMB_1_UP -> lower 1 d (d + d * PHI_LIMB_1_UP / 2 ^ 52).
Proof.
  apply certificate_up; [vm_compute; reflexivity|lia|vm_compute; reflexivity].
Qed.

(* Two limbs, truncated: every d up to D_MAX_LIMBS_12. *)
Theorem width_limbs_12 : forall d, 0 <= d <= D_MAX_LIMBS_12 -> lower 1 d (d + d * LIMBS_12 / 2 ^ 104).
Proof.
  apply certificate_down; [vm_compute; discriminate|lia|vm_compute; reflexivity].
Qed.

(* Two limbs, rounded up: every d up to D_MAX_LIMBS_12_UP, so every d < 2^53. *)
Theorem width_limbs_12_up : forall d, 0 <= d <= D_MAX_LIMBS_12_UP -> lower 1 d (d + d * LIMBS_12_UP / 2 ^ 104).
Proof.
  apply certificate_up; [vm_compute; reflexivity|lia|vm_compute; reflexivity].
Qed.

(* Three limbs: every u64. *)
Theorem width_limbs_123 : forall d, 0 <= d < 2 ^ 64 -> lower 1 d (d + d * LIMBS_123 / 2 ^ 156).
Proof.
  intros d Hd. apply (certificate_down _ _ (2 ^ 64 - 1)); [vm_compute; discriminate|lia|vm_compute; reflexivity|lia].
Qed.

(* Each bound that the source states is the largest one that the lemma gives. *)
Theorem bounds_are_the_lemmas_largest :
  proves_rounded_up PHI_FRAC_64_UP 64 (13056963378 + 1) = false /\
  proves_rounded_up PHI_LIMB_1_UP 52 (D_MAX_LIMB_1_UP + 1) = false /\
  proves_rounded_down LIMBS_12 104 (D_MAX_LIMBS_12 + 1) = false /\
  proves_rounded_up LIMBS_12_UP 104 (D_MAX_LIMBS_12_UP + 1) = false.
Proof. vm_compute. tauto. Qed.

(* The ranges do end: narrower constants are wrong where the source says that they are. *)
Theorem narrower_constants_fail :
  ~ lower 1 102334155 (102334155 + 102334155 * PHI_LIMB_1_UP / 2 ^ 52) /\
  ~ lower 1 63245986 (63245986 + 63245986 * PHI_LIMB_1 / 2 ^ 52) /\
  ~ lower 1 2971215073 (2971215073 + 2971215073 * (PHI_FRAC_64_UP - 1) / 2 ^ 64) /\
  ~ lower 1 5527939700884757 (5527939700884757 + 5527939700884757 * LIMBS_12 / 2 ^ 104).
Proof. unfold lower, M. repeat split; intros [_ [H1 H2]]; vm_compute in H1, H2; congruence. Qed.
