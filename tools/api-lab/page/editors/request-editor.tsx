import { lazy, Suspense, use, useEffect, useRef, useState } from 'react';
import { CopyButton } from '../../../../web/app/domains/instruments/copy-button.tsx';
import { Button, GhostButton, QuietButton } from '../../../../web/app/ui/button.tsx';
import { classNames } from '../../../../web/app/ui/class-names.ts';
import { fieldClass } from '../../../../web/app/ui/fields/field-class.ts';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';
import { verbatim } from '../../../../web/app/ui/fields/verbatim.ts';
import { changeRequest, type Placed, removeItem } from '../change-workspace.ts';
import { writeCurl } from '../formats/commands/write-curl.ts';
import type { WorkspaceHand } from '../kept-workspace.ts';
import { type ApiRequest, type Environment, methods } from '../model.ts';
import { ResponseView } from '../response-view.tsx';
import { splitQuery } from '../sending/build-request.ts';
import { isForbiddenHeader } from '../sending/explain-failure.ts';
import { type Sent, sendRequest, wireOf } from '../sending/send-request.ts';
import type { Sender } from '../sending/sender.ts';
import { VaultContext } from '../vault-values/vault-context.ts';
import { AuthEditor } from './auth-editor.tsx';
import { PairEditor } from './pair-editor.tsx';

const BodyEditor = lazy(() => import('./body-editor.tsx'));
const CheckEditor = lazy(() => import('./check-editor.tsx'));
// Of no use to visitors.
const VaultNotice = lazy(() => import('../vault-values/vault-notice.tsx'));

type RequestEditorProps = {
  readonly placed: Placed;
  readonly environment: Environment | undefined;
  readonly sender: Sender | undefined;
  readonly sent: Sent | undefined;
  readonly onSent: (sent: Sent) => void;
  readonly change: WorkspaceHand['change'];
};

const parts = ['Query', 'Headers', 'Body', 'Authentication', 'Checks'] as const;
type Part = (typeof parts)[number];

/** One request: its line, its parts, and the answer that came last. */
export function RequestEditor({ placed, environment, sender, sent, onSent, change }: RequestEditorProps) {
  const { request } = placed;
  const [part, setPart] = useState<Part>(request.body.kind === 'none' ? 'Query' : 'Body');
  const [control, setControl] = useState<AbortController>();
  const vault = use(VaultContext);
  const drawn = wireOf(placed, environment);
  const latest = useRef(onSent);
  useEffect(() => {
    latest.current = onSent;
  });
  const set = (changed: Partial<Omit<ApiRequest, 'kind' | 'id'>>) => change((before) => changeRequest(before, { ...request, ...changed }));
  const send = async () => {
    if (sender === undefined) return;
    const made = new AbortController();
    setControl(made);
    latest.current(await sendRequest(placed, environment, sender, made.signal, vault));
    setControl(undefined);
  };
  return (
    <>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextField label="Name" value={request.name} maxLength={200} autoComplete="off" onValue={(value) => set({ name: value })} />
        <div className="grid gap-2 sm:grid-cols-[8rem_minmax(0,1fr)_auto]">
          <select
            aria-label="Method"
            className={`${fieldClass} font-mono`}
            value={request.method}
            onChange={(event) => set({ method: event.currentTarget.value })}
          >
            {[...new Set([...methods, request.method])].map((method) => (
              <option key={method}>{method}</option>
            ))}
          </select>
          <input
            aria-label="Address"
            className={`${fieldClass} font-mono`}
            value={request.url}
            placeholder="https://api.example.org/items"
            {...verbatim}
            translate="no"
            onChange={(event) => set({ url: event.currentTarget.value })}
            // What is typed after the question mark becomes rows of the query.
            onBlur={() => {
              if (!request.url.includes('?')) return;
              const { url, query } = splitQuery(request.url);
              set({ url, query: [...request.query, ...query] });
            }}
          />
          {control === undefined ? (
            <Button type="submit" aria-disabled={sender === undefined || request.url.trim() === ''}>
              Send
            </Button>
          ) : (
            <GhostButton onClick={() => control.abort()}>Cancel</GhostButton>
          )}
        </div>
      </form>
      {drawn.vault.size === 0 ? null : (
        <Suspense>
          <VaultNotice refs={drawn.vault} url={drawn.built.url} via={sender?.via} />
        </Suspense>
      )}
      <div>
        <fieldset className="flex min-w-0 gap-x-5 overflow-x-auto border-b border-hairline">
          <legend className="sr-only">Parts of the request</legend>
          {parts.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === part}
              className={classNames(
                'target -mb-px shrink-0 border-b-2',
                name === part ? 'border-copper font-semibold' : 'border-transparent text-muted hover:text-ink',
              )}
              onClick={() => setPart(name)}
            >
              {name}
              {countOf(name, request) === 0 ? null : <span className="ml-1.5 font-mono text-sm text-muted">{countOf(name, request)}</span>}
            </button>
          ))}
        </fieldset>
        <div className="pt-4">
          {part === 'Query' ? <PairEditor label="Query" pairs={request.query} onChange={(query) => set({ query: [...query] })} /> : null}
          {part === 'Headers' ? (
            <PairEditor
              label="Headers"
              pairs={request.headers}
              onChange={(headers) => set({ headers: [...headers] })}
              remark={({ name }) =>
                sender?.via === 'browser' && isForbiddenHeader(name) ? (
                  <p className="pl-11 text-sm text-amber">Browsers set this one themselves and leave yours out.</p>
                ) : null
              }
            />
          ) : null}
          <Suspense>
            {part === 'Body' ? <BodyEditor body={request.body} onChange={(body) => set({ body })} /> : null}
            {part === 'Authentication' ? <AuthEditor auth={request.auth} onChange={(auth) => set({ auth })} /> : null}
            {part === 'Checks' ? <CheckEditor checks={request.checks} onChange={(checks) => set({ checks: [...checks] })} /> : null}
          </Suspense>
        </div>
      </div>
      <div className="-ml-2 flex flex-wrap border-b border-hairline pb-3">
        <CopyButton text={writeCurl(drawn.built)} label="Copy as cURL" />
        <QuietButton onClick={() => change((before) => removeItem(before, request.id))}>Delete request</QuietButton>
      </div>
      <ResponseView sent={sent} isSending={control !== undefined} />
    </>
  );
}

function countOf(part: Part, { query, headers, body, auth, checks }: ApiRequest): number {
  if (part === 'Query') return query.length;
  if (part === 'Headers') return headers.length;
  if (part === 'Checks') return checks.length;
  return part === 'Body' ? Number(body.kind !== 'none') : Number(auth.kind !== 'inherit' && auth.kind !== 'none');
}
