import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Attachment } from '../../domains/assistant/chat.ts';
import { type ModelState, streamChat } from '../../domains/assistant/model-client.ts';
import { roles } from '../../domains/assistant/roles.ts';
import { dayOf } from '../../domains/tasks/day.ts';
import type { Answer, Command, CommandFailure, Effect, Session } from '../../domains/terminal/command.ts';
import { completeLine } from '../../domains/terminal/complete-line.ts';
import { expandHistory } from '../../domains/terminal/expand-line.ts';
import { csvLines } from '../../domains/terminal/formats.ts';
import { runLine } from '../../domains/terminal/kernel.ts';
import { isLines, lineTable, rowText } from '../../domains/terminal/table.ts';
import { vaultOpenness } from '../../domains/vault/vault-openness.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { AnswerView } from '../terminal/answer-view.tsx';
import { firstAliases, makeSiteKernel } from '../terminal/site-kernel.ts';
import type { SiteShell } from '../terminal/site-shell.tsx';
import { printed, type SiteTerminal } from '../terminal/site-terminal-store.ts';
import { pagesOf, profilesOf, type SiteWorld } from '../terminal/site-world.ts';
import { TerminalLink } from '../terminal/terminal-link.tsx';
import { aiCommand, modelCommands } from './ai-commands.ts';
import { LeavingView, ProposalView, type Reply, ReplyView } from './ai-views.tsx';
import type { AskFirst } from './asking.ts';
import { readMentions, sealedRefusal } from './attachments.ts';
import { createConversation, type Permission, placeOf } from './conversation.ts';
import { findCommand } from './find-command.ts';
import { ownerCommands, readNotes, readTasks } from './owner-commands.ts';
import { findWords, readSentence, type Vocabulary } from './read-sentence.ts';
import { createSealedGrant } from './sealed-grant.ts';

/** Something that waits for a word of the owner's. */
export type Question = {
  readonly id: number;
  readonly label: string;
  readonly answer: (text: string) => boolean;
  readonly cancel: () => void;
};

export type AiShellPorts = {
  readonly print: SiteTerminal['print'];
  /** What is asked now; the page shows it in place of the line. */
  readonly question: Store<Question | undefined>;
  readonly isRunning: Store<boolean>;
  readonly state: () => ModelState | undefined;
  readonly perform: (effect: Effect) => void;
};

/** The shell of the AI terminal, and the way to end an answer that is coming. */
export type AiShell = SiteShell & { readonly stop: () => void };

/** Commands that a model may ask for, besides those that read the site and the owner's records. */
const acting: ReadonlySet<string> = new Set(['add', 'done', 'open', 'theme']);

/** The site's shell with one more command, sentences, and what the owner keeps. */
export function makeAiShell(world: SiteWorld, isOwner: boolean, ports: AiShellPorts): AiShell {
  const { print, question, isRunning, state } = ports;
  let questions = 0;

  const askWord = <Value,>(label: string, read: (word: string) => Value | undefined, given: Value): Promise<Value> =>
    new Promise((resolve) => {
      questions += 1;
      const end = (value: Value) => {
        question.set(undefined);
        resolve(value);
      };
      question.set({
        id: questions,
        label,
        answer: (text) => {
          const value = read(text.trim().toLowerCase());
          if (value === undefined) return false;
          end(value);
          return true;
        },
        cancel: () => end(given),
      });
    });
  const yesOrNo = (label: string) => askWord(label, readYesNo, false);
  const ask: AskFirst = (proposal, by) => {
    print({ tone: 'drawn', drawing: <ProposalView proposal={proposal} by={by} /> });
    return yesOrNo(by === 'model' ? 'The model asks. Do it? y or n' : 'Do it? y or n');
  };

  const holdsSealed = (before: readonly string[]) => before.includes('notes') || (before.includes('find') && vaultOpenness.read());
  const vocabulary: Vocabulary = {
    content: world.content,
    names: [world.owner.name, world.owner.givenNames, world.owner.familyName],
    destinations: [...pagesOf(world), ...profilesOf(world)].map(({ name }) => name),
    isOwner,
  };

  const model = () => {
    const known = state();
    return isOwner && known?.isConnected === true ? known : undefined;
  };
  const sealedGrant = createSealedGrant(() => {
    const known = model();
    return known === undefined ? undefined : placeOf(known);
  });

  // What the model asks for runs over commands of its own, so that whoever is asked hears who wants it.
  const modelsOwn = [...ownerCommands({ ask, by: 'model', now: world.now }), findCommand(world, true)];
  const modelKernel = makeSiteKernel(world, modelsOwn);
  const modelSession: Session = { folder: '/', aliases: new Map(), history: [] };
  const offered = [...modelKernel.commands.values()].filter(
    ({ name, topic, effect }) => acting.has(name) || (effect === 'reads' && (topic === 'Records' || topic === 'Content')),
  );
  const runForModel = async (command: Command, args: readonly string[]): Promise<string> => {
    const line = [command.name, ...args].join(' ');
    if (holdsSealed([command.name]) && !sealedGrant.isGiven()) {
      print({ tone: 'warning', text: `The model asked for: ${line}. It was not told: ${sealedRefusal}` });
      return 'Declined: sealed records may not leave.';
    }
    print({ tone: 'muted', text: `The model asked for: ${line}` });
    const ran = await command.run({ args, input: undefined, session: modelSession });
    if (!ran.ok) return `Failed: ${ran.failure.message}`;
    const { table, effects = [] } = ran.value;
    for (const effect of effects) {
      if (!(await ask({ title: line, changes: [{ field: 'the page', to: effectText(effect) }] }, 'model'))) return 'The owner declined.';
      ports.perform(effect);
    }
    return isLines(table) ? table.rows.map((row) => rowText(table, row)).join('\n') || 'Done.' : csvLines(table).join('\n');
  };

  const conversation = createConversation(roles[0]?.words ?? '', {
    stream: streamChat,
    showLeaving: (prepared, to, isAsked) =>
      print({ tone: 'drawn', drawing: <LeavingView prepared={prepared} model={to} isAsked={isAsked} /> }),
    mayLeave: () => askWord('Send it? y, n, or a: these kinds no more until the page is left', readPermission, 'no'),
    showReply: () => {
      const reply = createStore<Reply>({ text: '', state: 'coming' });
      print({ tone: 'drawn', drawing: <ReplyView reply={reply} /> });
      return {
        add: (text) => reply.set({ text: reply.get().text + text, state: 'coming' }),
        end: (how) => reply.set({ text: reply.get().text, state: how }),
      };
    },
    note: (tone, text) => print({ tone, text }),
    commands: () => offered,
    runCommand: runForModel,
    today: () => dayOf(world.now()),
  });

  const answerByGrammar = async (text: string, session: Session): Promise<Result<Answer | undefined, CommandFailure>> => {
    const reading = readSentence(text, vocabulary);
    if (reading !== undefined) {
      print({ tone: 'muted', text: `Read as: ${reading.line}` });
      const ran = await runLine(kernel, reading.line, session);
      const isEmpty = ran.ok && ran.value?.table.rows.length === 0 && (ran.value.effects ?? []).length === 0;
      if (!isEmpty) {
        if (ran.ok && reading.more !== undefined) {
          const { title, address } = reading.more;
          print({
            tone: 'drawn',
            drawing: <AnswerView answer={ran.value ?? nothing} line={reading.line} mail={world.content.mail} onRun={() => undefined} />,
          });
          print({
            tone: 'drawn',
            drawing: (
              <p className="text-muted">
                More: <TerminalLink address={address}>{title}</TerminalLink>
              </p>
            ),
          });
          return succeed({ table: ran.value?.table ?? nothing.table, view: printed });
        }
        return ran;
      }
    }
    const words = findWords(text, vocabulary);
    const found = words === '' ? undefined : await findCommand(world, isOwner).run({ args: [words], input: undefined, session });
    if (found?.ok === true && !isLines(found.value.table)) {
      print({
        tone: 'muted',
        text:
          reading === undefined ? `No command fits. Read as: find ${words}` : `No record fits. Looked everywhere instead: find ${words}`,
      });
      return found;
    }
    return fail({
      code: 'unknown_command',
      message: `${reading === undefined ? 'No command fits this sentence, and nothing here holds its words.' : 'Nothing here fits.'} This is command mode, without a language model: it knows the words of its commands. Type help for the list.`,
    });
  };

  const say = async (
    text: string,
    attachments: readonly Attachment[],
    session: Session,
  ): Promise<Result<Answer | undefined, CommandFailure>> => {
    const to = model();
    if (to === undefined) return answerByGrammar(text, session);
    const mentioned = await readMentions(text, { tasks: readTasks, notes: readNotes, isSealedGranted: sealedGrant.isGiven });
    if (!mentioned.ok) return mentioned;
    const answer = await conversation.say(to, text, [...attachments, ...mentioned.value]);
    return succeed({ table: lineTable(answer === undefined ? [] : answer.split('\n')), view: printed });
  };

  const bareSession: Session = { folder: '/', aliases: new Map(), history: [] };
  const aiPorts = {
    say: async (text: string, attachments: readonly Attachment[]) => {
      const said = await say(text, attachments, bareSession);
      return said.ok ? succeed(said.value ?? nothing) : said;
    },
    state,
    forget: conversation.forget,
    setRole: conversation.setRole,
    grant: async () => {
      if (model() === undefined) return false;
      const isWanted = await yesOrNo('Let sealed notes leave for the model, until this page is left? y or n');
      if (isWanted) sealedGrant.give();
      return isWanted;
    },
    revoke: () => {
      sealedGrant.takeBack();
      // Every question repeats all that was said before it.
      conversation.forget();
    },
    isSealedGranted: (before: readonly string[]) => sealedGrant.isGiven() || !holdsSealed(before),
  };
  const more = isOwner
    ? [aiCommand(aiPorts), ...modelCommands(aiPorts), ...ownerCommands({ ask, by: 'owner', now: world.now }), findCommand(world, true)]
    : [aiCommand(aiPorts), findCommand(world, false)];
  const kernel = makeSiteKernel(world, more);
  /** A sentence begins with no command; or with a filter, as in “where do you work?”; or with a command that takes no words, and has some. */
  const isSentence = (line: string, session: Session): boolean => {
    const [first = '', ...rest] = line.trim().split(/\s+/);
    const command = kernel.commands.get(first.toLowerCase());
    if (command === undefined) return !session.aliases.has(first);
    return command.place === 'filter' || (command.usage === '' && rest.length > 0 && !line.includes('|'));
  };
  const run = async (line: string, session: Session) => {
    isRunning.set(true);
    try {
      if (isSentence(line, session)) return await say(line, [], session);
      const ran = await runLine(kernel, line, session);
      // "add task don't forget": to a shell a quote that is never closed, to people a sentence.
      const isReadable = !ran.ok && ran.failure.code === 'bad_syntax' && readSentence(line, vocabulary) !== undefined;
      return isReadable ? await answerByGrammar(line, session) : ran;
    } finally {
      isRunning.set(false);
    }
  };
  return {
    aliases: firstAliases(world, kernel),
    // What stands in a sentence is no event of the history.
    expand: (line, session) => (isSentence(line, session) ? succeed(line) : expandHistory(line, session.history)),
    run,
    onlyReads: () => false,
    complete: (before, session) => completeLine(kernel, before, session),
    draw: (answer, line, onRun) => <AnswerView answer={answer} line={line} mail={world.content.mail} onRun={onRun} />,
    stop: conversation.stop,
  };
}

const nothing: Answer = { table: lineTable([]) };

function readYesNo(word: string): boolean | undefined {
  if (word === 'y' || word === 'yes') return true;
  return word === 'n' || word === 'no' ? false : undefined;
}

function readPermission(word: string): Permission | undefined {
  if (word === 'a' || word === 'always') return 'always';
  const yes = readYesNo(word);
  return yes === undefined ? undefined : yes ? 'yes' : 'no';
}

function effectText(effect: Effect): string {
  if (effect.kind === 'navigate') return `goes to ${effect.path}`;
  if (effect.kind === 'open') return `opens ${effect.address} in a new tab`;
  return effect.kind === 'theme' ? `has the ${effect.theme} theme` : effect.kind;
}
