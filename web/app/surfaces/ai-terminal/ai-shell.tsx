import { fail, type Result, succeed } from '@castellan/foundation/result';
import { liveTools } from '../../../../tools/live-registry.ts';
import type { Attachment } from '../../domains/assistant/chat.ts';
import { type ModelState, streamChat } from '../../domains/assistant/model-client.ts';
import { roles } from '../../domains/assistant/roles.ts';
import { notesCollection } from '../../domains/notes/notes.collection.ts';
import { dayOf } from '../../domains/tasks/day.ts';
import type { Answer, CommandFailure, Effect, Session } from '../../domains/terminal/command.ts';
import { completeLine } from '../../domains/terminal/complete-line.ts';
import { expandHistory } from '../../domains/terminal/expand-line.ts';
import { type Kernel, runLine } from '../../domains/terminal/kernel.ts';
import { lineTable } from '../../domains/terminal/table.ts';
import { vaultOpenness } from '../../domains/vault/vault-openness.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { AnswerView } from '../terminal/answer-view.tsx';
import { firstAliases, makeSiteKernel } from '../terminal/site-kernel.ts';
import type { SiteShell } from '../terminal/site-shell.tsx';
import { printed, type SiteTerminal } from '../terminal/site-terminal-store.ts';
import { pagesOf, profilesOf, type SiteWorld } from '../terminal/site-world.ts';
import { type AiPorts, aiCommand, modelCommands } from './ai-commands.ts';
import { LeavingView, ProposalView, type Reply, ReplyView } from './ai-views.tsx';
import { answerByGrammar, emptyAnswer } from './answer-by-grammar.tsx';
import type { AskFirst } from './asking.ts';
import { readMentions } from './attachments.ts';
import { createConversation } from './conversation.ts';
import { findCommand } from './find-command.ts';
import { createModelRunner } from './model-runner.ts';
import { askOwnLedger, moneyCommands } from './money-commands.ts';
import { ownerCommands, readNotes, readTasks } from './owner-commands.ts';
import { createQuestions, type Question, readPermission } from './questions.ts';
import { readMoneySentence } from './read-money-sentence.ts';
import { readSentence, type Vocabulary } from './read-sentence.ts';
import { createSealedGrants, placeOf, sealedKindOf } from './sealed-grants.ts';
import { watchSealedScreen } from './sealed-screen.ts';

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

/** What the owner and the model have in common: what they were asked and told, and what may leave. */
function openAssistant(world: SiteWorld, isOwner: boolean, { print, clear, granted, question, model, perform }: AiShellPorts) {
  const connected = () => {
    const known = model.get();
    return isOwner && known?.isConnected === true ? known : undefined;
  };
  const grants = createSealedGrants(() => {
    const known = connected();
    return known === undefined ? undefined : placeOf(known);
  });
  const { noteShown, leave } = watchSealedScreen({
    grants,
    granted,
    model,
    wipe: () => {
      question.get()?.cancel();
      conversation.forget();
      clear();
      print({ tone: 'muted', text: 'The vault was locked. What it showed is gone, and nothing encrypted can be sent any more.' });
    },
  });
  const { askWord, yesOrNo } = createQuestions(question);
  const ask: AskFirst = (proposal, by) => {
    print({ tone: 'drawn', drawing: <ProposalView proposal={proposal} by={by} /> });
    // What is proposed may be of a sealed kind, and name an account.
    if (vaultOpenness.read()) noteShown();
    return yesOrNo(by === 'model' ? 'The model asks. Do it? y or n' : 'Do it? y or n');
  };
  const forModel = [
    ...ownerCommands({ ask, by: 'model', now: world.now }),
    ...moneyCommands(askOwnLedger, world.now),
    findCommand(world, true, grants.isGiven),
  ];
  const runner = createModelRunner(world, forModel, { ask, grants, print, perform, onSealed: noteShown });
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
    commands: () => runner.offered,
    runCommand: runner.run,
    isGranted: grants.isGiven,
    today: () => dayOf(world.now()),
  });
  return { connected, grants, noteShown, leave, yesOrNo, ask, conversation };
}

type Answered = Promise<Result<Answer | undefined, CommandFailure>>;

/** The site's shell with one more command, sentences, and what the owner keeps. */
export function makeAiShell(world: SiteWorld, isOwner: boolean, ports: AiShellPorts): AiShell {
  const { connected, grants, noteShown, leave, yesOrNo, ask, conversation } = openAssistant(world, isOwner, ports);
  const vocabulary: Vocabulary = {
    content: world.content,
    names: [world.owner.name, world.owner.givenNames, world.owner.familyName],
    destinations: [...pagesOf(world), ...profilesOf(world)].map(({ name }) => name),
    isOwner,
  };
  const byGrammar = (text: string, session: Session) => answerByGrammar(text, session, { world, vocabulary, kernel, print: ports.print });
  const say = async (text: string, attachments: readonly Attachment[], session: Session): Answered => {
    const to = connected();
    if (to === undefined) return byGrammar(text, session);
    const mentioned = await readMentions(text, { tasks: readTasks, notes: readNotes, isGranted: grants.isGiven });
    if (!mentioned.ok) return mentioned;
    const all = [...attachments, ...mentioned.value];
    if (all.some(({ sealed }) => sealed !== undefined)) noteShown();
    const answer = await conversation.say(to, text, all);
    return succeed({ table: lineTable(answer === undefined ? [] : answer.split('\n')), view: printed });
  };
  const aiPorts: AiPorts = {
    say: async (text, attachments) => {
      const said = await say(text, attachments, { folder: '/', aliases: new Map(), history: [] });
      return said.ok ? succeed(said.value ?? emptyAnswer) : said;
    },
    state: ports.model.get,
    forget: conversation.forget,
    setRole: conversation.setRole,
    grants,
    kinds: sealedKinds,
    isVaultOpen: vaultOpenness.read,
    mayGrant: (kind) => yesOrNo(`Let sealed ${kind} leave for the model, for this session only? y or n`),
  };
  const owners = () => [
    ...modelCommands(aiPorts),
    ...ownerCommands({ ask, by: 'owner', now: world.now }),
    ...moneyCommands(askOwnLedger, world.now),
  ];
  const kernel = makeSiteKernel(world, [aiCommand(aiPorts), ...(isOwner ? owners() : []), findCommand(world, isOwner)]);
  const answerLine = async (line: string, session: Session): Answered => {
    if (isSentence(kernel, line, session)) {
      // Sums are counted here, exactly, and not by a model that would have to be told the ledger.
      if (isOwner && readMoneySentence(line) !== undefined) return byGrammar(line, session);
      return say(line, [], session);
    }
    const ran = await runLine(kernel, line, session);
    // "add task don't forget": to a shell a quote that is never closed, to people a sentence.
    const isReadable = !ran.ok && ran.failure.code === 'bad_syntax' && readSentence(line, vocabulary) !== undefined;
    return isReadable ? byGrammar(line, session) : ran;
  };
  return {
    aliases: firstAliases(world, kernel),
    // What stands in a sentence is no event of the history.
    expand: (line, session) => (isSentence(kernel, line, session) ? succeed(line) : expandHistory(line, session.history)),
    run: (line, session) => whileRunning(ports.isRunning, async () => whileOpen(await answerLine(line, session), noteShown)),
    onlyReads: () => false,
    complete: (before, session) => completeLine(kernel, before, session),
    draw: (answer, line, onRun) => <AnswerView answer={answer} line={line} mail={world.content.mail} onRun={onRun} />,
    stop: conversation.stop,
    leave: () => {
      conversation.stop();
      leave();
    },
  };
}

/** A sentence begins with no command; or with a filter, as in “where do you work?”; or with a command that takes no words, and has some. */
function isSentence({ commands }: Kernel, line: string, session: Session): boolean {
  const [first = '', ...rest] = line.trim().split(/\s+/);
  const command = commands.get(first.toLowerCase());
  if (command === undefined) return !session.aliases.has(first);
  return command.place === 'filter' || (command.usage === '' && rest.length > 0 && !line.includes('|'));
}

async function whileRunning<Value>(isRunning: Store<boolean>, work: () => Promise<Value>): Promise<Value> {
  isRunning.set(true);
  try {
    return await work();
  } finally {
    isRunning.set(false);
  }
}

/** An answer, unless it holds something sealed and the vault was locked while it was read. */
function whileOpen(ran: Awaited<Answered>, noteShown: () => void): Awaited<Answered> {
  if (!ran.ok || ran.value?.sealed === undefined) return ran;
  if (!vaultOpenness.read()) return fail({ code: 'not_available', message: 'The vault was locked meanwhile.' });
  noteShown();
  return ran;
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
