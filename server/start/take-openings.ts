import type { OwnKey } from '@castellan/platform/core/tokens';
import { openOwnKeys } from '../keys/own-keys.ts';
import { judgeOpenSettings, type OpenSettings } from '../open-settings.ts';
import { readOtherWays, type WaysOpener } from './other-ways.ts';
import type { Start } from './start-steps.ts';

/** What is open beyond the defaults, with the owner's own keys, and who else's word signs people in. */
export type Openings = OpenSettings & { readonly ownKeys: readonly OwnKey[]; readonly openWays: WaysOpener };

/** Takes what the owner of the server opens, or throws a sentence for people where that would be open to the network. */
export async function takeOpenings({
  settings,
  log,
}: {
  readonly settings: Start['settings'];
  readonly log: Start['log'];
}): Promise<Openings> {
  const { openings } = settings;
  const ownKeys = openings.keysFile === undefined ? [] : await openOwnKeys(openings.keysFile);
  const sharedKeys = ownKeys.filter(({ algorithm }) => algorithm === 'HS256').length;
  const taken = judgeOpenSettings(openings, settings, { sharedKeys });
  if (!taken.ok) throw new Error(taken.failure.message);
  const openWays = await readOtherWays(openings.otherWays);
  const { signUp, anonymous, oneTimeCodes } = taken.value.signUps;
  if (signUp !== 'off' || anonymous || oneTimeCodes)
    log.info('people may make accounts for themselves', { signUp, anonymous, oneTimeCodes });
  return { ...taken.value, ownKeys, openWays };
}
