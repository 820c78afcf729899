import { Fragment } from 'react';
import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';
import { Plate } from '../../ui/plate/plate.tsx';
import { PlateAhead } from '../../ui/plate/plate-ahead.tsx';
import type { SiteContent } from './site-content.ts';
import { TerminalLink } from './terminal-link.tsx';

/** What the terminal shows before anything was typed. It comes from the server, so that it can be read without any code. */
export function Opening({ content }: { readonly content: SiteContent }) {
  const owner = useOwnerFacts();
  const { projects, work, skills } = content;
  const listed = [
    { word: 'about', says: content.about[0] ?? '' },
    { word: 'projects', says: projects.map(({ name }) => name).join(', ') },
    { word: 'experience', says: work.map(({ name }) => name).join(', ') },
    { word: 'skills', says: skills.map(({ name }) => name).join(', ') },
  ].filter(({ says }) => says !== '');
  const firstLine = projects.length > 0 ? 'projects | sort year -r' : skills.length > 0 ? 'skills' : 'about';
  return (
    <div className="gap-x-12 md:flex md:items-center">
      <PlateAhead />
      <Plate shown="cyber" className="terminal-plate terminal-plate-first" />
      <div className="min-w-0">
        <p className="lettering text-xl max-md:pr-24">{owner.name}</p>
        <p className="text-muted max-md:pr-24">Security Specialist. This site as records, joined by pipes.</p>
        <dl className="mt-4 grid grid-cols-1 gap-x-6 md:grid-cols-[auto_minmax(0,1fr)] md:gap-y-1">
          {listed.map(({ word, says }) => (
            <div key={word} className="contents">
              <dt className={termClass}>{word}</dt>
              <dd>{says}</dd>
            </div>
          ))}
          <dt className={termClass}>contact</dt>
          <dd>
            <TerminalLink address="/contact">the contact page</TerminalLink>
            {[
              { name: 'GitHub', address: content.social.githubUrl },
              { name: 'LinkedIn', address: content.social.linkedinUrl },
            ].map(({ name, address }) =>
              address === undefined ? null : (
                <Fragment key={name}>
                  , <TerminalLink address={address}>{name}</TerminalLink>
                </Fragment>
              ),
            )}
          </dd>
        </dl>
        <p className="mt-4 text-muted">
          Type <span className="text-ink">help</span>, or begin with <span className="whitespace-nowrap text-ink">{firstLine}</span>.
          Everything here is also on the <TerminalLink address="/">home page</TerminalLink>.
        </p>
      </div>
    </div>
  );
}

const termClass = 'mt-2 text-copper md:mt-0';
