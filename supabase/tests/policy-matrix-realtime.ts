import type { CallerName, Outcome } from './policy-matrix.ts';

/** The table whose policies say who may use a channel. No row stays in it. */
export const messagesTable = 'realtime.messages';

/** What the API's roles may execute of realtime, by its signature. They answer about the caller alone, or send what its policies let it send. */
export const channelFunctions = [
  'realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text)',
  'realtime.channel_rights(topic text, OUT hears_broadcasts boolean, OUT sends_broadcasts boolean, OUT hears_presence boolean, OUT sends_presence boolean)',
  'realtime.send(payload jsonb, event text, topic text, private boolean)',
  'realtime.topic()',
] as const;

/** What is tried on the table by itself, each beside a row that is there. */
export const messageCommands = {
  select: `select true from ${messagesTable}`,
  'insert a broadcast': `insert into ${messagesTable} (topic, extension) values ('vault', 'broadcast')`,
  'insert a presence': `insert into ${messagesTable} (topic, extension) values ('vault', 'presence')`,
  'send a broadcast': `insert into ${messagesTable} (topic, extension, event, payload) values ('vault', 'broadcast', 'said', '{}')`,
  'insert another extension': `insert into ${messagesTable} (topic, extension) values ('vault', 'postgres_changes')`,
  update: `update ${messagesTable} set event = 'other'`,
  delete: `delete from ${messagesTable}`,
  truncate: `truncate ${messagesTable}`,
} as const;

type MessageOutcomes = Readonly<Record<keyof typeof messageCommands, Exclude<Outcome, 'own'>>>;

/** What one caller gets: of the table, and in any channel. */
type MessageLaw = { readonly outcomes: MessageOutcomes; readonly mayUseChannels: boolean };

const refused: MessageOutcomes = {
  select: 'refused',
  'insert a broadcast': 'refused',
  'insert a presence': 'refused',
  'send a broadcast': 'refused',
  'insert another extension': 'refused',
  update: 'refused',
  delete: 'refused',
  truncate: 'refused',
};
const shutOut: MessageLaw = { outcomes: { ...refused, select: 'nothing' }, mayUseChannels: false };
const owner: MessageLaw = {
  outcomes: {
    ...refused,
    select: 'everything',
    'insert a broadcast': 'everything',
    'insert a presence': 'everything',
    'send a broadcast': 'everything',
  },
  mayUseChannels: true,
};

/** Who may use the owner's channels: a full session of the owner's, and nobody else. */
export const messageLaws: Readonly<Record<CallerName, MessageLaw>> = {
  anon: shutOut,
  'another user': shutOut,
  'owner aal1 before the first factor': owner,
  'owner aal1 after the first factor': shutOut,
  'owner aal2': owner,
  'owner aal2, session revoked': shutOut,
  service: { outcomes: refused, mayUseChannels: false },
};
