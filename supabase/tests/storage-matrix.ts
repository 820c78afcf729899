import type { CallerName, Outcome } from './policy-matrix.ts';

/** What is tried on the tables of the storage. */
export const storageCommands = ['select', 'insert', 'update', 'delete', 'truncate'] as const;

/** One of these commands. */
export type StorageCommand = (typeof storageCommands)[number];

/** One table of the storage: its statements, and what each caller gets of rows that are anybody's. */
export type StorageLaw = {
  readonly statements: Readonly<Record<StorageCommand, string>>;
  /** `nothing`: accepted, and hits no row. */
  readonly outcomes: Readonly<Record<CallerName, Readonly<Record<StorageCommand, Exclude<Outcome, 'own'>>>>>;
};

const shutOut = { select: 'nothing', insert: 'refused', update: 'nothing', delete: 'nothing', truncate: 'refused' } as const;
const letIn = { select: 'everything', insert: 'everything', update: 'everything', delete: 'everything', truncate: 'refused' } as const;
const refused = { select: 'refused', insert: 'refused', update: 'refused', delete: 'refused', truncate: 'refused' } as const;

/** Buckets and objects are the owner's in a full session, and the service's. */
const owners: StorageLaw['outcomes'] = {
  anon: shutOut,
  'another user': shutOut,
  'owner aal1 before the first factor': letIn,
  'owner aal1 after the first factor': shutOut,
  'owner aal2': letIn,
  'owner aal2, session revoked': shutOut,
  service: letIn,
};

/** Which contents there are is the service's alone. */
const services: StorageLaw['outcomes'] = {
  anon: refused,
  'another user': refused,
  'owner aal1 before the first factor': refused,
  'owner aal1 after the first factor': refused,
  'owner aal2': refused,
  'owner aal2, session revoked': refused,
  service: letIn,
};

/** The tables of schema `storage` by their names. In each database of the tests lie the buckets `full` and `empty`, and an object in the first. */
export const storageLaws: Readonly<Record<string, StorageLaw>> = {
  'storage.buckets': {
    statements: {
      select: 'select id from storage.buckets',
      insert: `insert into storage.buckets (id, name) values ('more', 'more')`,
      update: 'update storage.buckets set public = true',
      delete: `delete from storage.buckets where id = 'empty'`,
      truncate: 'truncate storage.buckets cascade',
    },
    outcomes: owners,
  },
  'storage.objects': {
    statements: {
      select: 'select id from storage.objects',
      insert: `insert into storage.objects (bucket_id, name) values ('full', 'more')`,
      update: `update storage.objects set name = name || '.old'`,
      delete: 'delete from storage.objects',
      truncate: 'truncate storage.objects cascade',
    },
    outcomes: owners,
  },
  'storage.contents': {
    statements: {
      select: 'select hash from storage.contents',
      insert: `insert into storage.contents (hash, touched_at) values (repeat('b', 64), now())`,
      update: 'update storage.contents set touched_at = now()',
      delete: 'delete from storage.contents where not exists (select from storage.objects where content = hash)',
      truncate: 'truncate storage.contents cascade',
    },
    outcomes: services,
  },
};

/** What every database of the tests holds. */
export const storageRows = [
  `insert into storage.buckets (id, name) values ('full', 'full'), ('empty', 'empty')`,
  `insert into storage.contents (hash, touched_at) values (repeat('a', 64), now()), (repeat('c', 64), now())`,
  `insert into storage.objects (bucket_id, name, content) values ('full', 'one', repeat('a', 64))`,
];
