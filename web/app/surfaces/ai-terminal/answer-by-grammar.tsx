import { fail, type Result, succeed } from '@castellan/foundation/result';
import { dayOf } from '../../domains/tasks/day.ts';
import type { Answer, CommandFailure, Session } from '../../domains/terminal/command.ts';
import { type Kernel, runLine } from '../../domains/terminal/kernel.ts';
import { isLines, lineTable } from '../../domains/terminal/table.ts';
import { AnswerView } from '../terminal/answer-view.tsx';
import { printed, type SiteTerminal } from '../terminal/site-terminal-store.ts';
import type { SiteWorld } from '../terminal/site-world.ts';
import { TerminalLink } from '../terminal/terminal-link.tsx';
import { AskAnswerView } from './ask-answer-view.tsx';
import { findCommand } from './find-command.ts';
import { findWords, type Reading, readSentence, type Vocabulary } from './read-sentence.ts';

type GrammarPorts = {
  readonly world: SiteWorld;
  readonly vocabulary: Vocabulary;
  readonly kernel: Kernel;
  readonly print: SiteTerminal['print'];
};

type Answered = Result<Answer | undefined, CommandFailure>;

/** An answer with nothing in it. */
export const emptyAnswer: Answer = { table: lineTable([]) };

/**
 * Answers a sentence without a model: by the command that it reads as, from the content in sentences, or else by looking for its words
 * everywhere.
 */
export async function answerByGrammar(text: string, session: Session, ports: GrammarPorts): Promise<Answered> {
  const reading = readSentence(text, ports.vocabulary);
  const isListing = reading !== undefined && !asksAboutOwner.test(reading.line);
  const told = isListing ? undefined : await answerFromContent(text, reading?.line === 'contact', ports);
  if (told !== undefined) return told;
  const ran = reading === undefined ? undefined : await runReading(reading, session, ports);
  return ran ?? findAnything(text, reading !== undefined, session, ports);
}

/** Lines of records about the owner, which a sentence answers better; the others list, open or change something. */
const asksAboutOwner = /^(?:experience|skills|contact|about|socials|projects(?! \| where))\b/;

/** Answers in sentences, with sources. `undefined` where nothing of the kind is asked, or the content cannot be had. */
async function answerFromContent(text: string, isContact: boolean, { world, print }: GrammarPorts): Promise<Answered | undefined> {
  const answer = await import('../../domains/assistant/answerer/ask-site.ts')
    .then(({ askSite }) => askSite(text, dayOf(world.now())))
    .catch(() => undefined);
  // The command's own view can copy the address.
  if (answer === undefined || (isContact && answer.sources[0]?.field === 'email')) return undefined;
  print({ tone: 'drawn', drawing: <AskAnswerView answer={answer} /> });
  return succeed({ table: lineTable(answer.lines), view: printed });
}

/** Runs the line that a sentence was read as. `undefined` where no record fits it. */
async function runReading(
  { line, more }: Reading,
  session: Session,
  { world, kernel, print }: GrammarPorts,
): Promise<Answered | undefined> {
  print({ tone: 'muted', text: `Interpreted as: ${line}` });
  const ran = await runLine(kernel, line, session);
  if (!ran.ok) return ran;
  const answer = ran.value;
  if (answer?.table.rows.length === 0 && (answer.effects ?? []).length === 0) return undefined;
  if (more === undefined) return ran;
  const drawing = <AnswerView answer={answer ?? emptyAnswer} line={line} mail={world.content.mail} onRun={() => undefined} />;
  print({ tone: 'drawn', drawing });
  print({
    tone: 'drawn',
    drawing: (
      <p className="text-muted">
        More: <TerminalLink address={more.address}>{more.title}</TerminalLink>
      </p>
    ),
  });
  return succeed({ table: answer?.table ?? emptyAnswer.table, view: printed });
}

async function findAnything(
  text: string,
  wasRead: boolean,
  session: Session,
  { world, vocabulary, print }: GrammarPorts,
): Promise<Answered> {
  const words = findWords(text, vocabulary);
  const found = words === '' ? undefined : await findCommand(world, vocabulary.isOwner).run({ args: [words], input: undefined, session });
  if (found?.ok === true && !isLines(found.value.table)) {
    const note = wasRead ? 'No record matches. Searched everywhere instead' : 'No command matches. Interpreted as';
    print({ tone: 'muted', text: `${note}: find ${words}` });
    return found;
  }
  const nothing = wasRead ? 'No match here.' : 'No command matches this sentence, and nothing here contains its words.';
  return fail({
    code: 'unknown_command',
    message: `${nothing} This is command mode, without a language model: it knows the words of its commands. Type help for the list.`,
  });
}
