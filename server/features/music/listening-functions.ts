import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { answerJson, refuse, refuseToWait } from '../../functions/function-answers.ts';
import { ownerRead } from '../../functions/owner-function.ts';
import { visitorRead } from '../../functions/visitor-function.ts';
import type { QuietLog } from '../../quiet-log.ts';
import type { AccessFailure } from './access-token.ts';
import type { AlbumArt } from './album-art.ts';
import type { NowPlaying } from './now-playing.ts';
import type { Player } from './player.ts';

/** `spotify-now-playing`: the track for anybody, or JSON null. */
export function createNowPlayingFunction({
  nowPlaying,
  log,
}: {
  readonly nowPlaying: NowPlaying;
  readonly log: QuietLog;
}): PlatformFunction {
  return visitorRead(async () => {
    try {
      return answerJson(await nowPlaying.take());
    } catch (error) {
      // The database is away: a visitor is shown a quiet widget, not an error. A message might quote what was being read.
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      log.warn('music not read', { error: error instanceof Error ? error.name : 'unknown', code });
      return answerJson(null);
    }
  });
}

/** `spotify-player?call=currently-playing|recently-played`: the provider's answer to the owner, narrowed; 204 as it came. */
export function createPlayerFunction({ player }: { readonly player: Player }): PlatformFunction {
  return ownerRead(async ({ url }) => {
    const call = url.searchParams.get('call');
    if (call !== 'currently-playing' && call !== 'recently-played') {
      return refuse(400, 'validation_failed', 'The parameter "call" must be currently-playing or recently-played.');
    }
    const answer = await (call === 'currently-playing' ? player.currentlyPlaying('owner') : player.recentlyPlayed('owner'));
    if (!answer.ok) return refusePlayer(answer.failure);
    if (answer.value === null) return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
    return answerJson(answer.value);
  });
}

function refusePlayer(failure: AccessFailure): Response {
  switch (failure.code) {
    case 'must_wait':
      return refuseToWait('The music provider has been asked often enough.', failure.waitSeconds);
    case 'not_connected':
      return refuse(409, 'not_connected', 'No music account is connected.');
    case 'http_error':
      return refuse(502, failure.code, `HTTP error ${failure.status}`);
    case 'unauthorized':
    case 'not_renewed':
    case 'invalid_grant':
    case 'not_understood':
    case 'not_reached':
      return refuse(502, failure.code, 'The music provider gave no answer.');
  }
}

/** `album-art?id=…`: a picture of the provider's, from our own origin. */
export function createAlbumArtFunction({ art }: { readonly art: AlbumArt }): PlatformFunction {
  return visitorRead(async ({ url }) => {
    const picture = await art.fetch(url.searchParams.get('id') ?? '');
    if (!picture.ok) {
      switch (picture.failure.code) {
        case 'art_unknown':
          return refuse(404, picture.failure.code, 'There is no such picture.');
        case 'art_missing':
          return refuse(502, picture.failure.code, 'The picture could not be loaded.');
        case 'must_wait':
          return refuseToWait('Too many pictures are being loaded.', 30);
      }
    }
    return new Response(picture.value.bytes, {
      headers: {
        'content-type': picture.value.type,
        // A foreign host's bytes: shown in a page they are a picture, opened by themselves a download.
        'content-disposition': 'attachment',
        // The id is the picture's, so it never changes.
        'cache-control': 'private, max-age=2592000, immutable',
      },
    });
  });
}
