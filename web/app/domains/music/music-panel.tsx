import { ArrowUpRightIcon } from '@castellan/icons/arrows/arrow-up-right';
import { SpotifyLogoFillIcon } from '@castellan/icons/logos/spotify-logo-fill';
import { PlayIcon } from '@castellan/icons/signs/play';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { hasStoredSession } from '../../lib/stored-session.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { useMotion } from '../motion/motion.tsx';
import type { Track } from './track.ts';
import type { TrackFeed } from './track-feed.ts';

// Fetched where a session is kept in this browser: no visitor's page carries it.
const OwnerControls = lazy(() => import('./owner-controls.tsx').then((file) => ({ default: file.OwnerControls })));

type MusicPanelProps = {
  readonly feed: TrackFeed;
  /** Called when the focus goes to something that the panel covers. */
  readonly onCovering: () => void;
};

/** The expanded widget; it asks every 5 seconds for as long as it is there and the page visible. */
export function MusicPanel({ feed, onCovering }: MusicPanelProps) {
  const { track } = useSyncExternalStore(feed.subscribe, feed.read, feed.read);
  useEffect(() => feed.follow(), [feed]);
  const element = useRef<HTMLDivElement>(null);
  useUncovering(element, onCovering);
  const [isOwner] = useState(hasStoredSession);
  const isPlaying = track?.isPlaying === true;
  return (
    <div ref={element}>
      <h2 className="lettering text-lg">{track === null ? 'Music Widget' : isPlaying ? 'Now Playing' : 'Last Played'}</h2>
      {track === null ? <Silence /> : <TrackView track={track} isPlaying={isPlaying} />}
      {isOwner ? (
        <Suspense fallback={null}>
          <OwnerControls onChange={feed.refresh} />
        </Suspense>
      ) : null}
    </div>
  );
}

function Silence() {
  return (
    <div className="music-silence">
      <span className="music-record" />
      <p role="status">No recent listening activity</p>
    </div>
  );
}

function TrackView({ track, isPlaying }: { readonly track: Track; readonly isPlaying: boolean }) {
  const { running } = useMotion();
  const [broken, setBroken] = useState<string>();
  const image = track.image === broken ? null : track.image;
  return (
    <>
      <div className={classNames('music-sleeve', image === null && 'music-sleeve-empty')}>
        <span className={classNames('music-record', isPlaying && running && 'music-record-turning')} />
        {image === null ? null : <img src={image} alt="" width={128} height={128} className="music-art" onError={() => setBroken(image)} />}
      </div>
      <p className="mt-4 text-lg leading-snug font-semibold">{track.name}</p>
      {track.artist === '' ? null : <p className="mt-1">{track.artist}</p>}
      {track.album === '' ? null : <p className="text-sm text-muted">{track.album}</p>}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
        <Source track={track} />
        {track.previewUrl === null ? null : (
          <a
            href={track.previewUrl}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Preview of ${track.name} (opens in a new tab)`}
            className="music-link"
          >
            <Icon drawing={PlayIcon} />
            Preview
          </a>
        )}
      </div>
    </>
  );
}

/** Names the provider beside what it told, as it asks for, and leads to the track there. */
function Source({ track }: { readonly track: Track }) {
  const mark = <Icon drawing={SpotifyLogoFillIcon} className="text-xl text-ink" />;
  if (track.spotifyUrl === null) {
    return (
      <p className="music-link">
        {mark}
        Spotify
      </p>
    );
  }
  return (
    <a
      href={track.spotifyUrl}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Open in Spotify: ${track.name} (opens in a new tab)`}
      className="music-link"
    >
      {mark}
      Open in Spotify
      <Icon drawing={ArrowUpRightIcon} className="text-muted" />
    </a>
  );
}

/** What has the focus must not lie beneath the panel (WCAG 2.4.11): the panel then gives way. */
function useUncovering(element: RefObject<HTMLElement | null>, onCovering: () => void): void {
  useEffect(() => {
    const look = ({ target }: FocusEvent) => {
      const panel = element.current?.closest('aside');
      if (!(target instanceof HTMLElement) || panel == null || panel.contains(target) || target.closest('dialog') !== null) return;
      const focused = target.getBoundingClientRect();
      const cover = panel.getBoundingClientRect();
      const isApart =
        focused.right <= cover.left || focused.left >= cover.right || focused.bottom <= cover.top || focused.top >= cover.bottom;
      // Headings and landmarks that take the focus after a navigation are as large as the page, and no controls.
      if (!isApart && target.tabIndex >= 0) onCovering();
    };
    document.addEventListener('focusin', look);
    return () => document.removeEventListener('focusin', look);
  }, [element, onCovering]);
}
