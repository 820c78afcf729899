import { systemClock } from '@castellan/foundation/clock';
import type { Database } from '@castellan/platform/core/database';
import type pg from 'pg';
import type { Content } from '../content.ts';
import { watchMusicConnection } from '../features/music/watch-music-connection.ts';
import { readListedWishes } from '../features/wishes/listed-wishes.ts';
import { openBuiltPages, openLivePages, type Pages } from '../http/pages.ts';
import type { LiveKeys } from './follow-keys.ts';
import type { Entrance } from './open-entrance.ts';
import type { Start } from './start-steps.ts';

type Given = {
  readonly entrance: Entrance;
  readonly content: Content;
  readonly keys: LiveKeys;
  readonly requests: Database['requests'];
  /** For what no visitor may read, as the owner of the product's tables. */
  readonly local: pg.Pool;
};

/** Makes the pages, from the keys and the content as they are now. */
export async function openPages({ settings, mode, closers }: Start, given: Given): Promise<Pages> {
  const { entrance, content, keys, requests, local } = given;
  let refresh = () => {};
  const isMusicConnected = await watchMusicConnection({
    isConfigured: settings.music.client !== undefined,
    queryable: local,
    clock: systemClock,
    onChange: () => refresh(),
  });
  const facts = () => ({
    publishableKey: keys.ring().publishableKey,
    publicUrl: entrance.publicUrl(),
    profile: content.profile(),
    resume: content.resume(),
    isMusicConnected: isMusicConnected(),
    musicProxyUrl: settings.music.proxyUrl,
    listedWishes: () => readListedWishes(requests),
  });
  const pages = mode === 'production' ? await openBuiltPages(facts) : await openLivePages(facts, entrance.http);
  refresh = pages.refresh;
  entrance.letAnswerFirst(pages.middleware);
  closers.push(pages.close);
  keys.onChange(pages.refresh);
  return pages;
}
