import type { ToolWarning } from '../../../../web/app/domains/overview/needs-you.ts';
import { type ReleaseState, readReleaseState } from '../../../../web/app/domains/release/release-state.ts';
import { settingAddress } from '../../../../web/app/domains/settings/setting-address.ts';
import type { Live, LiveState } from '../../../../web/app/lib/live.ts';
import { createStore } from '../../../../web/app/lib/store.ts';

/** What the last look at the site's release found, where the owner has to decide or something was refused. */
export default function releaseWarnings(): Live<readonly ToolWarning[]> {
  const read = async () => {
    // A browser has no Cache Storage outside of a secure context.
    const state = 'caches' in globalThis ? await readReleaseState(caches).catch(() => undefined) : undefined;
    store.set({ status: 'ready', value: warningsOfRelease(state), stale: false });
  };
  const store = createStore<LiveState<readonly ToolWarning[]>>({ status: 'loading' }, () => {
    void read();
    return () => {};
  });
  return { read: store.get, subscribe: store.subscribe, refresh: read };
}

/** Of what this device knows of releases; nothing where it keeps none. */
export function warningsOfRelease(state: Pick<ReleaseState, 'looked'> | undefined): readonly ToolWarning[] {
  if (state === undefined) return [];
  const { found, atMs } = state.looked;
  const about = { id: 'release', since: `seen on ${new Date(atMs).toISOString().slice(0, 10)}`, to: settingAddress('release') };
  if (found === 'refused') return [{ ...about, level: 'failed', title: 'The release that the server has now was refused on this device' }];
  if (found !== 'asks') return [];
  return [{ ...about, level: 'late', title: 'The server has another release of your private pages: compare its words' }];
}
