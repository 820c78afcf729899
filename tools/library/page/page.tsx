import { MediaPage } from '../../../web/app/domains/media/media-page.tsx';
import { library } from '../manifest.ts';
import { libraryPreset } from './preset.ts';

export function meta() {
  return [{ title: library.title }, { name: 'robots', content: 'noindex' }];
}

export default function LibraryPage() {
  return <MediaPage preset={libraryPreset} />;
}
