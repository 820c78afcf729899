import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Attachment } from '../../domains/assistant/chat.ts';
import { notesCollection } from '../../domains/notes/notes.collection.ts';
import type { CommandFailure } from '../../domains/terminal/command.ts';
import { csvLines } from '../../domains/terminal/formats.ts';
import { isLines, rowText, type Table, valueText } from '../../domains/terminal/table.ts';
import { bestFit } from './fit-titles.ts';
import { sealedKindOf, sealedRefusal } from './sealed-grants.ts';

/** Where what `@` names comes from, and what of it may leave. */
export type AttachmentPorts = {
  readonly tasks: () => Promise<Result<Table, CommandFailure>>;
  readonly notes: () => Promise<Result<Table, CommandFailure>>;
  /** Whether sealed records of a kind may leave, in this session. */
  readonly isGranted: (kind: string) => boolean;
};

const noteKind = sealedKindOf(notesCollection);

/** Rows that one mention brings at the most. */
const maxRows = 50;

/**
 * What `@task`, `@task/word-word`, `@note` and `@note/word-word` in a text bring along: the open tasks, or notes, whose title
 * holds these words. A plain `@note` is the newest one.
 */
export async function readMentions(text: string, ports: AttachmentPorts): Promise<Result<readonly Attachment[], CommandFailure>> {
  const attachments: Attachment[] = [];
  for (const [mention, kind = '', words = ''] of text.matchAll(/(?<![^\s(])@(task|note)s?(?:\/([\p{L}\p{N}_-]+))?/gu)) {
    if (kind === 'note' && !ports.isGranted(noteKind)) return fail({ code: 'not_available', message: sealedRefusal([noteKind]) });
    const kept = await (kind === 'note' ? ports.notes() : ports.tasks());
    if (!kept.ok) return kept;
    const { fields, rows } = kept.value;
    const plain = words.replaceAll(/[-_]/g, ' ');
    const fits =
      words === ''
        ? rows.slice(0, kind === 'note' ? 1 : maxRows)
        : bestFit(plain, rows, (row) => valueText(row.get('title'))).slice(0, maxRows);
    if (fits.length === 0) return fail({ code: 'bad_argument', message: `nothing matches ${mention}` });
    const table = { fields: fields.filter(({ name }) => name !== 'link'), rows: fits };
    attachments.push({
      ...{ kind: `${kind}s`, what: countOf(fits.length, kind), text: csvLines(table).join('\n') },
      ...(kind === 'note' ? { sealed: [noteKind] } : {}),
    });
  }
  return succeed(attachments);
}

/** What came through a pipe, as it goes along; `before` are the commands that it came from, `sealed` the sealed kinds in it. */
export function pipedAttachment(table: Table, before: readonly string[], sealed: readonly string[]): Attachment {
  const from = before[0] ?? 'pipe';
  const isOwn = ownSources.has(from);
  const text = isLines(table) ? table.rows.map((row) => rowText(table, row)).join('\n') : csvLines(table).join('\n');
  const [only] = sealed;
  const kind = sealed.length === 1 && only !== undefined ? only : isOwn || sealed.length > 0 ? from : 'site content';
  return {
    kind,
    what: `${countOf(table.rows.length, 'record')} of ${before.join(' | ')}`,
    text,
    ...(sealed.length === 0 ? {} : { sealed }),
  };
}

/** Commands whose records are the owner's own. */
const ownSources: ReadonlySet<string> = new Set(['tasks', 'due', 'notes', 'find', 'ledger']);

function countOf(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
