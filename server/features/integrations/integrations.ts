import type { Clock } from '@castellan/foundation/clock';
import type { FunctionCall, PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import type { EgressRequest } from '../../adapters/egress.ts';
import { answerReader, type ForeignReads } from '../../foreign/reader.ts';
import type { Settings } from '../../settings.ts';

/** What this server can ask of others for its owner. */
export const integrationIds = ['music', 'breach-ranges', 'site-icons', 'wish-pages'] as const;

export type IntegrationId = (typeof integrationIds)[number];

/** One of them as the owner may see it. Of an address only the host: the rest may hold a secret. */
export type Integration = {
  readonly id: IntegrationId;
  /** `off`: this server asks nobody. */
  readonly state: 'on' | 'off';
  readonly host: string | null;
};

/** `reason` is a code: of the egress guard's, of the music provider's, `status NNN`, or `not_understood`. */
export type TestOutcome =
  | { readonly outcome: 'works'; readonly tookMs: number }
  | { readonly outcome: 'failed'; readonly reason: string }
  | { readonly outcome: 'off' };

/** What stands in for a site where a service has to be asked for one; nobody owns it (RFC 2606 §3). */
const exampleHost = 'example.com';

/** Breached hashes come as rows of 35 hexadecimal characters and a count. */
const rangeRow = /^[0-9A-F]{35}:\d+/i;

/** Looks at a service's answer: whether it begins as a range of breached hashes does. */
export const serviceReader = answerReader(
  'service',
  (body) => rangeRow.test(Buffer.from(body.subarray(0, 80)).toString('latin1')),
  z.boolean(),
);

type Options = {
  readonly settings: Pick<Settings, 'music' | 'breachRangeUrl' | 'siteIconUrl'>;
  readonly reads: ForeignReads;
  /** The owner's function that asks the music provider. */
  readonly player: PlatformFunction['handle'];
  readonly clock: Clock;
};

/** Every integration with its state, in the order of `integrationIds`. */
export function listIntegrations({ music, breachRangeUrl, siteIconUrl }: Options['settings']): readonly Integration[] {
  const entry = (id: IntegrationId, url: string | undefined): Integration => ({
    id,
    state: url === undefined ? 'off' : 'on',
    host: url === undefined ? null : new URL(url.replaceAll('{host}', exampleHost)).host,
  });
  return [
    entry('music', music.client === undefined ? undefined : music.apiUrl),
    entry('breach-ranges', breachRangeUrl),
    entry('site-icons', siteIconUrl),
    { id: 'wish-pages', state: 'on', host: null },
  ];
}

/** Asks the integration's service once, as its own work would, and says what came of it. Nothing is kept. The call's signal ends it. */
export async function testIntegration(id: IntegrationId, options: Options, call: FunctionCall): Promise<TestOutcome> {
  const { clock } = options;
  const startedAtMs = clock.nowMs();
  const failure = await failureOf(id, options, call);
  if (failure === 'off') return { outcome: 'off' };
  return failure === undefined ? { outcome: 'works', tookMs: clock.nowMs() - startedAtMs } : { outcome: 'failed', reason: failure };
}

/** Why the service gave no answer that its work could use; `undefined` where it did. */
async function failureOf(id: IntegrationId, { settings, reads, player }: Options, call: FunctionCall): Promise<string | undefined> {
  const ask = asking(reads, call.signal);
  switch (id) {
    case 'music':
      return settings.music.client === undefined ? 'off' : musicFailure(player, call);
    case 'breach-ranges':
      if (settings.breachRangeUrl === undefined) return 'off';
      return ask({ url: `${settings.breachRangeUrl}/range/00000`, maxBodyBytes: 1024 * 1024 }, (status, isRange) =>
        status !== 200 ? `status ${status}` : isRange ? undefined : 'not_understood',
      );
    case 'site-icons':
      if (settings.siteIconUrl === undefined) return 'off';
      // No icon (404) is an answer too; what cannot be used is a service that refuses or breaks.
      return ask({ url: settings.siteIconUrl.replaceAll('{host}', exampleHost), maxRedirects: 3 }, (status) =>
        status === 200 || status === 404 ? undefined : `status ${status}`,
      );
    case 'wish-pages':
      return ask({ url: `https://${exampleHost}/`, maxRedirects: 5, maxBodyBytes: 2 * 1024 * 1024 }, (status) =>
        status === 200 ? undefined : `status ${status}`,
      );
  }
}

type ReasonOf = (status: number, isRange: boolean) => string | undefined;

function asking(reads: ForeignReads, signal: AbortSignal) {
  return async (request: EgressRequest, reasonOf: ReasonOf): Promise<string | undefined> => {
    const asked = { ...request, headers: { 'user-agent': 'Castellan' }, timeoutMs: 8_000, signal };
    const answer = await reads.fetch(serviceReader, asked, null);
    return answer.ok ? reasonOf(answer.value.value.status, answer.value.value.read ?? false) : answer.failure.code;
  };
}

const refusalSchema = z.object({ code: z.string().regex(/^[a-z_]{1,64}$/) });

/** The player's own function is asked, so that the test goes the way that the widget's questions go. */
async function musicFailure(player: PlatformFunction['handle'], call: FunctionCall): Promise<string | undefined> {
  const url = 'http://localhost/functions/v1/spotify-player?call=currently-playing';
  const answer = await player(new Request(url), call);
  if (answer.ok) return undefined;
  const refusal = refusalSchema.safeParse(await answer.json().catch(() => undefined));
  return refusal.success ? refusal.data.code : `status ${answer.status}`;
}
