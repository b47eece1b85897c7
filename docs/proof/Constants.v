(* The constants, as src/game/phi.rs and src/game/ratio.rs have them: scripts/prove compares them, name by name. *)

From Coq Require Import ZArith.
Open Scope Z_scope.

Definition PHI_FRAC_128 : Z := 0x9e3779b97f4a7c15f39cc0605cedc834.
Definition PHI_FRAC_64_UP : Z := 0x9e3779b97f4a7c16.
Definition PHI_LIMB_1 : Z := 0x9e3779b97f4a7.
Definition PHI_LIMB_2 : Z := 0xc15f39cc0605c.
Definition PHI_LIMB_3 : Z := 0xedc8341082276.
Definition D_MAX_LIMB_1_UP : Z := 90734617.
Definition D_MAX_LIMBS_12 : Z := 3124983493589296.
Definition D_MAX_LIMBS_12_UP : Z := 11289830896450125.
Definition FOUR_DIGITS_SAME : Z := 40502.
Definition FOUR_DIGITS_LONGER : Z := 10602.

(* These two the source defines by the ones above. *)
Definition PHI_LIMB_1_UP : Z := PHI_LIMB_1 + 1.
Definition PHI_LIMB_2_UP : Z := PHI_LIMB_2 + 1.
