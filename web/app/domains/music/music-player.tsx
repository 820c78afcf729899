import { CaretDownIcon } from '@castellan/icons/arrows/caret-down';
import { SpotifyLogoFillIcon } from '@castellan/icons/logos/spotify-logo-fill';
import { type ComponentType, useSyncExternalStore } from 'react';
import { browserTimer } from '../../lib/clock.ts';
import { Icon } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { documentVisibility } from '../activity/visible-polling.ts';
import { MusicPanel } from './music-panel.tsx';
import { isMusicAuthenticated } from './music-tokens.ts';
import { createTrackFeed, type TrackFeed } from './track-feed.ts';
import { createTrackSource, type TrackAnswer } from './track-source.ts';

type LineProps = {
  readonly feed: TrackFeed;
  readonly open: boolean;
  /** What it says until the track has been asked for. */
  readonly before: string;
};

/** What the widget's shell fetches: the feed, and what draws it inside the button and beneath. */
export type MusicPlayer = {
  readonly feed: TrackFeed;
  readonly Line: ComponentType<LineProps>;
  readonly Panel: ComponentType<{ readonly feed: TrackFeed; readonly onCovering: () => void }>;
};

/** Opens the feed of this page and asks for the track once. */
export function openMusicPlayer(proxyUrl: string | undefined): MusicPlayer {
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
  return { feed, Line, Panel: MusicPanel };
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

/** What the widget's button says. */
function Line({ feed, open, before }: LineProps) {
  const { status, track } = useSyncExternalStore(feed.subscribe, feed.read, feed.read);
  if (open) {
    return (
      <>
        <VisuallyHidden>Music</VisuallyHidden>
        <Icon drawing={CaretDownIcon} />
      </>
    );
  }
  if (track === null) {
    return (
      <>
        <VisuallyHidden>Music: </VisuallyHidden>
        <span className="music-line">{status === 'loading' ? before : 'No recent activity'}</span>
      </>
    );
  }
  return (
    <>
      <VisuallyHidden>Music: </VisuallyHidden>
      <span className="music-line">
        {track.name}
        {track.artist === '' ? null : <VisuallyHidden>, </VisuallyHidden>}
        <span className="music-artist">{track.artist}</span>
      </span>
      <Icon drawing={SpotifyLogoFillIcon} label="Spotify" />
    </>
  );
}
