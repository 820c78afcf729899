import type { Finding, FixSnippet } from '@castellan/probes/report';
import { useState, useSyncExternalStore } from 'react';
import { Tabs } from '../../../ui/tabs/tabs.tsx';
import { CopyButton } from '../../session/copy-button.tsx';

/** The server that was chosen last: every finding then shows its lines, until the page is loaded again. */
let chosenServer: string | undefined;
const listeners = new Set<() => void>();

function choose(server: string): void {
  chosenServer = server;
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** Text to copy that mends a finding; where there is some for several servers, tabs of which one is chosen for all findings. */
export function FixSnippets({ label, snippets }: { readonly label: string; readonly snippets: readonly FixSnippet[] }) {
  const chosen = useSyncExternalStore(
    subscribe,
    () => chosenServer,
    () => undefined,
  );
  const [first, ...more] = snippets;
  if (first === undefined) return null;
  const shown = snippets.find((one) => one.label === chosen) ?? first;
  const copy = <CopyButton text={shown.text}>{`Copy for ${shown.label}`}</CopyButton>;
  return (
    <div className="mt-3 break-inside-avoid rounded-control border border-hairline bg-plate">
      {more.length === 0 ? (
        <>
          <div className="flex items-center justify-between gap-4 border-b border-hairline px-4 text-sm text-muted">
            {first.label}
            {copy}
          </div>
          <Code text={first.text} />
        </>
      ) : (
        <Tabs
          label={label}
          tabs={snippets.map(({ label: title, text }) => ({ title, content: <Code text={text} /> }))}
          chosen={chosen}
          onChoose={choose}
          aside={copy}
        />
      )}
    </div>
  );
}

function Code({ text }: { readonly text: string }) {
  return <pre className="px-4 py-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap">{text}</pre>;
}

/** Servers whose configuration has comments after `#`, so that the lines of several findings can stand below each other. */
const servers: readonly string[] = ['nginx', 'Caddy', 'Apache'];

/** The lines of all findings for each server, each under its finding's title; none where fewer than two findings have some. */
export function joinSnippets(findings: readonly Finding[]): readonly FixSnippet[] {
  return servers.flatMap((server) => {
    const parts = findings.flatMap(({ title, snippets = [] }) =>
      snippets.flatMap(({ label, text }) => (label === server ? `# ${title.replaceAll(/\s+/g, ' ')}\n${text}` : [])),
    );
    return parts.length < 2 ? [] : { label: server, text: [...new Set(parts)].join('\n\n') };
  });
}

/** All of a report's server configuration as one text for each server, folded away until it is wanted. */
export function JoinedSnippets({ findings }: { readonly findings: readonly Finding[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const joined = joinSnippets(findings);
  if (joined.length === 0) return null;
  return (
    <details className="mt-4 print:hidden" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="target inline-flex items-center text-sm text-muted underline decoration-1 underline-offset-[6px] hover:text-ink">
        All fixes together
      </summary>
      {isOpen ? <FixSnippets label="Server for all fixes" snippets={joined} /> : null}
    </details>
  );
}
