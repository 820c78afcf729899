/** How hard a password is to guess. */
export type Strength = {
  /** 0 to 4, as zxcvbn counts: under 10^3, 10^6, 10^8, 10^10 guesses, or more. */
  readonly score: 0 | 1 | 2 | 3 | 4;
  /** Decimal logarithm of the guesses. */
  readonly guessesLog10: number;
};

/** Judges one password of at most 64 characters; the slow part, handed in so that tests are quick. */
export type StrengthJudge = (password: string) => Strength;

/** Only this much of a password is judged: more cannot make it weak, and the judge's time grows with the square. */
export const mostJudgedCharacters = 64;

/** A password of a score below this is weak: it falls to fewer than 10^8 guesses. */
export const leastGoodScore = 3;

/** Judges passwords as they are typed. */
export type StrengthMeter = {
  readonly judge: (password: string) => Strength;
  /** Forgets every password it has seen: on lock. */
  readonly forget: () => void;
};

/** A judge that remembers its last 200 answers, so that typing back and forth costs nothing. It holds passwords: end it on lock. */
export function createStrengthMeter(judge: StrengthJudge): StrengthMeter {
  const seen = new Map<string, Strength>();
  return {
    judge: (password) => {
      const capped = password.slice(0, mostJudgedCharacters);
      const known = seen.get(capped);
      if (known !== undefined) return known;
      const strength = judge(capped);
      const oldest = seen.keys().next().value;
      if (seen.size >= 200 && oldest !== undefined) seen.delete(oldest);
      seen.set(capped, strength);
      return strength;
    },
    forget: () => seen.clear(),
  };
}

/** The strength of what the generator made, from its exact entropy: no judging needed. On average half the space is searched. */
export function strengthOfGenerated(entropyBits: number): Strength {
  const guessesLog10 = Math.max(0, (entropyBits - 1) * Math.log10(2));
  const score = ([3, 6, 8, 10] as const).filter((limit) => guessesLog10 >= limit).length;
  return { score: score === 0 ? 0 : score === 1 ? 1 : score === 2 ? 2 : score === 3 ? 3 : 4, guessesLog10 };
}
