import { longestBody, longestTitle } from '../../../web/app/domains/notes/note.ts';
import { type LegacySource, legacyKey } from './legacy-records.ts';

/** Notes that a legacy product left readable in this browser. */
export const legacyNotes: LegacySource = {
  stored: legacyKey('dashboard_notes'),
  read: (entry) => {
    const title = entry.text('title', 'name', 'subject');
    const body = entry.text('content', 'body', 'text', 'note', 'description');
    if (title === '' && body === '') return 'It has neither title nor text.';
    if (body.length > longestBody) return `Its text is longer than ${longestBody.toLocaleString('en-GB')} characters.`;
    const fits = title.length <= longestTitle;
    const madeAt = entry.moment('createdAt', 'created_at', 'date', 'timestamp', 'updatedAt');
    return {
      // A note belongs to the day it was written on.
      ...(madeAt === undefined || madeAt < '1970' ? {} : { created_at: madeAt }),
      title: fits ? title : '',
      body: fits
        ? body
        : [title, body]
            .filter((part) => part !== '')
            .join('\n\n')
            .slice(0, longestBody),
      tags: [...new Set([...entry.list('tags', 'labels'), ...[entry.text('category')].filter((one) => one !== '')])],
      pinned: entry.flag('pinned', 'isPinned', 'favorite'),
    };
  },
};
