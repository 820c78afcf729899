import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { loadSetUpFacts } from '../../../domains/overview/set-up-facts.ts';
import { type SetUpFacts, type SetUpStep, setUpStanding, setUpSteps } from '../../../domains/overview/set-up-steps.ts';
import { storedSetUp } from '../../../domains/overview/set-up-stored.ts';
import { settingAddress } from '../../../domains/settings/setting-address.ts';
import { whileWanted } from '../../../lib/while-wanted.ts';
import { QuietButton } from '../../../ui/button.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import './set-up-section.css';

/** The list: all of it while the server is asked, and from then on as long as something is left for certain. */
export function SetUpSection() {
  const [steps, setSteps] = useState<readonly SetUpStep[]>();
  useEffect(
    () =>
      whileWanted(loadSetUpFacts(), (facts) => {
        const loaded = setUpSteps(facts);
        if (setUpStanding(loaded) === 'finished') storedSetUp.write('done');
        setSteps(loaded);
      }),
    [],
  );
  if (steps === undefined) return <SetUpRows steps={setUpSteps(nothingKnown)} isAsking />;
  return setUpStanding(steps) === 'shown' ? <SetUpRows steps={steps} isAsking={false} /> : null;
}

const nothingKnown: SetUpFacts = {
  authenticator: 'unknown',
  'recovery-codes': 'unknown',
  name: 'unknown',
  content: 'unknown',
  password: 'unknown',
  backup: 'unknown',
};

function SetUpRows({ steps, isAsking }: { readonly steps: readonly SetUpStep[]; readonly isAsking: boolean }) {
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  // Whoever moves here from another installation begins with its backup.
  const isEmpty = steps.some(({ part, fact }) => part === 'password' && fact === 'open');
  const done = steps.filter(({ fact }) => fact === 'done').length;
  const hide = () => {
    // The button goes with the list: the focus goes to the page's title, and not to nothing.
    const title = section.current?.closest('main')?.querySelector('h1');
    if (title) title.tabIndex = -1;
    title?.focus({ preventScroll: true });
    storedSetUp.write('hidden');
  };
  return (
    <section ref={section} aria-labelledby={headingId} className="set-up">
      <div className="set-up-head">
        <h2 id={headingId} className="lettering">
          Set up
        </h2>
        <p>{isAsking ? '…' : `${done} of ${steps.length}`}</p>
        {isEmpty ? (
          <Link to={settingAddress('backup-restore')} className="inline-flex min-h-11 items-center text-sm font-semibold text-copper">
            Restore a complete backup
          </Link>
        ) : null}
        <QuietButton onClick={hide}>Hide this list</QuietButton>
      </div>
      <progress className="set-up-ruler" aria-label="Set up" value={done} max={steps.length} />
      <ul>
        {steps.map((step) => (
          <SetUpRow key={step.part} step={step} isAsking={isAsking} />
        ))}
      </ul>
    </section>
  );
}

function SetUpRow({ step: { title, to, fact }, isAsking }: { readonly step: SetUpStep; readonly isAsking: boolean }) {
  if (fact !== 'open') {
    return (
      <li className="set-up-row" data-fact={fact}>
        <span className="set-up-mark" aria-hidden="true" />
        <span>{title}</span>
        {fact === 'done' ? <VisuallyHidden>, done</VisuallyHidden> : null}
        {fact === 'unknown' && !isAsking ? <span className="set-up-note">could not be checked</span> : null}
      </li>
    );
  }
  return (
    <li className="set-up-row" data-fact={fact}>
      <span className="set-up-mark" aria-hidden="true" />
      <Link to={to}>
        {title}
        <span aria-hidden="true">→</span>
      </Link>
    </li>
  );
}
