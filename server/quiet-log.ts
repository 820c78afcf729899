import type { Clock } from '@castellan/foundation/clock';
import type { Log, LogFields } from '@castellan/platform/core/log';

/** Says the same thing at most once a minute, however many visitors bring it about; `repeats` counts what was left out. */
export type QuietLog = { readonly warn: (event: string, fields?: Readonly<Record<string, string | number>>) => void };

const silenceMs = 60_000;

/** Lines remembered; more of them at once than the program can mean are forgotten. */
const maxKept = 100;

/** Remembers what was said: events and fields come from the program and the provider, not from visitors. */
export function createQuietLog(log: Log, clock: Clock): QuietLog {
  const said = new Map<string, { atMs: number; repeats: number }>();
  return {
    warn: (event, fields = {}) => {
      const key = JSON.stringify([event, fields]);
      const before = said.get(key);
      const nowMs = clock.nowMs();
      if (before !== undefined && nowMs - before.atMs < silenceMs) {
        before.repeats += 1;
        return;
      }
      if (said.size >= maxKept) said.clear();
      said.set(key, { atMs: nowMs, repeats: 0 });
      const more: LogFields = before === undefined || before.repeats === 0 ? {} : { repeats: before.repeats };
      log.warn(event, { ...fields, ...more });
    },
  };
}
