import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';
import { Plate } from '../../ui/plate/plate.tsx';
import { PlateAhead } from '../../ui/plate/plate-ahead.tsx';
import type { SiteContent } from '../terminal/site-content.ts';
import { TerminalLink } from '../terminal/terminal-link.tsx';

/** What stands there before anything was asked: what can be asked, and where the answers come from. */
export function AiOpening({ content: { projects, work, skills } }: { readonly content: SiteContent }) {
  const owner = useOwnerFacts();
  const listed = [
    { word: 'projects', says: projects.map(({ name }) => name).join(', ') },
    { word: 'experience', says: work.map(({ name }) => name).join(', ') },
    { word: 'skills', says: skills.map(({ name }) => name).join(', ') },
  ].filter(({ says }) => says !== '');
  return (
    <div className="gap-x-12 md:flex md:items-center">
      <PlateAhead />
      <Plate shown="cyber" className="terminal-plate" />
      <div className="min-w-0">
        <p className="lettering text-xl max-md:pr-24">Ask about {owner.name}</p>
        <p className="text-muted max-md:pr-24">
          In a sentence, or in a command. Answers come from this site’s content, never from a guess.
        </p>
        <dl className="mt-4 grid grid-cols-1 gap-x-6 md:grid-cols-[auto_minmax(0,1fr)] md:gap-y-1">
          {listed.map(({ word, says }) => (
            <div key={word} className="contents">
              <dt className="mt-2 text-copper md:mt-0">{word}</dt>
              <dd>{says}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 text-muted">
          Each answer names the page or the command that it came from, so that you can continue from there. Everything here is also on the{' '}
          <TerminalLink address="/">home page</TerminalLink> and in the <TerminalLink address="/terminal">terminal</TerminalLink>.
        </p>
      </div>
    </div>
  );
}
