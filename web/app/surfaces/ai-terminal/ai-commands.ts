import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Attachment } from '../../domains/assistant/chat.ts';
import { latestModelCalls, type ModelState } from '../../domains/assistant/model-client.ts';
import { roles } from '../../domains/assistant/roles.ts';
import { suggestion } from '../../domains/terminal/closest-name.ts';
import type { Answer, Call, Command, CommandFailure } from '../../domains/terminal/command.ts';
import { type Field, lineTable, makeTable } from '../../domains/terminal/table.ts';
import { pipedAttachment } from './attachments.ts';
import { grantWord, type SealedGrants, sealedRefusal } from './sealed-grants.ts';

type Answered = Promise<Result<Answer, CommandFailure>>;

export type AiPorts = {
  /** A sentence, to the model or to the grammar where there is none. `text` may mention `@task` and `@note`. */
  readonly say: (text: string, attachments: readonly Attachment[]) => Answered;
  readonly state: () => ModelState | undefined;
  readonly forget: () => void;
  readonly setRole: (words: string) => void;
  readonly grants: SealedGrants;
  /** The kinds of sealed records that there are, each of one app. */
  readonly kinds: readonly string[];
  readonly isVaultOpen: () => boolean;
  /** Asks the owner whether records of a kind may leave for the model that is connected. */
  readonly mayGrant: (kind: string) => Promise<boolean>;
};

const text = (name: string): Field => ({ name, kind: 'text' });
const number = (name: string): Field => ({ name, kind: 'number' });

const done = (...lines: readonly string[]): Result<Answer, CommandFailure> => succeed({ table: lineTable(lines) });
const wrong = (message: string) => fail({ code: 'bad_argument', message } as const);

/** `ai`, for everybody: a sentence in the midst of commands, and at the end of a pipe. */
export function aiCommand({ say, state, grants }: Pick<AiPorts, 'say' | 'state' | 'grants'>): Command {
  return {
    name: 'ai',
    summary: 'a sentence: to the model, or matched to a command where there is none',
    usage: 'SENTENCE',
    details: [
      'Without a model a question about the owner is answered from the site’s content, with its sources, and any other sentence is matched to a command. Nothing is made up.',
      'With a model that the owner chose, records come along through a pipe or as @task, @task/bank, @note and @note/garden. What leaves is shown first.',
    ],
    examples: ['ai which projects use Rust', 'tasks | ai "plan my day"'],
    effect: 'acts',
    place: 'either',
    topic: 'Assistant',
    run: async ({ args, input, before = [], sealed = [] }: Call) => {
      const sentence = args.join(' ').trim();
      if (sentence === '') return wrong('ai needs a sentence. For example: ai which projects use Rust');
      if (input === undefined) return say(sentence, []);
      if (state()?.isConnected !== true)
        return fail({ code: 'not_available', message: 'no model is connected that could read what comes through a pipe' });
      const missing = sealed.filter((kind) => !grants.isGiven(kind));
      if (missing.length > 0) return fail({ code: 'not_available', message: sealedRefusal(missing) });
      return say(sentence, [pipedAttachment(input, before, sealed)]);
    },
  };
}

const own = { effect: 'acts', place: 'source', topic: 'Assistant', usage: '' } as const;

/** What the owner says of the model: who it is to be, what it may have, what it was sent. */
export function modelCommands(ports: AiPorts): readonly Command[] {
  return [
    roleCommand(ports),
    {
      ...own,
      name: 'new',
      summary: 'forget this conversation with the model',
      run: () => {
        ports.forget();
        return done('The next sentence begins a new conversation.');
      },
    },
    grantCommand(ports),
    {
      ...own,
      effect: 'reads',
      name: 'model',
      summary: 'the model that is connected',
      run: () => {
        const state = ports.state();
        if (state?.isConnected !== true) return done('No model is connected. Choose one under “Language model” below.');
        return succeed({
          table: makeTable(
            [text('model'), text('endpoint'), text('key')],
            [{ model: state.model, endpoint: state.baseUrl, key: state.hasKey ? 'kept on the server' : 'none' }],
          ),
        });
      },
    },
    ledgerCommand(ports),
  ];
}

function roleCommand({ setRole }: AiPorts): Command {
  const names = roles.map(({ name }) => name);
  return {
    ...own,
    name: 'role',
    summary: 'who the model is to be, from the next sentence on',
    usage: 'NAME|"YOUR OWN WORDS"',
    details: [
      `The roles are ${roles.map(({ name, summary }) => `${name} (${summary})`).join(', ')}. Anything of three words and more is taken as a role of your own.`,
    ],
    examples: ['role planner', 'role "You answer in Hungarian."'],
    offer: () => names,
    run: ({ args }) => {
      const words = args.join(' ').trim();
      if (words === '')
        return succeed({
          table: makeTable(
            [text('role'), text('does')],
            roles.map(({ name, summary }) => ({ role: name, does: summary })),
          ),
        });
      const known = roles.find(({ name }) => name === words.toLowerCase());
      if (known === undefined && words.split(' ').length < 3)
        return wrong(`no role “${words}”${suggestion(words, names) || `; there are ${names.join(', ')}`}`);
      setRole(known?.words ?? words);
      return done(known === undefined ? 'The model has your words as its role now.' : `The model is ${known.name} now: ${known.summary}.`);
    },
  };
}

function ledgerCommand({ kinds: sealedKinds }: AiPorts): Command {
  return {
    ...own,
    effect: 'reads',
    name: 'ledger',
    summary: 'every call of a model: when, where to, which kinds of things left, how much',
    details: ['Each call is a row of the log, also one that failed or was stopped. What was said is in none of them.'],
    run: async () => {
      const calls = await latestModelCalls(100);
      if (!calls.ok) return fail({ code: 'not_available', message: 'the log cannot be read now' });
      const records = calls.value.map(({ created_at: at, metadata }) => ({
        at: `${at.slice(0, 10)} ${at.slice(11, 19)}`,
        host: metadata.host,
        model: metadata.model,
        left: metadata.kinds.map((kind) => (sealedKinds.includes(kind) ? `${kind} (sealed)` : kind)),
        bytes: metadata.sent_bytes,
        tokens: metadata.prompt_tokens === undefined ? undefined : metadata.prompt_tokens + (metadata.completion_tokens ?? 0),
        outcome: metadata.outcome,
      }));
      if (records.length === 0) return done('No model was ever asked.');
      const fields: readonly Field[] = [
        text('at'),
        text('host'),
        text('model'),
        { name: 'left', kind: 'list' },
        number('bytes'),
        number('tokens'),
        text('outcome'),
      ];
      return succeed({ table: makeTable(fields, records) });
    },
  };
}

/** What lets sealed records of one app leave, for this session, and takes that back. */
function grantCommand({ grants, kinds, state, isVaultOpen, mayGrant, forget }: AiPorts): Command {
  const list = () =>
    succeed({
      table: makeTable(
        [text('sealed'), text('for the model')],
        kinds.map((kind) => ({ sealed: kind, 'for the model': grants.isGiven(kind) ? 'may leave, for this session' : 'stays here' })),
      ),
    });
  return {
    name: 'grant',
    summary: 'let the sealed records of one app leave for the model, for this session; -r takes it back',
    usage: `[${kinds.map(grantWord).join('|')}] [-r]`,
    details: [
      'A grant ends when the vault is locked, when you sign out, when this page is left or loaded again, and with the model that it was given for. Each call still shows what leaves.',
    ],
    examples: kinds.slice(0, 1).map((kind) => `grant ${grantWord(kind)}`),
    options: [{ flag: '-r', meaning: 'take it back; without a name, all of them' }],
    effect: 'acts',
    place: 'source',
    topic: 'Assistant',
    offer: () => kinds.map(grantWord),
    run: async ({ args }) => {
      const named = args
        .filter((word) => word !== '-r')
        .join('-')
        .toLowerCase();
      const kind = kinds.find((one) => grantWord(one) === named);
      if (named !== '' && kind === undefined)
        return wrong(
          `nothing sealed is called “${named}”${suggestion(named, kinds.map(grantWord)) || `; there are ${kinds.map(grantWord).join(', ')}`}`,
        );
      if (args.includes('-r')) {
        if (kind === undefined) grants.end();
        else grants.takeBack(kind);
        // Every question repeats all that was said before it.
        forget();
        return done('It stays here. The conversation is cleared, because it may contain some of it.');
      }
      if (kind === undefined) return list();
      if (state()?.isConnected !== true) return done('No model is connected, so nothing can leave.');
      if (!isVaultOpen())
        return fail({
          code: 'not_available',
          message: 'the vault is locked. Open it on the dashboard, then come back here without closing the tab.',
        });
      if (!(await mayGrant(kind)) || !isVaultOpen()) return done(`Sealed ${kind}: it stays here.`);
      grants.give(kind);
      return done(
        `Sealed ${kind} may leave for the model until the vault is locked, you sign out or leave this page. Each call still shows what does.`,
      );
    },
  };
}
