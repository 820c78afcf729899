import { defineStoredValue } from '../../../lib/stored-values.ts';

const waysIn = ['otp', 'master', 'recovery', 'passkey'] as const;

/** A way to open the vault; `otp`: the authenticator's code. */
export type WayIn = (typeof waysIn)[number];

/** How the vault was opened last in this browser: the way alone, and nothing that opens anything. */
export const storedLastWay = defineStoredValue<WayIn>({
  key: 'vault_last_way',
  medium: 'local',
  clearedBy: 'nothing',
  parse: (text) => waysIn.find((way) => way === text),
  format: (way) => way,
});
