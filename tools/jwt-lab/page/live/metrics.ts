import type { Live, LiveState } from '../../../../web/app/lib/live.ts';
import type { Metric } from '../../../tool-live.ts';
import { algorithmNames } from '../../knowledge/algorithms.ts';
import { commonSecrets } from '../../knowledge/crack/common-secrets.ts';

type Pair = readonly [Metric, Metric];

/** The card's two figures: the signature algorithms that the page checks, and the weak secrets that it tries. No token is kept to count. */
export default function labMetrics(): Live<Pair> {
  const value: Pair = [
    { label: 'Algorithms', value: algorithmNames.length.toLocaleString('en-GB') },
    { label: 'Weak secrets', value: commonSecrets.length.toLocaleString('en-GB') },
  ];
  const state: LiveState<Pair> = { status: 'ready', value, stale: false };
  return { read: () => state, subscribe: () => () => undefined, refresh: async () => undefined };
}
