import type { Clock } from '@castellan/foundation/clock';
import type { RandomBytes } from '@castellan/foundation/randomness';
import type { Log } from '@castellan/platform/core/log';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import type pg from 'pg';
import type { Egress } from '../adapters/egress.ts';
import { answerJson, refuse } from '../http/function-answers.ts';
import { createQuietLog } from '../quiet-log.ts';
import type { MusicSettings } from '../settings.ts';
import { createAccessToken } from './access-token.ts';
import { createAlbumArt } from './album-art.ts';
import { createAuthorizations } from './authorization.ts';
import { createCallBudget } from './call-budget.ts';
import { writeConnectionChange } from './connection-activity.ts';
import { type ConnectionChange, createConnectionFunction, createExchangeFunction, unconnected } from './connection-functions.ts';
import { createAlbumArtFunction, createNowPlayingFunction, createPlayerFunction } from './listening-functions.ts';
import type { SealingKeys } from './music-keys.ts';
import { createMusicProvider } from './music-provider.ts';
import { createNowPlaying } from './now-playing.ts';
import { createPlayer } from './player.ts';
import { createTokenStore } from './token-store.ts';

/** The functions of the music widget, by name. */
export type MusicFunctions = Readonly<
  Record<'spotify-now-playing' | 'spotify-auth' | 'spotify-connection' | 'spotify-player' | 'album-art', PlatformFunction>
>;

/** Puts the server half of the music widget together. `pool` is connected as `postgres` and has room for three. */
export function openMusic(options: {
  readonly settings: MusicSettings;
  readonly egress: Egress;
  readonly pool: pg.Pool;
  readonly keys: () => SealingKeys;
  readonly publicUrl: () => string;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Log;
}): MusicFunctions {
  const { settings, egress, pool, keys, publicUrl, clock, randomBytes } = options;
  const { client } = settings;
  if (client === undefined) return musicIsOff;
  const log = createQuietLog(options.log, clock);
  const provider = createMusicProvider({ settings: { ...settings, client }, egress, budget: createCallBudget(pool, clock), log });
  const store = createTokenStore({ pool, keys, clock, randomBytes });
  const art = createAlbumArt({ egress, keys, apiUrl: settings.apiUrl, clock, log });
  const accessToken = createAccessToken({ store, provider, clock, log });
  const player = createPlayer({ provider, accessToken, artPath: art.pathOf, clock, log });
  const nowPlaying = createNowPlaying({ player, clock });
  const connection = {
    provider,
    store,
    authorizations: createAuthorizations({ queryable: pool, keys, clock, randomBytes }),
    redirectUri: () => `${publicUrl()}/callback`,
    clock,
    log,
    changed: async (change: ConnectionChange) => {
      player.forget();
      nowPlaying.forget();
      // A log that cannot be written to undoes nothing.
      await writeConnectionChange(pool, change).catch((error: Error) =>
        log.warn('a change of the music account was not recorded', { reason: error.message }),
      );
    },
  };
  return {
    'spotify-now-playing': createNowPlayingFunction({ nowPlaying, log }),
    'spotify-auth': createExchangeFunction(connection),
    'spotify-connection': createConnectionFunction(connection),
    'spotify-player': createPlayerFunction({ player }),
    'album-art': createAlbumArtFunction({ art }),
  };
}

const notConfigured: PlatformFunction = {
  handle: async () => refuse(409, 'not_configured', 'No music app is configured: set SPOTIFY_CLIENT_ID and SPOTIFY_CLIENT_SECRET.'),
};

/** Without an app at the provider nobody is ever asked. */
const musicIsOff: MusicFunctions = {
  'spotify-now-playing': { audience: 'public', handle: async () => answerJson(null) },
  'spotify-auth': notConfigured,
  'spotify-connection': {
    handle: async (request, call) => (request.method === 'GET' ? answerJson(unconnected(false)) : notConfigured.handle(request, call)),
  },
  'spotify-player': notConfigured,
  'album-art': { audience: 'public', handle: async () => refuse(404, 'art_unknown', 'There is no such picture.') },
};
