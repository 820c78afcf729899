import { liveStored } from '../../../../web/app/domains/apps/live-stored.ts';
import type { Live } from '../../../../web/app/lib/live.ts';
import type { Metric } from '../../../tool-live.ts';
import { createTextCounter } from '../../knowledge/count-text.ts';
import { keptText } from '../kept-text.ts';

/** Longer texts are counted on the page alone, in its Worker: a card must not hold up the others. */
const maxCounted = 50_000;

/** The card's two figures: words and characters of the text that this browser keeps. */
export default function textMetrics(): Live<readonly [Metric, Metric]> {
  return liveStored(keptText, metricsOf);
}

/** Of a text; `undefined` where none is kept. */
export function metricsOf(text: string | undefined): readonly [Metric, Metric] {
  const missing = text === undefined || text === '' ? 'no text yet' : text.length > maxCounted ? 'a long text: open to count' : undefined;
  if (text === undefined || missing !== undefined)
    return [
      { label: 'Words', missing: missing ?? 'no text yet' },
      { label: 'Characters', missing: missing ?? 'no text yet' },
    ];
  const { words, graphemes } = createTextCounter().count(text);
  return [
    { label: 'Words', value: words.toLocaleString('en-GB') },
    { label: 'Characters', value: graphemes.toLocaleString('en-GB') },
  ];
}
