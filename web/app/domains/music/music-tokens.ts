import { hasStoredSession } from '../../lib/stored-session.ts';
import { defineStoredValue } from '../../lib/stored-values.ts';

/** What a browser may know of the music token set (spec §3): when its access ends. The tokens themselves stay on the server. */
export type MusicTokens = { readonly expiresAtMs: number };

/** That the owner is connected with the music provider, as far as this browser knows. */
export const musicTokens = defineStoredValue<MusicTokens>({
  key: 'music_tokens',
  medium: 'local',
  clearedBy: 'sign-out',
  parse: (text) => {
    const match = /^\{"expiresAtMs":(\d{1,15})\}$/.exec(text);
    return match === null ? undefined : { expiresAtMs: Number(match[1]) };
  },
  format: ({ expiresAtMs }) => JSON.stringify({ expiresAtMs: Math.round(expiresAtMs) }),
});

/**
 * Whether asking the provider makes sense here: the music sign-in was made and the owner's session is in this browser. An
 * access that has ended still counts, since the server renews it.
 */
export function isMusicAuthenticated(): boolean {
  return musicTokens.read() !== undefined && hasStoredSession();
}
