import { type Ref, useEffect, useState } from 'react';
import { browserTimer } from '../../lib/clock.ts';
import { classNames } from '../class-names.ts';
import type { PlateName } from './plate-geometry.ts';

type PlateProps = {
  readonly shown: PlateName;
  /** The engraving that will be shown next: it is fetched once the page has loaded, so that it is there in time. */
  readonly next?: PlateName | undefined;
  readonly className?: string | undefined;
  /** An empty element over the picture, for a moving engraving. */
  readonly sceneHost?: Ref<HTMLDivElement>;
  /** The moving engraving is there: the picture gives way, and no further one is fetched. */
  readonly live?: boolean;
};

/** From the second picture on the next one waits so long: the page itself may still be arriving. */
const restMs = 1200;

/** The engraved rosette as a still picture, an ornament; a change of `shown` fades from one to the other. */
export function Plate({ shown, next, className, sceneHost, live = false }: PlateProps) {
  const [first] = useState(shown);
  const [before, setBefore] = useState(shown);
  const picture = live ? before : shown;
  if (picture !== before) setBefore(picture);
  /** The picture that has been looked at for long enough that the next may be fetched. */
  const [settled, setSettled] = useState<PlateName>();
  useEffect(
    () => (picture === first ? afterLoad(() => setSettled(picture)) : browserTimer.after(restMs, () => setSettled(picture))),
    [picture, first],
  );
  // Those that were shown stay, to fade out and in again.
  const [fetched, setFetched] = useState<readonly PlateName[]>([shown]);
  const wanted = [picture, ...(settled === picture && !live && next !== undefined ? [next] : [])].filter((name) => !fetched.includes(name));
  if (wanted.length > 0) setFetched([...fetched, ...wanted]);
  return (
    <div aria-hidden="true" className={classNames('plate', className)}>
      {fetched.toSorted().map((name) => (
        <div key={name} className={classNames('engraving', `engraving-${name}`, name === picture && !live && 'engraving-shown')} />
      ))}
      {sceneHost === undefined ? null : <div ref={sceneHost} className={classNames('scene', live && 'scene-live')} />}
    </div>
  );
}

/** Calls back once the page and all it asked for has loaded; the answer stops waiting. */
function afterLoad(act: () => void): () => void {
  if (document.readyState === 'complete') {
    const timer = setTimeout(act, 0);
    return () => clearTimeout(timer);
  }
  window.addEventListener('load', act, { once: true });
  return () => window.removeEventListener('load', act);
}
