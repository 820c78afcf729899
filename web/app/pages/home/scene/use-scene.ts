import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTheme } from '../../../domains/theme/use-theme.ts';
import type { PlateName } from '../../../ui/plate/plate-geometry.ts';
import type { LiveScene } from './live-scene.client.ts';
import { decideScene, readSceneFacts } from './scene-gate.ts';
import { whenNear } from './when-near.ts';

/** `waiting`: not decided; `live`: the scene is to be seen; `still`: the picture stays. */
export type SceneStage = 'waiting' | 'live' | 'still';

/**
 * The moving engraving inside `host`: fetched when motion runs, the page has loaded and the host is near the viewport;
 * follows the plate, the theme and the pause. Whatever goes wrong ends in `still`.
 */
export function useScene(
  plate: PlateName,
  running: boolean,
): { readonly stage: SceneStage; readonly host: RefObject<HTMLDivElement | null> } {
  const host = useRef<HTMLDivElement>(null);
  const [stage, setStage] = useState<SceneStage>('waiting');
  const [scene, setScene] = useState<LiveScene>();
  const [wanted, setWanted] = useState(false);
  const { theme } = useTheme();
  // A later pause stops the scene, it does not take it away.
  if (running && !wanted) setWanted(true);
  useEffect(() => {
    if (!wanted || host.current === null) return undefined;
    return prepareScene(host.current, setStage, setScene);
  }, [wanted]);
  useEffect(() => scene?.show(plate), [scene, plate]);
  useEffect(() => scene?.run(running), [scene, running]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is read from the document, which wears it by now.
  useEffect(() => scene?.recolour(), [scene, theme]);
  return { stage, host };
}

/** The answer gives up waiting, or ends the scene. */
function prepareScene(host: HTMLElement, setStage: (stage: SceneStage) => void, setScene: (scene: LiveScene) => void): () => void {
  let opened: LiveScene | undefined;
  let left = false;
  const open = async () => {
    const decision = decideScene(readSceneFacts());
    if (decision === 'still') return setStage('still');
    const { openScene } = await import('./live-scene.client.ts');
    if (left) return;
    opened = openScene(host, {
      anyRenderer: decision === 'on-any-renderer',
      onReport: (report) => setStage(report === 'live' ? 'live' : 'still'),
    });
    if (opened === undefined) setStage('still');
    else setScene(opened);
  };
  const stopWaiting = whenNear(host, () => void open().catch(() => setStage('still')));
  return () => {
    left = true;
    stopWaiting();
    opened?.close();
  };
}
