import type { Live } from '../../../../web/app/lib/live.ts';
import type { ToolRecord } from '../../../tool-live.ts';
import { rhythmWords } from '../plan/rhythm-words.ts';
import { livePlans } from './live-plans.ts';

/** Every pay, as the palette finds it. */
export default function paydayRecords(): Live<readonly ToolRecord[]> {
  return livePlans((plans) =>
    plans.map(({ id, name, rrule, anchor }) => ({ id, title: name, note: rhythmWords(rrule, anchor), to: `/payday-fun#pay=${id}` })),
  );
}
