/** How a check ended. `not looked at`: there was nothing to judge it by, which the text says. */
export type FindingState = 'ok' | 'warning' | 'failure' | 'not looked at';

/** One line of the doctor's answer. */
export type Finding = {
  /** What was looked at, such as `disk`. */
  readonly name: string;
  readonly state: FindingState;
  /** What was found, a sentence. Holds no secret. */
  readonly found: string;
  /** What to do about it, a sentence; `undefined` where nothing is to be done. */
  readonly advice: string | undefined;
};

/** A finding with nothing to be done. */
export function fine(name: string, found: string): Finding {
  return { name, state: 'ok', found, advice: undefined };
}

/** Runs checks one after the other. One that throws is a failure of its own and stops no other. */
export async function runChecks(
  checks: readonly { readonly name: string; readonly look: () => Promise<readonly Finding[]> | readonly Finding[] }[],
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { name, look } of checks) {
    try {
      findings.push(...(await look()));
    } catch (error) {
      findings.push({ name, state: 'failure', found: error instanceof Error ? error.message : String(error), advice: undefined });
    }
  }
  return findings;
}
