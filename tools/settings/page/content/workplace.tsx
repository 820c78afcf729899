import type { ContentPart } from '../../../../web/app/domains/settings/content-parts.ts';
import { useAsked } from '../../../../web/app/domains/settings/use-asked.ts';
import { loadContentFiles } from '../../../../web/app/domains/site-content/site-content.ts';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { NotAsked } from '../asked-view.tsx';
import { FontsWorkplace } from './fonts-workplace.tsx';
import { JsonWorkplace, OwnFileWorkplace } from './json-workplace.tsx';
import { KeyWorkplace } from './key-workplace.tsx';
import { PhotoWorkplace } from './photo-workplace.tsx';
import { TextsWorkplace } from './texts-workplace.tsx';
import './content.css';

/** Where a part of the site is edited, once the server has said what can be. */
export function Workplace({ part }: { readonly part: ContentPart }) {
  const { asked, again } = useAsked(loadContentFiles);
  if (asked.value === undefined) {
    // A hosted backend has no content folder, and no such function.
    if (asked.status === 'failed' && asked.failure.code === 'refused') {
      return <p className="py-4">This installation does not offer its content for editing. Edit the content folder of the server.</p>;
    }
    return <NotAsked asked={asked} again={again} />;
  }
  const files = asked.value;
  return (
    <>
      {files.isSample && files.isWritable ? (
        <p className="content-note">
          <StatusMark kind="info">
            These are the sample texts that came with the program, and an update may overwrite them. Run npm run make-it-mine on the server
            to keep yours in a folder of your own.
          </StatusMark>
        </p>
      ) : null}
      {part === 'photo' ? (
        <PhotoWorkplace files={files} />
      ) : part === 'key' ? (
        <KeyWorkplace files={files} />
      ) : part === 'fonts' ? (
        <FontsWorkplace files={files} />
      ) : part === 'cases' || part === 'articles' ? (
        <TextsWorkplace part={part} files={files} />
      ) : part === 'wishes' || part === 'private' ? (
        <OwnFileWorkplace part={part} files={files} />
      ) : (
        <JsonWorkplace part={part} files={files} />
      )}
    </>
  );
}
