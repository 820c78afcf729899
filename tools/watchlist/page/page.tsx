import { MediaPage } from '../../../web/app/domains/media/media-page.tsx';
import { watchlist } from '../manifest.ts';
import { watchlistPreset } from './preset.ts';

export function meta() {
  return [{ title: watchlist.title }, { name: 'robots', content: 'noindex' }];
}

export default function WatchlistPage() {
  return <MediaPage preset={watchlistPreset} />;
}
