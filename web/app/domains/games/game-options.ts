import { defineStoredValue } from '../../lib/stored-values.ts';

/** How games sound and look on this device. */
export type GameOptions = {
  readonly sound: boolean;
  /** Two inks that every kind of colour vision tells apart, in the place of copper and verdigris. */
  readonly safeInks: boolean;
};

/** Silent until somebody asks for sound. */
export const defaultOptions: GameOptions = { sound: false, safeInks: false };

/** The choice on this device. */
export const storedOptions = defineStoredValue<GameOptions>({
  key: 'game_options',
  medium: 'local',
  clearedBy: 'nothing',
  parse: (text) => ({ sound: /\bsound\b/.test(text), safeInks: /\bsafe-inks\b/.test(text) }),
  format: ({ sound, safeInks }) => [sound ? 'sound' : 'silent', ...(safeInks ? ['safe-inks'] : [])].join(' '),
});
