import { useEffect, useRef, useState } from 'react';
import { isFramed } from '../../lib/is-framed.ts';
import { classNames } from '../../ui/class-names.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import stylesAddress from './music.css?url';
import type { MusicPlayer } from './music-player.tsx';

/** How long after the page has loaded the collapsed widget asks for its one track, so that nothing waits for it. */
const patienceMs = 3500;

type MusicTabProps = {
  /** Without an account there is nothing to wait for: that nothing was played can be said at once. */
  readonly isConnected: boolean;
  readonly proxyUrl: string | undefined;
};

/** The widget's tab and what opens from it. What asks and what shows is fetched when it is opened, or when the page has long been there. */
export function MusicTab({ isConnected, proxyUrl }: MusicTabProps) {
  const [open, setOpen] = useState(false);
  const [player, setPlayer] = useState<MusicPlayer>();
  const button = useRef<HTMLButtonElement>(null);
  const before = isConnected ? 'Music' : 'No recent activity';
  useEffect(() => {
    if (player !== undefined || isFramed()) return undefined;
    let left = false;
    const fetchPlayer = () =>
      void import('./music-player.tsx')
        .then((file) => left || setPlayer(file.openMusicPlayer(proxyUrl)))
        // biome-ignore lint/suspicious/noConsole: music errors go to the console and nowhere else (spec §8).
        .catch((error: unknown) => console.error('Failed to load the music widget', error));
    const stopWaiting = open ? fetchPlayer() : afterStart(fetchPlayer);
    return () => {
      left = true;
      stopWaiting?.();
    };
  }, [open, player, proxyUrl]);
  const collapse = () => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  return (
    <aside
      aria-label="Music"
      className={classNames('music with-script', open && 'music-open')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open && !event.defaultPrevented) collapse();
      }}
    >
      <link rel="stylesheet" href={stylesAddress} precedence="page" />
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={open ? 'music-panel' : undefined}
        className="music-tab"
        onClick={() => setOpen(!open)}
      >
        {open ? null : <span className="music-disc" />}
        {player === undefined ? (
          <>
            <VisuallyHidden>Music: </VisuallyHidden>
            <span className="music-line">{before}</span>
          </>
        ) : (
          <player.Line feed={player.feed} open={open} before={before} />
        )}
      </button>
      {open ? (
        <div id="music-panel" className="music-panel">
          {player === undefined ? <p role="status">Loading...</p> : <player.Panel feed={player.feed} onCovering={() => setOpen(false)} />}
        </div>
      ) : null}
    </aside>
  );
}

/** Calls back once the page has been there for a while and the browser has nothing better to do; the answer stops waiting. */
function afterStart(act: () => void): () => void {
  let alarm: ReturnType<typeof setTimeout>;
  const wait = () => {
    alarm = setTimeout(() => (window.requestIdleCallback ?? setTimeout)(act), patienceMs);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
  return () => {
    window.removeEventListener('load', wait);
    clearTimeout(alarm);
  };
}
