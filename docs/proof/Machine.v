(* What Rust's arithmetic on unsigned words does, on whole numbers.

   A computation is an option: None stands for an overflow (which Rust reports in a debug build and
   wraps in a release build). So a theorem that says "... = Some x" says as well that nothing
   overflowed on the way. What is meant to wrap (`wrapping_sub`, `as`, the vector instructions) has
   its remainder written out. *)

From Coq Require Import ZArith Lia Bool.
Open Scope Z_scope.

(* A number that fits in so many bits. *)
Definition word (bits x : Z) : Prop := 0 <= x < 2 ^ bits.

Definition fits (bits x : Z) : option Z :=
  if (0 <=? x) && (x <? 2 ^ bits) then Some x else None.

(* `x + y`, `x - y`, `x * y` *)
Definition add (bits x y : Z) : option Z := fits bits (x + y).
Definition sub (bits x y : Z) : option Z := fits bits (x - y).
Definition mul (bits x y : Z) : option Z := fits bits (x * y).

(* `x as u64` and the like *)
Definition cast (bits x : Z) : Z := x mod 2 ^ bits.

(* `x.wrapping_add(y)`, `x.wrapping_sub(y)` *)
Definition wrapping_add (bits x y : Z) : Z := (x + y) mod 2 ^ bits.
Definition wrapping_sub (bits x y : Z) : Z := (x - y) mod 2 ^ bits.

(* `x >> k`, `x << k`, `x & mask`, `x | y` *)
Definition shr (x k : Z) : Z := Z.shiftr x k.
Definition shl (bits x k : Z) : Z := cast bits (Z.shiftl x k).
Definition mask (x m : Z) : Z := Z.land x m.
Definition either (x y : Z) : Z := Z.lor x y.

(* "let? x := e in f": f with the value of e, or an overflow if e is one. *)
Notation "'let?' x := e 'in' f" :=
  (match e with Some x => f | None => None end) (at level 200, x pattern, right associativity).

(* What fits is what it was. *)
Lemma fits_some : forall bits x, 0 <= x < 2 ^ bits -> fits bits x = Some x.
Proof.
  intros bits x [H1 H2]. unfold fits.
  apply Z.leb_le in H1. apply Z.ltb_lt in H2. rewrite H1, H2. reflexivity.
Qed.

(* What a cast leaves alone. *)
Lemma cast_small : forall bits x, 0 <= x < 2 ^ bits -> cast bits x = x.
Proof. intros. apply Z.mod_small. assumption. Qed.

(* A shift to the right divides. *)
Lemma shr_div : forall x k, 0 <= k -> shr x k = x / 2 ^ k.
Proof. intros. apply Z.shiftr_div_pow2. assumption. Qed.

(* A mask of k ones is a remainder. *)
Lemma mask_mod : forall x k, 0 <= k -> mask x (2 ^ k - 1) = x mod 2 ^ k.
Proof.
  intros x k Hk. unfold mask. replace (2 ^ k - 1) with (Z.ones k).
  - apply Z.land_ones. assumption.
  - rewrite Z.ones_equiv. lia.
Qed.

(* Bits that do not overlap: "or" adds. *)
Lemma either_add : forall x y k, 0 <= k -> 0 <= y < 2 ^ k -> either (x * 2 ^ k) y = x * 2 ^ k + y.
Proof.
  intros x y k Hk Hy. unfold either.
  assert (Z.land (x * 2 ^ k) y = 0).
  { apply Z.bits_inj'. intros n Hn. rewrite Z.land_spec, Z.bits_0.
    destruct (Z_lt_le_dec n k).
    - rewrite Z.mul_pow2_bits_low by lia. reflexivity.
    - rewrite <- (Z.mod_small y (2 ^ k)) by lia. rewrite Z.mod_pow2_bits_high by lia.
      apply andb_false_r. }
  rewrite <- Z.lxor_lor by assumption. symmetry. apply Z.add_nocarry_lxor. assumption.
Qed.
