import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { byMethod } from '../../functions/by-method.ts';
import { defaultBodyBytes } from '../../functions/call-rules.ts';
import { answerJson, refuse } from '../../functions/function-answers.ts';
import { ownerRead } from '../../functions/owner-function.ts';
import { visitorRead } from '../../functions/visitor-function.ts';
import { createQuietLog } from '../../quiet-log.ts';
import type { OpenHalf, ServerPorts } from '../server-half.ts';
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

type MusicPorts = Pick<ServerPorts, 'egress' | 'reads' | 'rows' | 'publicUrl' | 'clock' | 'randomBytes' | 'log'> & {
  readonly settings: Pick<ServerPorts['settings'], 'music'>;
  readonly keys: () => SealingKeys;
};

/** The server's part of the music widget. */
export function musicHalf(ports: MusicPorts): OpenHalf & { readonly functions: MusicFunctions } {
  const {
    settings: { music: settings },
    egress,
    reads,
    rows,
    keys,
    publicUrl,
    clock,
    randomBytes,
  } = ports;
  const { client } = settings;
  if (client === undefined) return { functions: musicIsOff };
  const log = createQuietLog(ports.log, clock);
  const provider = createMusicProvider({ settings: { ...settings, client }, egress, budget: createCallBudget(rows, clock), log });
  const store = createTokenStore({ rows, keys, clock, randomBytes });
  const art = createAlbumArt({ reads, keys, apiUrl: settings.apiUrl, clock, log });
  const accessToken = createAccessToken({ store, provider, clock, log });
  const player = createPlayer({ provider, accessToken, artPath: art.pathOf, clock, log });
  const nowPlaying = createNowPlaying({ player, clock });
  const connection = {
    provider,
    store,
    authorizations: createAuthorizations({ rows, keys, clock, randomBytes }),
    redirectUri: () => `${publicUrl()}/callback`,
    clock,
    log,
    changed: async (change: ConnectionChange) => {
      player.forget();
      nowPlaying.forget();
      // A log that cannot be written to undoes nothing.
      await writeConnectionChange(rows, change).catch((error: Error) =>
        log.warn('a change of the music account was not recorded', { reason: error.message }),
      );
    },
  };
  return {
    functions: {
      'spotify-now-playing': createNowPlayingFunction({ nowPlaying, log }),
      'spotify-auth': createExchangeFunction(connection),
      'spotify-connection': createConnectionFunction(connection),
      'spotify-player': createPlayerFunction({ player }),
      'album-art': createAlbumArtFunction({ art }),
    },
  };
}

const notConfigured: PlatformFunction = {
  audience: 'owner',
  maximumBodyBytes: defaultBodyBytes,
  handle: async () => refuse(409, 'not_configured', 'No music app is configured: set SPOTIFY_CLIENT_ID and SPOTIFY_CLIENT_SECRET.'),
};

/** Without an app at the provider nobody is ever asked. */
const musicIsOff: MusicFunctions = {
  'spotify-now-playing': visitorRead(async () => answerJson({ configured: false, track: null })),
  'spotify-auth': notConfigured,
  'spotify-connection': byMethod({
    GET: ownerRead(async () => answerJson(unconnected(false))),
    POST: notConfigured,
    DELETE: notConfigured,
  }),
  'spotify-player': notConfigured,
  'album-art': visitorRead(async () => refuse(404, 'art_unknown', 'There is no such picture.')),
};
