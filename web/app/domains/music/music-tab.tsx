import { CaretDownIcon } from '@castellan/icons/arrows/caret-down';
import { SpotifyLogoFillIcon } from '@castellan/icons/logos/spotify-logo-fill';
import { type ComponentType, useRef, useState, useSyncExternalStore } from 'react';
import { browserTimer } from '../../lib/clock.ts';
import { hasStoredSession } from '../../lib/stored-session.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { documentVisibility } from '../activity/visible-polling.ts';
import stylesAddress from './music.css?url';
import { MusicPanel } from './music-panel.tsx';
import { isMusicAuthenticated } from './music-tokens.ts';
import type { Track } from './track.ts';
import { createTrackFeed, type TrackFeed } from './track-feed.ts';
import { createTrackSource, type TrackAnswer } from './track-source.ts';

/** Opens the feed of this page, asks for the track once, and answers what draws the widget. */
export function openMusicTab(proxyUrl: string | undefined): ComponentType {
  const ask = createTrackSource({
    fetch: (address, init) => fetch(address, init),
    clock: browserTimer,
    siteUrl: window.location.origin,
    proxyUrl,
    isAuthenticated: isMusicAuthenticated,
    askProvider,
    log,
  });
  const feed = createTrackFeed({ ask, timer: browserTimer, visibility: documentVisibility });
  void feed.refresh();
  return () => <MusicTab feed={feed} />;
}

/** Fetched for the owner only: it brings the backend's client along. */
async function askProvider(): Promise<TrackAnswer> {
  const { askProviderTrack } = await import('./provider-track.ts');
  return askProviderTrack(log);
}

function log(message: string, detail?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: music errors go to the console and nowhere else (spec §8).
  console.error(message, ...(detail === undefined ? [] : [detail]));
}

/**
 * The tab at the edge of the window, and the panel that opens from it. Nothing before the first answer; where the site has no music
 * provider, only the owner sees it, to connect one.
 */
function MusicTab({ feed }: { readonly feed: TrackFeed }) {
  const { status, track } = useSyncExternalStore(feed.subscribe, feed.read, feed.read);
  const [open, setOpen] = useState(false);
  const [isOwner] = useState(hasStoredSession);
  const button = useRef<HTMLButtonElement>(null);
  if (status === 'loading' || (status === 'not_configured' && !isOwner)) return null;
  const collapse = () => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  return (
    <aside
      aria-label="Music"
      className={classNames('music', open && 'music-open')}
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
        {open ? (
          <>
            <VisuallyHidden>Music</VisuallyHidden>
            <Icon drawing={CaretDownIcon} />
          </>
        ) : (
          <Line track={track} />
        )}
      </button>
      {open ? (
        <div id="music-panel" className="music-panel">
          <MusicPanel feed={feed} onCovering={() => setOpen(false)} />
        </div>
      ) : null}
    </aside>
  );
}

/** What the closed widget says. */
function Line({ track }: { readonly track: Track | null }) {
  return (
    <>
      <span className="music-disc" />
      <VisuallyHidden>Music: </VisuallyHidden>
      {track === null ? (
        <span className="music-line">No recent activity</span>
      ) : (
        <>
          <span className="music-line">
            {track.name}
            {track.artist === '' ? null : (
              <>
                <VisuallyHidden>, </VisuallyHidden>
                <span className="music-artist">{track.artist}</span>
              </>
            )}
          </span>
          <Icon drawing={SpotifyLogoFillIcon} label="Spotify" />
        </>
      )}
    </>
  );
}
