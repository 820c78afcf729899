import { fail, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { askFunction } from '../../lib/backend.ts';
import { isRecord, parseProviderTrack } from './track.ts';
import type { TrackAnswer } from './track-source.ts';

// A 204 has no body, and comes through the parser as `undefined`.
const answerSchema = z.unknown();

/** Asks the provider through the owner's own function: what is playing, or else what was played last (spec §7, calls 4 and 5). */
export async function askProviderTrack(log: (message: string, detail?: unknown) => void): Promise<TrackAnswer> {
  const current = await askPlayer('currently-playing', log);
  if (current === failed) return fail({ code: 'no_answer' });
  const playing = isRecord(current) ? parseProviderTrack(current['item'], current['is_playing'] === true) : undefined;
  if (playing !== undefined) return succeed(playing);
  // Also after an advertisement or an unknown item, which have no track.
  const recent = await askPlayer('recently-played', log);
  if (recent === failed) return fail({ code: 'no_answer' });
  const items: readonly unknown[] = isRecord(recent) && Array.isArray(recent['items']) ? recent['items'] : [];
  const [last] = items;
  return succeed((isRecord(last) ? parseProviderTrack(last['track'], false) : undefined) ?? null);
}

const failed = Symbol('the player did not answer');

async function askPlayer(call: 'currently-playing' | 'recently-played', log: (message: string, detail?: unknown) => void) {
  const answer = await askFunction('GET', `/functions/v1/spotify-player?call=${call}`, answerSchema);
  if (answer.ok) return answer.value;
  log('HTTP error', answer.failure);
  return failed;
}
