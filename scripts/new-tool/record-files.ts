import { camelCase, declarationOf, pascalCase, sentence } from './names.ts';
import { type Files, folderOf } from './page-files.ts';
import type { NewTool } from './parse-new-tool.ts';

/** A tool that keeps records. */
export type RecordTool = NewTool & { readonly collection: NonNullable<NewTool['collection']> };

/** The table with its policies, the declaration of the collection, what a record is, and the panel that lists them. */
export function recordFiles(tool: RecordTool, migrationName: string): Files {
  const folder = folderOf(tool);
  return {
    [`supabase/migrations/${migrationName}`]: migrationOf(tool),
    [`${folder}/page/${declarationOf(tool.collection).file}`]: declarationText(tool),
    ...(tool.collection.sealed
      ? { [`${folder}/page/${declarationOf(tool.collection).file.replace('.collection.', '.frozen.')}`]: frozenOf(tool) }
      : {}),
    [`${folder}/page/record-row.ts`]: rowOf(tool),
    [`${folder}/page/records.ts`]: collectionOf(tool),
    [`${folder}/page/records-panel.tsx`]: panelOf(tool),
  };
}

/** The name of a migration that comes after all those there are: `YYYYMMDDHHMMSS_name.sql`. */
export function nextMigration(existing: readonly string[], name: string, now: Date): string {
  const moment = BigInt(now.toISOString().replaceAll(/\D/g, '').slice(0, 14));
  const newest = existing.map((file) => BigInt(/^\d{14}/.exec(file)?.[0] ?? '0')).reduce((one, other) => (one > other ? one : other), 0n);
  return `${moment > newest ? moment : newest + 1n}_${name}.sql`;
}

function migrationOf({ title, collection: { name, sealed } }: RecordTool): string {
  if (sealed)
    return `-- ${title}: records that only the owner's open vault can read.

create table public.${name} (
  sealed text not null
);
select private.make_sealed_table('public.${name}');
`;
  return `-- ${title}: what it keeps.

create table public.${name} (
  text text not null constraint "A text has 1 to 1000 characters" check (text ~ '\\S' and char_length(text) <= 1000)
);
select private.make_owner_table('public.${name}');
`;
}

function declarationText(tool: RecordTool): string {
  const { name, sealed } = tool.collection;
  const type = sealed ? 'SealedCollection' : 'ClearCollection';
  const rest = sealed
    ? 'sealed: true,\n  upgrade: [],'
    : "sealed: false,\n  loadSchema: async () => (await import('./record-row.ts')).recordSchema,\n  smallest: { text: 'A record' },";
  return `import type { ${type} } from '../../../web/app/domains/records/declared-collection.ts';

/** The records of ${tool.title}. */
export const ${declarationOf(tool.collection).name}: ${type} = {
  name: '${name}',
  title: '${sentence(name)}',
  exportKey: '${name}',
  ${rest}
};
`;
}

function frozenOf(tool: RecordTool): string {
  const { file, name } = declarationOf(tool.collection);
  return `import { type FrozenRows, fieldsBy } from '../../../web/app/domains/records/testing/frozen-rows.ts';
import { ${name} } from './${file}';
import { records } from './records.ts';

export const frozen: FrozenRows = {
  collection: ${name},
  read: fieldsBy(records),
  rows: [{ sealed: '{"text":"A record"}', reads: { text: 'A record', import_batch_id: null, source: null, external_id: null } }],
};
`;
}

function rowOf({ collection: { name } }: RecordTool): string {
  return `import * as z from 'zod/mini';
import { recordColumns } from '../../../web/app/domains/records/record.ts';

/** A record of \`${name}\`. */
export const recordSchema = z.object({ ...recordColumns, text: z.string().check(z.minLength(1), z.maxLength(1000)) });
`;
}

function collectionOf(tool: RecordTool): string {
  const declared = declarationOf(tool.collection);
  return `import type * as z from 'zod/mini';
import type { Collection } from '../../../web/app/domains/records/collection.ts';
import { ${declared.name} } from './${declared.file}';
import { recordSchema } from './record-row.ts';

/** One record. */
export type ${pascalCase(tool.collection.name)}Record = z.infer<typeof recordSchema>;

/** The owner's records of ${tool.title}. */
export const records: Collection<${pascalCase(tool.collection.name)}Record> = {
  ...${declared.name},
  schema: recordSchema,
  nameOf: (fields) => (typeof fields['text'] === 'string' && fields['text'] !== '' ? fields['text'].slice(0, 80) : 'A record without a text'),
};
`;
}

function panelOf(tool: RecordTool): string {
  const { sealed, name } = tool.collection;
  const type = `${pascalCase(name)}Record`;
  const gate = sealed
    ? `<SealedGate state={hand.state} noun={['record', 'records']}>
      {() => <RecordList hand={hand} />}
    </SealedGate>`
    : '<RecordList hand={hand} />';
  return `import { type FormEvent, useState } from 'react';
${sealed ? "import { SealedGate } from '../../../web/app/domains/records/sealed-gate.tsx';\n" : ''}import { SyncConflicts } from '../../../web/app/domains/records/sync-conflicts.tsx';
import { SyncStatus } from '../../../web/app/domains/records/sync-status.tsx';
import { type CollectionInHand, useCollection } from '../../../web/app/domains/records/use-collection.ts';
import { useEditToast } from '../../../web/app/domains/records/use-edit-toast.ts';
import { Button } from '../../../web/app/ui/button.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { ${camelCase(tool.id)} } from '../manifest.ts';
import { type ${type}, records } from './records.ts';

/** What the owner keeps here. */
export function RecordsPanel() {
  const hand = useCollection(records, ${camelCase(tool.id)}.id);
  return (
    ${gate}
  );
}

function RecordList({ hand }: { readonly hand: CollectionInHand<${type}> }) {
  const [text, setText] = useState('');
  const { tell } = useEditToast(hand.undo);
  const { state } = hand;
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && (await tell(hand.add({ text: text.trim() }).kept))) setText('');
  };
  return (
    <Panel title="Records" aside={<span className="font-mono text-sm text-muted">{state.rows.length}</span>}>
      <SyncStatus state={state} />
      <SyncConflicts collection={hand} />
      <form onSubmit={(event) => void add(event)} className="flex flex-wrap items-end gap-3">
        <TextField
          label="New record"
          autoComplete="off"
          maxLength={1000}
          value={text}
          onValue={setText}
        />
        <Button type="submit">Add</Button>
      </form>
      {state.status === 'loading' ? <p className="mt-3 text-muted">Loading the records.</p> : null}
      {state.status === 'failed' ? (
        <p className="mt-3 text-muted">The records cannot be shown: the server does not answer, and this browser has no copy yet.</p>
      ) : null}
      {state.status === 'ready' && state.rows.length === 0 ? <p className="mt-3 text-muted">Nothing is kept here yet.</p> : null}
      <ul className="mt-3 empty:hidden">
        {state.rows.map((record) => (
          <li key={record.id} className="flex flex-wrap items-center gap-3 border-t border-hairline py-1.5">
            <span className="min-w-40 flex-1 wrap-anywhere">{record.text}</span>
            <Button tone="quiet" aria-label={\`Delete “\${record.text}”\`} onClick={() => void tell(hand.remove(record.id), 'Record deleted')}>
              Delete
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
`;
}
