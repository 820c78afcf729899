import { useMemo, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { isSound, type Target } from '../../../domains/tool-reports/posture.ts';
import { afterPaint } from '../../../lib/after-paint.ts';
import { gatherLive, type LiveState } from '../../../lib/live.ts';
import { TileFace } from './tile-face.tsx';

/** How many of the targets that the tools looked at are sound; it leads to the list of them. */
export function PostureTile() {
  const gathered = useMemo(
    () => gatherLive([{ id: 'targets', supply: () => afterPaint().then(() => import('../../../domains/tool-reports/live-targets.ts')) }]),
    [],
  );
  const [member] = useSyncExternalStore(gathered.subscribe, gathered.read);
  return (
    <Link to="#super-apps?targets" className="overview-fact">
      <TileFace label="Posture" {...faceOf(member?.state ?? { status: 'loading' })} />
    </Link>
  );
}

function faceOf(state: LiveState<readonly Target[]>): { readonly text: string; readonly note: string } {
  if (state.status === 'loading' || state.status === 'locked') return { text: '…', note: 'sound targets' };
  if (state.status === 'failed') return { text: '?', note: 'sound targets' };
  const { value, stale } = state;
  if (value.length === 0) return { text: '–', note: 'No scan yet' };
  const sound = value.filter(isSound).length;
  const wanting = value.length - sound;
  const note = wanting === 0 ? 'targets, all sound' : `targets are sound; ${wanting} ${wanting === 1 ? 'wants' : 'want'} attention`;
  return { text: `${sound} / ${value.length}`, note: stale ? `${note}, as last known` : note };
}
