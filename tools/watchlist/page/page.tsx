import { unlistedHead } from '../../../web/app/domains/apps/unlisted-head.ts';
import { MediaPage } from '../../../web/app/domains/media/media-page.tsx';
import { watchlist } from '../manifest.ts';
import { watchlistPreset } from './preset.ts';

export const meta = unlistedHead(watchlist);

export default function WatchlistPage() {
  return <MediaPage preset={watchlistPreset} />;
}
