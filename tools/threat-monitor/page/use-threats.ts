import { useCallback, useEffect, useRef, useState } from 'react';
import { askSources, type ListName, type Look, type Progress, readThreats } from './threat-answers.ts';

/** What the page knows of the server's word. */
export type Threats = {
  /** `away`: the server did not answer the last time; what was read before stays. */
  readonly status: 'loading' | 'ready' | 'away';
  readonly look: Look | undefined;
  readonly list: ListName;
  /** What is being asked of the sources; none while nothing is. */
  readonly progress: Progress | undefined;
  /** The last round could not be ended: the server was out of reach. */
  readonly hasFailed: boolean;
  readonly show: (list: ListName) => void;
  readonly showMore: () => void;
  /** Asks the sources; `isAskedFor`: by the owner's own press. */
  readonly refresh: (isAskedFor: boolean) => Promise<void>;
  readonly stop: () => void;
  readonly read: () => Promise<void>;
};

const pieceSize = 25;
/** While the page is seen the sources for which it is time are asked this often. */
const everyMs = 15 * 60_000;

/** Reads the lists, has the sources asked when the page opens and while it is seen, and whenever the inventory changes (`inventoryMark`; none while it is being loaded). */
export function useThreats(inventoryMark: string | undefined): Threats {
  const [list, setList] = useState<ListName>('mine');
  const [most, setMost] = useState(pieceSize);
  const [{ status, look }, setAnswer] = useState<Pick<Threats, 'status' | 'look'>>({ status: 'loading', look: undefined });
  const [progress, setProgress] = useState<Progress>();
  const [hasFailed, setHasFailed] = useState(false);
  const running = useRef<AbortController>(undefined);
  const wanted = useRef(0);
  // What changed while a round was under way is asked for after it.
  const isWantedAgain = useRef(false);
  const isHere = useRef(true);
  const latestRefresh = useRef<Threats['refresh']>(async () => {});

  const read = useCallback(async () => {
    wanted.current += 1;
    const turn = wanted.current;
    const answer = await readThreats(list, most);
    if (turn !== wanted.current) return;
    setAnswer((before) => (answer.ok ? { status: 'ready', look: answer.value } : { status: 'away', look: before.look }));
  }, [list, most]);
  const latestRead = useRef(read);
  latestRead.current = read;

  const refresh = useCallback(async (isAskedFor: boolean) => {
    if (running.current !== undefined) {
      isWantedAgain.current = true;
      return;
    }
    const round = new AbortController();
    running.current = round;
    setProgress({ done: 0, doing: 'Querying the sources' });
    const ended = await askSources(isAskedFor, setProgress, round.signal);
    running.current = undefined;
    // Whoever left asks no source again, whatever changed meanwhile.
    if (!isHere.current) return;
    setProgress(undefined);
    setHasFailed(!ended.ok && ended.failure.code !== 'cancelled');
    await latestRead.current();
    if (isWantedAgain.current) {
      isWantedAgain.current = false;
      void latestRefresh.current(false);
    }
  }, []);
  latestRefresh.current = refresh;
  const stop = useCallback(() => running.current?.abort(), []);

  useEffect(() => void read(), [read]);
  useEffect(() => {
    if (inventoryMark === undefined) return undefined;
    void refresh(false);
    const again = setInterval(() => {
      if (document.visibilityState === 'visible') void refresh(false);
    }, everyMs);
    return () => clearInterval(again);
  }, [refresh, inventoryMark]);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      running.current?.abort();
    };
  }, []);

  const show = (next: ListName) => {
    setList(next);
    setMost(pieceSize);
  };
  return { status, look, list, progress, hasFailed, show, showMore: () => setMost(most + pieceSize), refresh, stop, read };
}
