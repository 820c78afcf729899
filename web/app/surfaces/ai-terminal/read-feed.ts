import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Collection } from '../../domains/records/collection.ts';
import { openRecords } from '../../domains/records/open-records.ts';
import type { RawRecord } from '../../domains/records/record.ts';
import type { CommandFailure } from '../../domains/terminal/command.ts';
import { browserTimer } from '../../lib/clock.ts';
import type { Live } from '../../lib/live.ts';

/** How long records are waited for. */
const patienceMs = 10_000;

const notThere = (what: string) =>
  fail({ code: 'not_available', message: `${what} cannot be read: the server does not answer, and this browser has no copy.` } as const);

/** The rows of a collection as soon as they are there; how many of them are sealed where the vault is closed. */
export async function readRows<Row extends RawRecord>(
  collection: Collection<Row>,
  what: string,
): Promise<Result<readonly Row[], CommandFailure>> {
  const feed = openRecords().open(collection);
  const state = await settled(feed, ({ status, vault }) => status !== 'loading' || vault === 'locked');
  if (state === undefined || state.status === 'failed') return notThere(what);
  if (state.status === 'ready') return succeed(state.rows);
  return fail({
    code: 'not_available',
    message: `${what} are sealed. Open the vault on the dashboard, then come back here without closing the tab.`,
  });
}

/** What something live says once it is no longer loading; `undefined` where that does not come. */
export async function readLive<Value>(live: Live<Value>): Promise<Value | undefined> {
  const state = await settled(live, ({ status }) => status !== 'loading');
  return state?.status === 'ready' ? state.value : undefined;
}

type Told<State> = {
  readonly read: () => State;
  readonly subscribe: (listener: () => void) => () => void;
  readonly refresh: () => Promise<void>;
};

/** What is told once the server answered, or did not: until then this browser may hold some of the records alone. */
function settled<State>({ read, subscribe, refresh }: Told<State>, isSettled: (state: State) => boolean): Promise<State | undefined> {
  return new Promise((resolve) => {
    let isAnswered = false;
    const look = () => {
      const state = read();
      if (isAnswered && isSettled(state)) end(state);
    };
    const stop = subscribe(look);
    const callOff = browserTimer.after(patienceMs, () => {
      const state = read();
      end(isSettled(state) ? state : undefined);
    });
    const end = (state: State | undefined) => {
      callOff();
      stop();
      resolve(state);
    };
    const answered = () => {
      isAnswered = true;
      look();
    };
    refresh().then(answered, answered);
  });
}
