const weaknessTexts: Readonly<Record<string, string>> = {
  length: 'it needs at least 12 characters, and at most 72 bytes',
  characters: 'it needs more different characters',
  pwned: 'it is known from leaks, or easy to guess',
};

/** Why a new password was refused, from the reasons that the service names, in one sentence of ours. */
export function weakPasswordText(reasons: readonly string[]): string {
  const known = reasons.flatMap((reason) => weaknessTexts[reason] ?? []);
  return known.length === 0 ? 'This password is too weak.' : `This password is too weak: ${known.join('; ')}.`;
}
