import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { tools } from '../../../../tools/registry.ts';
import type { ToolManifest } from '../../../../tools/tool.ts';
import type { ModelState } from '../../domains/assistant/model-client.ts';
import { headOf } from '../../domains/discovery/page-head.ts';
import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';
import { terminalCompleted } from '../../domains/session/session-flags.ts';
import { siteOf } from '../../lib/site-context.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { GhostButton, QuietButton } from '../../ui/button.tsx';
import { mrzNameLine } from '../../ui/mrz/mrz.ts';
import { MrzLine } from '../../ui/mrz/mrz-line.tsx';
import { TerminalScreen } from '../../ui/terminal/terminal-screen.tsx';
import type { TerminalField } from '../../ui/terminal/transcript.ts';
import { WithoutScript } from '../../ui/without-script.tsx';
import { runTool } from '../terminal/run-tool.ts';
import { siteContentOf } from '../terminal/site-content.ts';
import { createSiteTerminal, type OuterEffect, promptOf, type SiteTerminal } from '../terminal/site-terminal-store.ts';
import type { Route } from './+types/page.ts';
import type { AiShell } from './ai-shell.tsx';
import { AiOpening } from './opening.tsx';
import type { Question } from './questions.ts';
import { suggestedSentences } from './suggested-sentences.ts';
import '../terminal/terminal.css';
import { SuggestedLinesList } from '../terminal/suggested-lines-list.tsx';

const OwnerPart = lazy(() => import('./owner-part.tsx').then(({ OwnerPart }) => ({ default: OwnerPart })));

export function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context);
  return { content: siteContentOf(site), publicUrl: site.publicUrl };
}

export function meta({ matches }: Route.MetaArgs) {
  return headOf(matches, (name) => ({
    path: '/ai-terminal',
    title: `AI Terminal · ${name}`,
    description: `Ask about the site of ${name} in sentences: which projects, which skills, where to write. Answers come from its content, with links.`,
  }));
}

const everyTool: readonly ToolManifest[] = tools;

export default function AiTerminalPage({ loaderData }: Route.ComponentProps) {
  const owner = useOwnerFacts();
  const isOwner = useSyncExternalStore(terminalCompleted.subscribe, terminalCompleted.read, () => undefined) === true;
  const { terminal, question, isRunning, model, granted, stop } = useAiTerminal(loaderData);
  const given = useStore(granted);
  const state = useSyncExternalStore(terminal.subscribe, terminal.read, terminal.read);
  const asked = useStore(question);
  const running = useStore(isRunning);
  const known = useStore(model);
  const isAnswering = running && asked === undefined;
  const submit = (text: string) => {
    if (asked === undefined) return void terminal.run(text);
    terminal.print({ tone: 'echo', prompt: 'y/n', text });
    if (!asked.answer(text)) terminal.print({ tone: 'warning', text: asked.label });
  };
  const cancel = (text: string) => {
    if (asked !== undefined) asked.cancel();
    else if (running) stop();
    else terminal.cancel(text);
  };
  return (
    <main id="main" className="page flex-1 pt-6 pb-16 md:pt-10">
      <MrzLine text={mrzNameLine({ document: 'A', issuer: 'SEC', ...owner })} className="mb-4" />
      <h1 className="lettering text-2xl">AI Terminal</h1>
      <p role="status" className="mt-1 text-muted">
        {modeText(known)}
        {given.length === 0 ? '' : ` Sealed ${given.join(', ')} may leave for it in this session.`}
      </p>
      <WithoutScript>
        The terminal needs JavaScript. All that it tells is on the <a href="/">home page</a> too.
      </WithoutScript>
      <div className="mt-6">
        <TerminalScreen
          label="AI Terminal"
          size="tall"
          lines={state.lines}
          field={fieldOf(asked, promptOf(state.session.folder), isAnswering || state.busy)}
          onSubmit={submit}
          onCancel={cancel}
          draft={state.draft}
          commandLine={
            asked === undefined ? { history: state.session.history, complete: terminal.complete, onClear: terminal.clear } : undefined
          }
          actions={
            <Actions
              asked={asked}
              isAnswering={isAnswering}
              hasGrants={given.length > 0}
              suggestions={suggestedSentences(loaderData.content, isOwner, known?.isConnected === true)}
              onSubmit={submit}
              onRun={(line) => void terminal.run(line)}
              onStop={stop}
            />
          }
        />
      </div>
      {isOwner ? (
        <Suspense fallback={<p className="mt-6 text-muted">Loading the language model’s settings.</p>}>
          <OwnerPart model={model} onLine={terminal.run} />
        </Suspense>
      ) : null}
    </main>
  );
}

function modeText(known: ModelState | undefined): string {
  if (known?.isConnected !== true)
    return 'Command mode: no language model. Sentences are matched to commands, and answered from this site.';
  return `${known.model} at ${new URL(known.baseUrl).host}. What leaves for it is shown before each call.`;
}

function fieldOf(asked: Question | undefined, prompt: string, busy: boolean): TerminalField {
  const common = { type: 'text', autocomplete: 'off', inputMode: 'text' } as const;
  if (asked !== undefined) return { ...common, id: `answer-${asked.id}`, label: asked.label, prompt: 'y/n', name: 'answer', maxLength: 8 };
  return { ...common, id: 'command', label: 'Sentence or command', prompt, name: 'command', maxLength: 2000, busy };
}

type ActionsProps = {
  readonly asked: Question | undefined;
  readonly isAnswering: boolean;
  readonly hasGrants: boolean;
  readonly suggestions: readonly string[];
  readonly onSubmit: (text: string) => void;
  readonly onRun: (line: string) => void;
  readonly onStop: () => void;
};

/** What fits now, to be pressed instead of typed. */
function Actions({ asked, isAnswering, hasGrants, suggestions, onSubmit, onRun, onStop }: ActionsProps) {
  if (asked !== undefined) {
    return (
      <>
        <GhostButton onClick={() => onSubmit('y')}>Yes</GhostButton>
        <QuietButton onClick={() => onSubmit('n')}>No</QuietButton>
      </>
    );
  }
  if (isAnswering) {
    return <GhostButton onClick={onStop}>Stop</GhostButton>;
  }
  return <SuggestedLinesList lines={hasGrants ? ['grant -r', ...suggestions] : suggestions} onRun={onRun} />;
}

function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}

type AiTerminal = {
  readonly terminal: SiteTerminal;
  readonly question: Store<Question | undefined>;
  readonly isRunning: Store<boolean>;
  readonly model: Store<ModelState | undefined>;
  /** The kinds of sealed records that may leave for the model now. */
  readonly granted: Store<readonly string[]>;
  readonly stop: () => void;
  readonly leave: () => void;
};

/** What is typed here may be private: its history ends with the page, and no browser storage sees it. */
const forgetful = { read: () => undefined, write: () => undefined, clear: () => undefined };

function useAiTerminal({ content, publicUrl }: Route.ComponentProps['loaderData']): AiTerminal {
  const owner = useOwnerFacts();
  const navigate = useNavigate();
  const perform = useRef<(effect: OuterEffect) => void>(() => undefined);
  const [made] = useState((): AiTerminal => {
    const question = createStore<Question | undefined>(undefined);
    const isRunning = createStore(false);
    const model = createStore<ModelState | undefined>(undefined);
    const granted = createStore<readonly string[]>([]);
    let shell: AiShell | undefined;
    const terminal: SiteTerminal = createSiteTerminal(<AiOpening content={content} />, {
      loadShell: async () => {
        const [{ makeAiShell }, { pageFactsOf }] = await Promise.all([import('./ai-shell.tsx'), import('../terminal/page-facts.ts')]);
        const isOwner = terminalCompleted.read() === true;
        const open = everyTool.filter(({ audience }) => isOwner || audience !== 'owner');
        const pageFacts = () => pageFactsOf(window, open.length);
        shell?.leave();
        const world = { owner, publicUrl, content, tools: open, now: () => new Date(), pageFacts };
        shell = makeAiShell(isOwner ? { ...world, runTool } : world, isOwner, {
          print: terminal.print,
          clear: terminal.clear,
          granted,
          question,
          isRunning,
          model,
          perform: (effect) => {
            if (effect.kind === 'navigate' || effect.kind === 'open' || effect.kind === 'theme') perform.current(effect);
          },
        });
        return { ...shell, isCurrent: () => (terminalCompleted.read() === true) === isOwner };
      },
      perform: (effect) => perform.current(effect),
      storedLines: forgetful,
    });
    return { terminal, question, isRunning, model, granted, stop: () => shell?.stop(), leave: () => shell?.leave() };
  });
  useEffect(() => {
    perform.current = (effect) => {
      if (effect.kind === 'navigate') void navigate(effect.path);
      else if (effect.kind === 'open') window.open(effect.address, '_blank', 'noopener,noreferrer');
      else void import('../terminal/wear-theme.ts').then(({ wearTheme }) => wearTheme(effect.theme));
    };
  }, [navigate]);
  // Who leaves the page waits for no answer.
  useEffect(() => () => made.leave(), [made]);
  return made;
}
