import { unlistedHead } from '../../../web/app/domains/apps/unlisted-head.ts';
import { MediaPage } from '../../../web/app/domains/media/media-page.tsx';
import { library } from '../manifest.ts';
import { libraryPreset } from './preset.ts';

export const meta = unlistedHead(library);

export default function LibraryPage() {
  return <MediaPage preset={libraryPreset} />;
}
