(* The rules of the game, and what "cold" means. Nothing here knows the answer. *)

From Coq Require Import Arith Lia List Bool.
Import ListNotations.

(* A position is two piles. *)
Definition position := (nat * nat)%type.

(* Wythoff's game: take any positive number k from the first pile, from the second, or from both.
   [move p q] says that one move leads from p to q. *)
Inductive move : position -> position -> Prop :=
| from_first : forall a b k, 0 < k -> move (a + k, b) (a, b)
| from_second : forall a b k, 0 < k -> move (a, b + k) (a, b)
| from_both : forall a b k, 0 < k -> move (a + k, b + k) (a, b).

(* r-Wythoff: the numbers i and j that are taken from both piles may differ, by less than r. *)
Inductive r_move (r : nat) : position -> position -> Prop :=
| r_from_first : forall a b k, 0 < k -> r_move r (a + k, b) (a, b)
| r_from_second : forall a b k, 0 < k -> r_move r (a, b + k) (a, b)
| r_from_both : forall a b i j,
    0 < i -> 0 < j -> i < j + r -> j < i + r -> r_move r (a + i, b + j) (a, b).

(* A game in which nobody moves for ever: given by its moves, which must be such that one can tell
   whether q is a move away from p, and that piles only shrink. *)
Section Rules.

Variable step : position -> position -> Prop.
Hypothesis step_decided : forall p q, {step p q} + {~ step p q}.
Hypothesis step_shrinks : forall p q, step p q ->
  fst q <= fst p /\ snd q <= snd p /\ fst q + snd q < fst p + snd p.

(* Who cannot move has lost. So the player to move loses ("cold") if every move leads to a position
   from which the other one, who is then to move, wins ("hot"); and wins if some move leads to a
   position from which the other one loses. *)
Inductive cold : position -> Prop :=
| cold_by : forall p, (forall q, step p q -> hot q) -> cold p
with hot : position -> Prop :=
| hot_by : forall p q, step p q -> cold q -> hot p.

(* Induction over the number of objects left, a + b. *)
Lemma by_size : forall P : position -> Type,
  (forall p, (forall q, fst q + snd q < fst p + snd p -> P q) -> P p) -> forall p, P p.
Proof.
  intros P Step p.
  assert (H : forall n q, fst q + snd q < n -> P q).
  { induction n as [|n IH]; intros q Hq; [lia|].
    apply Step. intros q' Hq'. apply IH. lia. }
  apply (H (S (fst p + snd p))). lia.
Defined.

(* No position is both. *)
Theorem not_both : forall p, cold p -> hot p -> False.
Proof.
  intros p. pattern p. apply by_size. clear p. intros p IH Hc Hh.
  destruct Hh as [p q Hm Hq]. destruct Hc as [p Hall].
  apply (IH q); [apply step_shrinks in Hm; lia|assumption|auto].
Qed.

(* The positions with no larger piles; all moves lead to one of them. *)
Definition no_larger (p : position) : list position :=
  list_prod (seq 0 (S (fst p))) (seq 0 (S (snd p))).

Lemma step_no_larger : forall p q, step p q -> In q (no_larger p).
Proof.
  intros p [a b] H. apply step_shrinks in H. cbn in H.
  apply in_prod; apply in_seq; lia.
Qed.

(* Each position is one of the two, and playing through all that can follow tells which. *)
Theorem decided : forall p, {cold p} + {hot p}.
Proof.
  apply by_size. intros p IH.
  assert (H : forall l, {q | step p q /\ cold q} + {forall q, In q l -> step p q -> hot q}).
  { induction l as [|q l [found|none]].
    - right. intros q [].
    - left. exact found.
    - destruct (step_decided p q) as [Hm|Hm].
      + destruct (IH q) as [Hc|Hh]; [apply step_shrinks in Hm; lia| |].
        * left. exists q. split; assumption.
        * right. intros q' [<-|Hin] Hm'; auto.
      + right. intros q' [<-|Hin] Hm'; [contradiction|auto]. }
  destruct (H (no_larger p)) as [[q [Hm Hc]]|none].
  - right. exact (hot_by p q Hm Hc).
  - left. apply cold_by. intros q Hm. apply none; [apply step_no_larger|]; assumption.
Defined.

(* Hot is what is not cold. *)
Theorem hot_iff : forall p, hot p <-> ~ cold p.
Proof.
  intros p. split.
  - intros Hh Hc. exact (not_both p Hc Hh).
  - intros H. destruct (decided p); [contradiction|assumption].
Qed.

(* A position is cold if and only if no move leads to a cold one. *)
Theorem cold_iff : forall p, cold p <-> forall q, step p q -> ~ cold q.
Proof.
  intros p. split.
  - intros [p' H] q Hm. apply hot_iff. auto.
  - intros H. apply cold_by. intros q Hm. apply hot_iff. auto.
Qed.

(* How one finds the cold positions of a game: a set from which no move stays inside, and into which
   some move leads from everywhere outside, is the set of the cold ones. *)
Theorem cold_is : forall P : position -> Prop,
  (forall p q, step p q -> P p -> ~ P q) ->
  (forall p, P p \/ exists q, step p q /\ P q) ->
  forall p, cold p <-> P p.
Proof.
  intros P Leaves Enters p. pattern p. apply by_size. clear p. intros p IH. split.
  - intros Hc. destruct (Enters p) as [Hp|[q [Hm Hq]]]; [assumption|].
    exfalso. assert (fst q + snd q < fst p + snd p) by (apply step_shrinks in Hm; lia).
    apply (proj1 (cold_iff p) Hc q Hm). apply IH; assumption.
  - intros Hp. apply cold_iff. intros q Hm Hc.
    assert (fst q + snd q < fst p + snd p) by (apply step_shrinks in Hm; lia).
    apply (Leaves p q Hm Hp). apply IH; assumption.
Qed.

End Rules.

(* Moves of r-Wythoff shrink the piles. *)
Lemma r_move_shrinks : forall r p q, r_move r p q ->
  fst q <= fst p /\ snd q <= snd p /\ fst q + snd q < fst p + snd p.
Proof. intros r p q H. destruct H; cbn; lia. Qed.

(* One can tell a move of r-Wythoff when one sees it. *)
Lemma r_move_decided : forall r p q, {r_move r p q} + {~ r_move r p q}.
Proof.
  intros r [a b] [a' b'].
  destruct (le_dec a' a) as [Ha|Ha]; [|right; intros H; apply r_move_shrinks in H; cbn in H; lia].
  destruct (le_dec b' b) as [Hb|Hb]; [|right; intros H; apply r_move_shrinks in H; cbn in H; lia].
  replace a with (a' + (a - a')) by lia. replace b with (b' + (b - b')) by lia.
  generalize (a - a') (b - b'). intros i j.
  destruct (Nat.eq_dec i 0) as [->|Hi]; destruct (Nat.eq_dec j 0) as [->|Hj].
  - right. intros H. apply r_move_shrinks in H. cbn in H. lia.
  - left. replace (a' + 0) with a' by lia. apply r_from_second. lia.
  - left. replace (b' + 0) with b' by lia. apply r_from_first. lia.
  - destruct (lt_dec i (j + r)) as [H1|H1]; [destruct (lt_dec j (i + r)) as [H2|H2]|].
    + left. apply r_from_both; lia.
    + right. intros H. inversion H; lia.
    + right. intros H. inversion H; lia.
Defined.

(* Wythoff's game is r-Wythoff with r = 1: numbers that differ by less than 1 are the same. *)
Lemma move_is_r_move : forall p q, move p q <-> r_move 1 p q.
Proof.
  intros p q. split; intros H; destruct H.
  - apply r_from_first; assumption.
  - apply r_from_second; assumption.
  - apply r_from_both; lia.
  - apply from_first; assumption.
  - apply from_second; assumption.
  - replace j with i by lia. apply from_both; assumption.
Qed.

(* So its moves shrink the piles, *)
Lemma move_shrinks : forall p q, move p q ->
  fst q <= fst p /\ snd q <= snd p /\ fst q + snd q < fst p + snd p.
Proof. intros p q H. apply (r_move_shrinks 1). apply move_is_r_move. assumption. Qed.

(* and one can tell them. *)
Lemma move_decided : forall p q, {move p q} + {~ move p q}.
Proof.
  intros p q. destruct (r_move_decided 1 p q) as [H|H]; [left|right]; rewrite move_is_r_move; assumption.
Defined.
