/** How hard a password is to guess. */
export type Strength = {
  /** 0 to 4, as zxcvbn counts: under 10^3, 10^6, 10^8, 10^10 guesses, or more. */
  readonly score: 0 | 1 | 2 | 3 | 4;
  /** Decimal logarithm of the guesses. */
  readonly guessesLog10: number;
};

/** Checks one password of at most 64 characters; the slow part, handed in so that tests are quick. */
export type StrengthEstimator = (password: string) => Strength;

/** Only this much of a password is checked: more cannot make it weak, and the check's time grows with the square. */
export const maxEstimatedCharacters = 64;

/** A password of a score below this is weak: it falls to fewer than 10^8 guesses. */
export const minGoodScore = 3;
