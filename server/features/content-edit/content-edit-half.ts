import { realpathSync } from 'node:fs';
import { isProvenLately } from '../../owner/proven-lately.ts';
import { recordServerEvent } from '../../owner/server-event.ts';
import { sampleFolder } from '../../sample-content.ts';
import type { OpenHalf, ServerPorts } from '../server-half.ts';
import { openContentFolder } from './content-folder.ts';
import { type ContentEditing, createContentFileFunction, createContentListFunction } from './content-functions.ts';
import { underFolderLock } from './folder-lock.ts';
import { createFontsFunction } from './font-functions.ts';
import { createKeyFunction } from './key-function.ts';
import { createPhotoFunction } from './photo-function.ts';
import { createPicturesFunction } from './picture-functions.ts';

type Ports = Pick<ServerPorts, 'reads' | 'rows' | 'clock' | 'randomBytes' | 'log'> & {
  readonly settings: Pick<ServerPorts['settings'], 'contentFolder'>;
};

/** The site's content, edited by its owner in the browser. The content itself notices saved files as it does those of any editor. */
export function contentEditHalf({ settings: { contentFolder }, reads, rows, clock, randomBytes, log }: Ports): OpenHalf {
  const editing: ContentEditing = {
    folder: openContentFolder(contentFolder, { clock, randomBytes }),
    clock,
    isSample: isSamePlace(contentFolder, sampleFolder),
    isProvenLately: ({ caller }) => isProvenLately(rows, caller),
    underLock: (work) => underFolderLock(contentFolder, work),
    changed: async ({ file, version, call: { sender } }) =>
      // A log that cannot be written to undoes nothing.
      recordServerEvent(rows, {
        type: 'security_event',
        description: version === null ? `A file of the site was deleted: ${file}` : `The site’s content was changed: ${file}`,
        success: true,
        metadata: { subject: 'site_content', file, sha256: version },
        ...sender,
      }).catch((error: Error) => log.warn('a change of the content was not recorded', { reason: error.message })),
  };
  return {
    functions: {
      'content-files': createContentListFunction(editing),
      'content-file': createContentFileFunction(editing),
      'content-fonts': createFontsFunction(editing),
      'content-key': createKeyFunction(editing),
      'content-photo': createPhotoFunction({ ...editing, reads }),
      'content-pictures': createPicturesFunction({ ...editing, reads }),
    },
  };
}

function isSamePlace(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}
