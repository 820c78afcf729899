import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';
import { parseNextPath } from '../../domains/session/next-path.ts';
import { hasStoredSession, isHostedProject } from '../../lib/stored-session.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { mrzNameLine } from '../../ui/mrz/mrz.ts';
import { MrzLine } from '../../ui/mrz/mrz-line.tsx';
import { TerminalScreen } from '../../ui/terminal/terminal-screen.tsx';
import { WithoutScript } from '../../ui/without-script.tsx';
import type { Route } from './+types/page.ts';
import { askOwnership } from './ask-ownership.ts';
import { parseDeviceFragment } from './device-fragment.ts';
import { parseSetupFragment } from './setup-fragment.ts';
import { takesCommands, welcomeVisitor } from './sign-in-reducer.ts';
import type { Settle, TerminalEffect, TerminalState } from './sign-in-state.ts';
import { createTerminalStore, type TerminalStore } from './sign-in-store.ts';
import { terminalCommands } from './terminal-command.ts';
import { fieldOf, quickAnswersOf } from './terminal-field.ts';

export function meta({ matches }: Route.MetaArgs) {
  const name = matches[0].loaderData?.owner.name ?? '';
  return [{ title: `Authentication · ${name}` }, { name: 'robots', content: 'noindex' }];
}

const clearing = { kind: 'typed', text: 'clear' } as const;
const commandKeys = {
  complete: async (before: string) => {
    const typed = before.trimStart().toLowerCase();
    const candidates = terminalCommands.map(({ name }) => name).filter((name) => name.startsWith(typed));
    return candidates.length === 0 ? undefined : { start: before.length - typed.length, candidates };
  },
};

export default function AuthTerminalPage() {
  const [store] = useState(createTerminalStore);
  const state = useSyncExternalStore(store.subscribe, store.read, store.read);
  const owner = useOwnerFacts();
  useOpenTerminal(store);
  return (
    <main id="main" className="page flex-1 pt-6 pb-16 md:pt-10">
      <div className="mx-auto max-w-216">
        <MrzLine text={mrzNameLine({ document: 'A', issuer: 'SEC', ...owner })} className="mb-4" />
        <h1 className="lettering text-2xl">Authentication</h1>
        <WithoutScript>Signing in needs JavaScript.</WithoutScript>
        <div className="mt-6">
          <TerminalScreen
            label="Authentication terminal"
            lines={state.lines}
            field={fieldOf(state)}
            onSubmit={(text) => store.send({ kind: 'typed', text })}
            onCancel={() => store.send({ kind: 'cancelled' })}
            actions={<QuickAnswers state={state} store={store} />}
            commandLine={
              takesCommands(state) ? { ...commandKeys, history: state.history.lines, onClear: () => store.send(clearing) } : undefined
            }
          >
            {panelOf(state)}
          </TerminalScreen>
        </div>
      </div>
    </main>
  );
}

const loadPanel = () => import('./step-panel.tsx');
const StepPanel = lazy(() => loadPanel().then((file) => ({ default: file.StepPanel })));

function panelOf({ step }: TerminalState) {
  if (step.kind !== 'enrol-code' && step.kind !== 'recovery-codes') return undefined;
  return (
    <Suspense fallback={<div className="min-h-52" />}>
      <StepPanel step={step} />
    </Suspense>
  );
}

function QuickAnswers({ state, store }: { readonly state: TerminalState; readonly store: TerminalStore }) {
  return quickAnswersOf(state).map(({ label, answer, isMain = false }, place) => (
    <Button
      // By place: a button that changes its words, such as 'Show secret', keeps the focus.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above.
      key={place}
      tone={isMain ? 'ghost' : 'quiet'}
      className={classNames('min-h-11 font-sans text-sm', !isMain && '-ml-2')}
      onClick={() => store.send(answer.kind === 'cancel' ? { kind: 'cancelled' } : { kind: 'typed', text: answer.text })}
    >
      {label}
    </Button>
  ));
}

/** Opens the terminal once the page is there, with what its address says, and again for a link that is pasted into the open page. */
function useOpenTerminal(store: TerminalStore): void {
  const navigate = useNavigate();
  useEffect(() => {
    let close: (() => void) | undefined;
    const leave = (path: string) => void navigate(path, { replace: true });
    const open = () => {
      const { pathname, search, hash } = window.location;
      const setupSecret = parseSetupFragment(hash);
      const deviceSecret = parseDeviceFragment(hash);
      const hasSecret = setupSecret !== undefined || deviceSecret !== undefined;
      if (close !== undefined && !hasSecret) return;
      if (hasSecret) {
        // At once, and then again for the router, which keeps an address of its own: the secret must not stay on screen.
        window.history.replaceState(window.history.state, '', pathname + search);
        void navigate(pathname + search, { replace: true, preventScrollReset: true });
      }
      close?.();
      const nextPath = parseNextPath(new URLSearchParams(search).get('next'));
      close = store.open({ setupSecret, deviceSecret, nextPath, isHosted: isHostedProject() }, { run: runLazily, leave });
    };
    open();
    window.addEventListener('hashchange', open);
    return () => {
      window.removeEventListener('hashchange', open);
      close?.();
    };
  }, [store, navigate]);
}

async function runLazily(effect: Exclude<TerminalEffect, { readonly kind: 'leave' }>): Promise<Settle> {
  if (effect.kind === 'ask-ownership') return askOwnership();
  // A visitor without a session needs none of the code that asks about one.
  if (effect.kind === 'find-session' && !hasStoredSession()) return (state) => welcomeVisitor({ ...state, waiting: false });
  // Enrolment ends in codes that are shown once: what shows them must be there before it begins.
  if (effect.kind === 'start-enrolment') await loadPanel();
  const { runTerminalEffect } = await import('./sign-in-effects.ts');
  return runTerminalEffect(effect);
}
