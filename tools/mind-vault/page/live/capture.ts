import { notes } from '../../../../web/app/domains/notes/note.ts';
import { noteOfLine } from '../../../../web/app/domains/notes/note-of-line.ts';
import { withSealer } from '../../../../web/app/domains/records/known-state.ts';
import { openRecords } from '../../../../web/app/domains/records/open-records.ts';
import { newRecordId } from '../../../../web/app/domains/records/record.ts';
import { openLockedLine, sealedHere } from '../../../../web/app/domains/vault/captures/locked-line.ts';
import { vaultOpenness } from '../../../../web/app/domains/vault/vault-openness.ts';
import { browserTimer } from '../../../../web/app/lib/clock.ts';
import type { Capture } from '../../../tool-live.ts';
import { undoTool } from '../undo-tool.ts';

/** A typed line becomes a note while the vault is open in this tab, and a capture, sealed on this device, while it is not. */
export default function captureNote(): Capture {
  const capture = openLockedLine();
  return {
    read: (line) => {
      const note = noteOfLine(line);
      if (note === undefined) return undefined;
      const tags = note.tags.map((tag) => `#${tag}`);
      return { title: note.title, facts: vaultOpenness.read() ? tags : [...tags, sealedHere] };
    },
    keep: async (line) => {
      const note = noteOfLine(line);
      if (note === undefined) return false;
      if (!vaultOpenness.read()) return capture({ kind: 'note', text: line });
      const feed = openRecords().open(notes, undoTool);
      const values = { created_at: new Date(browserTimer.nowMs()).toISOString(), title: note.title, body: '', tags: note.tags };
      return withSealer(feed, async () => (await feed.edit([{ kind: 'create', id: newRecordId(), values }])).ok);
    },
  };
}
