import { notes } from '../../../domains/notes/note.ts';
import { openRecords } from '../../../domains/records/open-records.ts';
import { newRecordId } from '../../../domains/records/record.ts';
import { vaultOpenness } from '../../../domains/vault/vault-openness.ts';
import { browserTimer } from '../../../lib/clock.ts';
import type { Capture } from '../../tool-live.ts';
import { noteOfLine } from '../note-of-line.ts';
import { undoTool } from '../undo-tool.ts';

/** A typed line becomes a note, while the vault is open in this tab. */
export default function captureNote(): Capture {
  return {
    read: (line) => {
      const note = noteOfLine(line);
      if (note === undefined) return undefined;
      const facts = note.tags.map((tag) => `#${tag}`);
      return { title: note.title, facts: vaultOpenness.read() ? facts : ['The vault is locked, so it cannot be kept'] };
    },
    keep: async (line) => {
      const note = noteOfLine(line);
      if (note === undefined || !vaultOpenness.read()) return false;
      const feed = openRecords().open(notes, undoTool);
      // Listening has the sealer fetched; only then can anything be sealed.
      let stop = () => {};
      await new Promise<void>((resolve) => {
        const look = () => {
          if (feed.read().vault !== 'loading') resolve();
        };
        stop = feed.subscribe(look);
        look();
      });
      const values = { created_at: new Date(browserTimer.nowMs()).toISOString(), title: note.title, body: '', tags: note.tags };
      const kept = await feed.edit([{ kind: 'create', id: newRecordId(), values }]);
      stop();
      return kept.ok;
    },
  };
}
