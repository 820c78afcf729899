import { parseJson } from '@castellan/foundation/parse-json';
import * as z from 'zod/mini';
import {
  type AskedCall,
  type Attachment,
  assistantTurn,
  type ChatTool,
  type PreparedChat,
  prepareChat,
  type Turn,
  toolTurn,
  userTurn,
} from '../../domains/assistant/chat.ts';
import type { ChatLine, streamChat } from '../../domains/assistant/model-client.ts';
import { systemWords } from '../../domains/assistant/roles.ts';
import type { Command } from '../../domains/terminal/command.ts';
import { chatFailureText, streamFailureText } from './chat-failure-text.ts';
import { type ConnectedModel, placeOf, sealedRefusal } from './sealed-grants.ts';

/** Where an answer is shown while it comes. */
export type ReplyView = {
  readonly add: (text: string) => void;
  readonly end: (how: 'whole' | 'stopped' | 'cut') => void;
};

/** What the owner answers to “may this leave?”; `always`: for these kinds no more until the page is left. */
export type Permission = 'yes' | 'no' | 'always';

export type ConversationPorts = {
  readonly stream: typeof streamChat;
  readonly showLeaving: (prepared: PreparedChat, model: ConnectedModel, isAsked: boolean) => void;
  readonly mayLeave: (prepared: PreparedChat) => Promise<Permission>;
  readonly showReply: () => ReplyView;
  readonly note: (tone: 'muted' | 'warning' | 'failure', text: string) => void;
  /** The commands that the model may ask for. */
  readonly commands: () => readonly Command[];
  /** Runs one for the model: what changes something asks the owner by itself. Resolves with what the model is told, and the sealed kinds in it. */
  readonly runCommand: (command: Command, args: readonly string[]) => Promise<CommandReply>;
  /** Whether sealed records of a kind may leave now. */
  readonly isGranted: (kind: string) => boolean;
  readonly today: () => string;
};

/** What a model is told of a command that it asked for. */
export type CommandReply = { readonly text: string; readonly sealed?: readonly string[] };

/** A conversation with the model: what was said in this page, and nowhere else. */
export type Conversation = {
  /**
   * Asks, and goes on while the model asks for commands. Resolves with the text of the last answer; `undefined` where there is none.
   * Another model than before, or the same at another endpoint, is told nothing of what was said, and allowed nothing.
   */
  readonly say: (model: ConnectedModel, text: string, attachments: readonly Attachment[]) => Promise<string | undefined>;
  readonly stop: () => void;
  /** Forgets what was said, ends an answer that is coming, and asks for every kind again. */
  readonly forget: () => void;
  readonly setRole: (words: string) => void;
};

/** Answers that a model may ask commands in before it has to come to an end. */
const maxRounds = 8;

/** Characters of an answer of a command that the model is told. */
const maxAnswer = 20_000;

const callSchema = z.object({ args: z._default(z.array(z.string().check(z.maxLength(500))).check(z.maxLength(50)), []) });

/** Makes a conversation that has not begun. */
export function createConversation(firstRole: string, ports: ConversationPorts): Conversation {
  const { note, commands, today } = ports;
  const permits = createPermits(ports);
  const said = createTurns();
  let role = firstRole;
  let running: AbortController | undefined;
  let spokenTo: string | undefined;
  /** Counts up with each `forget`: what was begun before it goes no further. */
  let generation = 0;

  const forget = () => {
    generation += 1;
    running?.abort();
    said.cutTo(0);
    permits.forget();
  };
  const meet = (model: ConnectedModel) => {
    const place = placeOf(model);
    if (spokenTo !== undefined && spokenTo !== place) {
      forget();
      note(
        'muted',
        'This is a different model: it knows nothing of the earlier conversation, and you are asked again for each kind of data.',
      );
    }
    spokenTo = place;
  };

  const hear = async (prepared: PreparedChat) => {
    running = new AbortController();
    const answer = await hearAnswer(prepared, running.signal, ports);
    running = undefined;
    return answer;
  };

  return {
    say: async (model, text, attachments) => {
      meet(model);
      const mine = generation;
      const before = said.read().turns.length;
      said.add(userTurn(text, attachments));
      const takeBack = () => {
        if (generation === mine) said.cutTo(before);
      };
      let last: string | undefined;
      for (let round = 0; round < maxRounds; round += 1) {
        const offered = commands();
        const system = systemWords(role, today());
        const prepared = prepareChat({ model: model.model, system, ...said.read(), tools: offered.map(toolOf) });
        if (!(await permits.ask(prepared, model, () => generation === mine))) {
          // What was not sent is as if it had not been asked.
          takeBack();
          note('muted', 'Nothing was sent.');
          return undefined;
        }
        const answer = await hear(prepared);
        if (answer === undefined || generation !== mine) {
          takeBack();
          return undefined;
        }
        said.noteSent();
        said.add(assistantTurn(answer.text, answer.calls));
        last = answer.text;
        if (answer.calls.length === 0) return last;
        for (const call of answer.calls) {
          const answered = await answerCall(call, offered, ports);
          if (generation !== mine) return undefined;
          said.add(answered);
        }
      }
      note('warning', `The model asked for commands ${maxRounds} times in a row, and was ended there.`);
      return last;
    },
    stop: () => running?.abort(),
    forget,
    setRole: (words) => {
      role = words;
    },
  };
}

/** What was said, and how many turns of it the model was sent before. */
function createTurns() {
  let turns: readonly Turn[] = [];
  let sentTurns = 0;
  return {
    read: () => ({ turns, sentTurns }),
    add: (turn: Turn) => {
      turns = [...turns, turn];
    },
    noteSent: () => {
      sentTurns = turns.length;
    },
    /** Forgets all but the first turns. */
    cutTo: (count: number) => {
      turns = turns.slice(0, count);
      sentTurns = Math.min(sentTurns, count);
    },
  };
}

/** What may leave for the model: each kind is asked for once, and again after it was all forgotten. */
function createPermits({ showLeaving, mayLeave, isGranted, note }: ConversationPorts) {
  const allowed = new Set<string>();
  const isStillGranted = ({ sealed }: PreparedChat): boolean => {
    const missing = sealed.filter((kind) => !isGranted(kind));
    if (missing.length > 0) note('warning', sealedRefusal(missing));
    return missing.length === 0;
  };
  /** Asks where it must; `isCurrent` says whether the conversation still is the one that was asked for. */
  const ask = async (prepared: PreparedChat, model: ConnectedModel, isCurrent: () => boolean): Promise<boolean> => {
    const isAsked = prepared.kinds.some((kind) => !allowed.has(kind));
    if (!isStillGranted(prepared)) return false;
    showLeaving(prepared, model, isAsked);
    if (!isAsked) return true;
    const permission = await mayLeave(prepared);
    // A grant may have ended while this was asked.
    if (permission === 'no' || !isCurrent() || !isStillGranted(prepared)) return false;
    if (permission === 'always') for (const kind of prepared.kinds) allowed.add(kind);
    return true;
  };
  return { ask, forget: () => allowed.clear() };
}

/** Asks once, and shows the answer while it comes; `undefined` where there was none. */
async function hearAnswer(prepared: PreparedChat, signal: AbortSignal, { stream, showReply, note }: ConversationPorts) {
  const reply = showReply();
  const calls: AskedCall[] = [];
  let text = '';
  let refusal: Extract<ChatLine, { readonly kind: 'refused' }> | undefined;
  let finish = '';
  const asked = await stream(prepared.payload, prepared.kinds, {
    signal,
    onLine: (line) => {
      if (line.kind === 'text') {
        text += line.text;
        reply.add(line.text);
      } else if (line.kind === 'call') calls.push({ id: line.id, name: line.name, arguments: line.arguments });
      else if (line.kind === 'done') finish = line.finish;
      else refusal = line;
    },
  });
  const wasStopped = !asked.ok && asked.failure.code === 'cancelled';
  reply.end(wasStopped ? 'stopped' : asked.ok && refusal === undefined ? 'whole' : 'cut');
  if (wasStopped) note('muted', 'Stopped.');
  else if (!asked.ok) note('failure', streamFailureText(asked.failure));
  else if (refusal !== undefined) note('failure', chatFailureText(refusal));
  else if (finish === 'length') note('warning', 'The model ended here because its answer grew too long.');
  const isWhole = asked.ok && refusal === undefined;
  return text === '' && !isWhole ? undefined : { text, calls: isWhole ? calls : [] };
}

/** Runs a command that the model asked for, and tells it what came of that. */
async function answerCall(call: AskedCall, offered: readonly Command[], { note, runCommand }: ConversationPorts): Promise<Turn> {
  const command = offered.find(({ name }) => name === call.name);
  const given = callSchema.safeParse(call.arguments.trim() === '' ? {} : parseJson(call.arguments));
  if (command === undefined || !given.success) {
    note('warning', `The model asked for an unknown command: ${call.name.slice(0, 40)}.`);
    const text = 'There is no such command, or its arguments are not {"args": [words]}.';
    return toolTurn(call, { kind: 'command answers', what: call.name, text });
  }
  const { text, sealed = [] } = await runCommand(command, given.data.args);
  return toolTurn(call, {
    kind: sealed.length === 1 && sealed[0] !== undefined ? sealed[0] : kindOf(command),
    what: `the answer of ${[call.name, ...given.data.args].join(' ').slice(0, 60)}`,
    text: text.length > maxAnswer ? `${text.slice(0, maxAnswer)}\n[cut: the answer is longer]` : text,
    ...(sealed.length === 0 ? {} : { sealed }),
  });
}

/** What an answer of a command counts as, where it is told what leaves. */
function kindOf({ name, topic }: Command): string {
  return topic === 'Records' ? name : topic === 'Content' ? 'site content' : 'command answers';
}

function toolOf({ name, summary, usage, details = [], effect }: Command): ChatTool {
  const asks = effect === 'acts' ? ' The owner is asked first and may decline.' : '';
  return {
    type: 'function',
    function: {
      name,
      description: `${[`${summary}.`, ...details].join(' ')}${asks}`,
      parameters: {
        type: 'object',
        properties: {
          args: { type: 'array', items: { type: 'string' }, description: usage === '' ? 'Nothing.' : `The words of: ${usage}` },
        },
        required: ['args'],
      },
    },
  };
}
