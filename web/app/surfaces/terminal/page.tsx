import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { tools } from '../../../../tools/registry.ts';
import type { ToolManifest } from '../../../../tools/tool.ts';
import { headOf } from '../../domains/discovery/page-head.ts';
import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';
import { parseLinkedLine } from '../../domains/terminal/linked-line.ts';
import { siteOf } from '../../lib/site-context.ts';
import { mrzNameLine } from '../../ui/mrz/mrz.ts';
import { MrzLine } from '../../ui/mrz/mrz-line.tsx';
import { TerminalScreen } from '../../ui/terminal/terminal-screen.tsx';
import type { TerminalField } from '../../ui/terminal/transcript.ts';
import { WithoutScript } from '../../ui/without-script.tsx';
import type { Route } from './+types/page.ts';
import { storedLines } from './line-history.ts';
import { Opening } from './opening.tsx';
import { runTool } from './run-tool.ts';
import { siteContentOf } from './site-content.ts';
import { createSiteTerminal, type OuterEffect, promptOf, type SiteTerminal } from './site-terminal-store.ts';
import { suggestedLines } from './suggested-lines.ts';
import './terminal.css';
import { SuggestedLinesList } from './suggested-lines-list.tsx';

export function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context);
  return { content: siteContentOf(site), publicUrl: site.publicUrl };
}

export function meta({ matches }: Route.MetaArgs) {
  return headOf(matches, (name) => ({
    path: '/terminal',
    title: `Terminal · ${name}`,
    description: `The site of ${name} as a terminal: projects, experience and skills as records that can be piped, filtered and sorted.`,
  }));
}

const everyTool: readonly ToolManifest[] = tools;

/** The tools that commands lead to: the owner's own are there for whoever came through the terminal. Whether they open, their gate decides. */
function toolsOf(isOwner: boolean): readonly ToolManifest[] {
  return everyTool.filter(({ audience }) => isOwner || audience !== 'owner');
}

export default function TerminalPage({ loaderData }: Route.ComponentProps) {
  const owner = useOwnerFacts();
  const terminal = useSiteTerminal(loaderData);
  const state = useSyncExternalStore(terminal.subscribe, terminal.read, terminal.read);
  useLinkedLine(terminal);
  return (
    <main id="main" className="page flex-1 pt-6 pb-16 md:pt-10">
      <MrzLine text={mrzNameLine({ document: 'T', issuer: 'SEC', ...owner })} className="mb-4" />
      <h1 className="lettering text-2xl">Terminal</h1>
      <WithoutScript>
        The terminal needs JavaScript. All that it tells is on the <a href="/">home page</a> too.
      </WithoutScript>
      <div className="mt-6">
        <TerminalScreen
          label="Terminal"
          size="tall"
          lines={state.lines}
          field={{ ...commandField, prompt: promptOf(state.session.folder), busy: state.busy }}
          onSubmit={(line) => void terminal.run(line)}
          onCancel={terminal.cancel}
          draft={state.draft}
          commandLine={{ history: state.session.history, complete: terminal.complete, onClear: terminal.clear }}
          actions={<SuggestedLinesList lines={suggestedLines(state)} onRun={(line) => void terminal.run(line)} />}
        />
      </div>
    </main>
  );
}

const commandField: Omit<TerminalField, 'prompt' | 'busy'> = {
  id: 'command',
  label: 'Command',
  type: 'text',
  name: 'command',
  autocomplete: 'off',
  inputMode: 'text',
  maxLength: 500,
};

function useSiteTerminal({ content, publicUrl }: Route.ComponentProps['loaderData']): SiteTerminal {
  const owner = useOwnerFacts();
  const navigate = useNavigate();
  const perform = useRef<(effect: OuterEffect) => void>(() => undefined);
  const [terminal] = useState(() =>
    createSiteTerminal(<Opening content={content} />, {
      loadShell: async () => {
        const [{ makeSiteShell }, { pageFactsOf }, { terminalCompleted }] = await Promise.all([
          import('./site-shell.tsx'),
          import('./page-facts.ts'),
          import('../../domains/session/session-flags.ts'),
        ]);
        const isOwnerHere = () => terminalCompleted.read() === true;
        const isOwner = isOwnerHere();
        const known = toolsOf(isOwner);
        const pageFacts = () => pageFactsOf(window, known.length);
        const world = { owner, publicUrl, content, tools: known, now: () => new Date(), pageFacts };
        const shell = makeSiteShell(isOwner ? { ...world, runTool } : world);
        return { ...shell, isCurrent: () => isOwnerHere() === isOwner };
      },
      perform: (effect) => perform.current(effect),
      storedLines,
    }),
  );
  useEffect(() => {
    perform.current = (effect) => {
      if (effect.kind === 'navigate') void navigate(effect.path);
      else if (effect.kind === 'open') window.open(effect.address, '_blank', 'noopener,noreferrer');
      else void import('./wear-theme.ts').then(({ wearTheme }) => wearTheme(effect.theme));
    };
  }, [navigate]);
  useEffect(() => terminal.open(), [terminal]);
  return terminal;
}

/** Takes up the line that the address carries, once for each address. */
function useLinkedLine(terminal: SiteTerminal): void {
  const { search } = useLocation();
  const taken = useRef<string>(undefined);
  useEffect(() => {
    if (taken.current === search) return;
    taken.current = search;
    const line = parseLinkedLine(search);
    if (line !== undefined) void terminal.runLinked(line);
  }, [terminal, search]);
}
