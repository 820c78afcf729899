import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Attachment } from '../../domains/assistant/chat.ts';
import { type ModelState, streamChat } from '../../domains/assistant/model-client.ts';
import { roles } from '../../domains/assistant/roles.ts';
import { notesCollection } from '../../domains/notes/notes.collection.ts';
import { terminalCompleted } from '../../domains/session/session-flags.ts';
import { dayOf } from '../../domains/tasks/day.ts';
import type { Answer, Command, CommandFailure, Effect, Session } from '../../domains/terminal/command.ts';
import { completeLine } from '../../domains/terminal/complete-line.ts';
import { expandHistory } from '../../domains/terminal/expand-line.ts';
import { csvLines } from '../../domains/terminal/formats.ts';
import { runLine } from '../../domains/terminal/kernel.ts';
import { isLines, lineTable, rowText } from '../../domains/terminal/table.ts';
import { lockSignal } from '../../domains/vault/lock-signal.ts';
import { vaultOpenness } from '../../domains/vault/vault-openness.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { liveTools } from '../../tools/live-registry.ts';
import { AnswerView } from '../terminal/answer-view.tsx';
import { firstAliases, makeSiteKernel } from '../terminal/site-kernel.ts';
import type { SiteShell } from '../terminal/site-shell.tsx';
import { printed, type SiteTerminal } from '../terminal/site-terminal-store.ts';
import { pagesOf, profilesOf, type SiteWorld } from '../terminal/site-world.ts';
import { TerminalLink } from '../terminal/terminal-link.tsx';
import { aiCommand, modelCommands } from './ai-commands.ts';
import { LeavingView, ProposalView, type Reply, ReplyView } from './ai-views.tsx';
import type { AskFirst } from './asking.ts';
import { readMentions } from './attachments.ts';
import { type CommandReply, createConversation } from './conversation.ts';
import { findCommand } from './find-command.ts';
import { askOwnLedger, moneyCommands } from './money-commands.ts';
import { ownerCommands, readNotes, readTasks } from './owner-commands.ts';
import { createQuestions, type Question, readPermission } from './questions.ts';
import { readMoneySentence } from './read-money-sentence.ts';
import { findWords, readSentence, type Vocabulary } from './read-sentence.ts';
import { createSealedGrants, placeOf, sealedKindOf, sealedRefusal } from './sealed-grants.ts';

export type AiShellPorts = {
  readonly print: SiteTerminal['print'];
  /** Takes everything off the screen. */
  readonly clear: SiteTerminal['clear'];
  /** Told which kinds of sealed records may leave, whenever that changes. */
  readonly granted: Store<readonly string[]>;
  /** What is asked now; the page shows it in place of the line. */
  readonly question: Store<Question | undefined>;
  readonly isRunning: Store<boolean>;
  readonly model: Store<ModelState | undefined>;
  readonly perform: (effect: Effect) => void;
};

/** The shell of the AI terminal. */
export type AiShell = SiteShell & {
  /** Ends an answer that is coming. */
  readonly stop: () => void;
  /** The page is left: nothing is waited for, or listened to, any more. */
  readonly leave: () => void;
};

/** Commands that a model may ask for, besides those that read the site and the owner's records. */
const acting: ReadonlySet<string> = new Set(['add', 'done', 'open', 'theme']);

/** The site's shell with one more command, sentences, and what the owner keeps. */
export function makeAiShell(world: SiteWorld, isOwner: boolean, ports: AiShellPorts): AiShell {
  const { print, clear, granted, question, isRunning } = ports;
  const state = ports.model.get;
  /** Whether anything sealed was shown since the screen was last taken off it. */
  let hasShownSealed = false;

  const { askWord, yesOrNo } = createQuestions(question);
  const ask: AskFirst = (proposal, by) => {
    print({ tone: 'drawn', drawing: <ProposalView proposal={proposal} by={by} /> });
    // What is proposed may be of a sealed kind, and name an account.
    if (vaultOpenness.read()) hasShownSealed = true;
    return yesOrNo(by === 'model' ? 'The model asks. Do it? y or n' : 'Do it? y or n');
  };

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
  const grants = createSealedGrants(() => {
    const known = model();
    return known === undefined ? undefined : placeOf(known);
  });
  // What the model asks for runs over commands of its own, so that whoever is asked hears who wants it.
  const money = moneyCommands(askOwnLedger, world.now);
  const modelsOwn = [...ownerCommands({ ask, by: 'model', now: world.now }), ...money, findCommand(world, true, grants.isGiven)];
  const modelKernel = makeSiteKernel(world, modelsOwn);
  const modelSession: Session = { folder: '/', aliases: new Map(), history: [] };
  const offered = [...modelKernel.commands.values()].filter(
    ({ name, topic, effect }) => acting.has(name) || (effect === 'reads' && (topic === 'Records' || topic === 'Content')),
  );
  const runForModel = async (command: Command, args: readonly string[]): Promise<CommandReply> => {
    const line = [command.name, ...args].join(' ');
    print({ tone: 'muted', text: `The model asked for: ${line}` });
    const ran = await command.run({ args, input: undefined, session: modelSession });
    if (!ran.ok) return { text: `Failed: ${ran.failure.message}` };
    const { table, effects = [], sealed = [], remark } = ran.value;
    const missing = sealed.filter((kind) => !grants.isGiven(kind));
    if (missing.length > 0) {
      print({ tone: 'warning', text: `It was not told: ${sealedRefusal(missing)}` });
      return { text: 'Declined: sealed records may not leave.' };
    }
    for (const effect of effects) {
      const isWanted = await ask({ title: line, changes: [{ field: 'the page', to: effectText(effect) }] }, 'model');
      if (!isWanted) return { text: 'The owner declined.' };
      ports.perform(effect);
    }
    if (sealed.length > 0) hasShownSealed = true;
    const lines = isLines(table) ? table.rows.map((row) => rowText(table, row)) : csvLines(table);
    return { text: [...lines, ...(remark === undefined ? [] : [remark])].join('\n') || 'Done.', sealed };
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
    isGranted: grants.isGiven,
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
    const mentioned = await readMentions(text, { tasks: readTasks, notes: readNotes, isGranted: grants.isGiven });
    if (!mentioned.ok) return mentioned;
    if ([...attachments, ...mentioned.value].some(({ sealed }) => sealed !== undefined)) hasShownSealed = true;
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
    grants,
    kinds: sealedKinds,
    isVaultOpen: vaultOpenness.read,
    mayGrant: (kind: string) => yesOrNo(`Let sealed ${kind} leave for the model, for this session only? y or n`),
  };
  const more = isOwner
    ? [
        aiCommand(aiPorts),
        ...modelCommands(aiPorts),
        ...ownerCommands({ ask, by: 'owner', now: world.now }),
        ...money,
        findCommand(world, true),
      ]
    : [aiCommand(aiPorts), findCommand(world, false)];
  const kernel = makeSiteKernel(world, more);
  /** A sentence begins with no command; or with a filter, as in “where do you work?”; or with a command that takes no words, and has some. */
  const isSentence = (line: string, session: Session): boolean => {
    const [first = '', ...rest] = line.trim().split(/\s+/);
    const command = kernel.commands.get(first.toLowerCase());
    if (command === undefined) return !session.aliases.has(first);
    return command.place === 'filter' || (command.usage === '' && rest.length > 0 && !line.includes('|'));
  };
  const answerLine = async (line: string, session: Session): Promise<Result<Answer | undefined, CommandFailure>> => {
    if (isSentence(line, session)) {
      // Sums are counted here, exactly, and not by a model that would have to be told the ledger.
      if (isOwner && readMoneySentence(line) !== undefined) return answerByGrammar(line, session);
      return say(line, [], session);
    }
    const ran = await runLine(kernel, line, session);
    // "add task don't forget": to a shell a quote that is never closed, to people a sentence.
    const isReadable = !ran.ok && ran.failure.code === 'bad_syntax' && readSentence(line, vocabulary) !== undefined;
    return isReadable ? answerByGrammar(line, session) : ran;
  };
  const run = async (line: string, session: Session) => {
    isRunning.set(true);
    try {
      const ran = await answerLine(line, session);
      if (!ran.ok || ran.value?.sealed === undefined) return ran;
      // The vault may have been locked while it was read.
      if (!vaultOpenness.read()) return fail({ code: 'not_available', message: 'The vault was locked meanwhile.' } as const);
      hasShownSealed = true;
      return ran;
    } finally {
      isRunning.set(false);
    }
  };
  /** The vault was locked, or the owner signed out: nothing sealed stays in the conversation, on the screen, or on its way out. */
  const seal = () => {
    const hadGrants = grants.given().length > 0;
    grants.end();
    if (!hadGrants && !hasShownSealed) return;
    question.get()?.cancel();
    conversation.forget();
    clear();
    hasShownSealed = false;
    print({ tone: 'muted', text: 'The vault was locked. What was shown of it is gone, and nothing sealed may leave any more.' });
  };
  const tellGranted = () => granted.set(grants.given());
  const listening = [
    grants.subscribe(tellGranted),
    // A grant is of one model.
    ports.model.subscribe(tellGranted),
    lockSignal.listen(seal),
    vaultOpenness.subscribe(() => vaultOpenness.read() || seal()),
    terminalCompleted.subscribe(() => terminalCompleted.read() === true || seal()),
  ];
  return {
    aliases: firstAliases(world, kernel),
    // What stands in a sentence is no event of the history.
    expand: (line, session) => (isSentence(line, session) ? succeed(line) : expandHistory(line, session.history)),
    run,
    onlyReads: () => false,
    complete: (before, session) => completeLine(kernel, before, session),
    draw: (answer, line, onRun) => <AnswerView answer={answer} line={line} mail={world.content.mail} onRun={onRun} />,
    stop: conversation.stop,
    leave: () => {
      conversation.stop();
      grants.end();
      for (const stopListening of listening) stopListening();
    },
  };
}

/** Every kind of sealed records that commands here can bring, each of one app. */
const sealedKinds: readonly string[] = [
  ...new Set([
    sealedKindOf(notesCollection),
    ...Object.values(liveTools).flatMap(({ sealed, records }) =>
      sealed === undefined || records === undefined ? [] : [sealedKindOf(sealed)],
    ),
  ]),
];

const nothing: Answer = { table: lineTable([]) };

function effectText(effect: Effect): string {
  if (effect.kind === 'navigate') return `goes to ${effect.path}`;
  if (effect.kind === 'open') return `opens ${effect.address} in a new tab`;
  return effect.kind === 'theme' ? `has the ${effect.theme} theme` : effect.kind;
}
