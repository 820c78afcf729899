import type { Result } from '@castellan/foundation/result';
import type { ReactNode } from 'react';
import type { Answer, CommandFailure, Session } from '../../domains/terminal/command.ts';
import { completeLine } from '../../domains/terminal/complete-line.ts';
import { expandHistory } from '../../domains/terminal/expand-line.ts';
import { onlyReads, runLine } from '../../domains/terminal/kernel.ts';
import { AnswerView } from './answer-view.tsx';
import { firstAliases, makeSiteKernel } from './site-kernel.ts';
import type { SiteWorld } from './site-world.ts';

/** All that a line needs to be read, completed, run and drawn; the part of the terminal that is loaded when it is first used. */
export type SiteShell = {
  readonly aliases: ReadonlyMap<string, string>;
  readonly expand: (line: string, session: Session) => Result<string, CommandFailure>;
  readonly run: (line: string, session: Session) => Promise<Result<Answer | undefined, CommandFailure>>;
  readonly onlyReads: (line: string, session: Session) => boolean;
  readonly complete: (before: string, session: Session) => ReturnType<typeof completeLine>;
  /** Whether it still knows who is there; a shell that does not is made again before the next line. Always, where it says nothing. */
  readonly isCurrent?: () => boolean;
  readonly draw: (answer: Answer, line: string, onRun: (line: string) => void) => ReactNode;
};

/** The shell over a site's content. */
export function makeSiteShell(world: SiteWorld): SiteShell {
  const kernel = makeSiteKernel(world);
  return {
    aliases: firstAliases(world, kernel),
    expand: (line, session) => expandHistory(line, session.history),
    run: (line, session) => runLine(kernel, line, session),
    onlyReads: (line, session) => onlyReads(kernel, line, session),
    complete: (before, session) => completeLine(kernel, before, session),
    draw: (answer, line, onRun) => <AnswerView answer={answer} line={line} mail={world.content.mail} onRun={onRun} />,
  };
}
