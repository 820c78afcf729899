import { type ReactNode, useMemo } from 'react';
import { CopyButton } from '../../../web/app/domains/instruments/copy-button.tsx';
import { saveFile } from '../../../web/app/lib/save-file.ts';
import { QuietButton } from '../../../web/app/ui/button.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { Spinner } from '../../../web/app/ui/spinner.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import type { CheckResult } from './sending/checks.ts';
import { explainFailure } from './sending/explain-failure.ts';
import type { Sent } from './sending/send-request.ts';
import type { Answer, Hop } from './sending/sender.ts';

/** More would make the page slow; the rest is in the saved file. */
const maxShown = 200_000;

/** What the last sending came to. */
export function ResponseView({ sent, isSending }: { readonly sent: Sent | undefined; readonly isSending: boolean }) {
  return (
    <section aria-label="Answer" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div role="status">
        {isSending ? <Spinner label="Waiting for the answer" /> : null}
        {!isSending && sent !== undefined ? <Outcome sent={sent} /> : null}
        {!isSending && sent === undefined ? <p className="text-muted">The response appears here.</p> : null}
      </div>
      {sent === undefined || isSending ? null : (
        <>
          <Checks checks={sent.checks} />
          {sent.answer.kind === 'answer' ? <Content answer={sent.answer} /> : null}
          {sent.answer.hops === undefined || sent.answer.hops.length < 2 ? null : <Hops hops={sent.answer.hops} />}
        </>
      )}
    </section>
  );
}

function Outcome({ sent: { answer, built, open, via } }: { readonly sent: Sent }) {
  const missing =
    open.length === 0 ? null : (
      <p className="mt-3">
        <StatusMark kind="warning">{`No value for ${open.join(', ')}: sent unchanged.`}</StatusMark>
      </p>
    );
  if (answer.kind === 'failed')
    return (
      <div className="border-l-2 border-carmine pl-4">
        <p className="lettering text-lg">No answer.</p>
        <ul className="mt-2 grid max-w-prose list-disc gap-1.5 pl-5">
          {explainFailure(answer, built, window.isSecureContext && location.protocol === 'https:').map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        {answer.reason === 'blocked' ? (
          <p className="mt-2 text-sm text-muted">Browsers do not reveal the reason to pages. The browser’s console shows it.</p>
        ) : null}
        {missing}
      </div>
    );
  const { status, totalMs, headersMs, body } = answer;
  const facts: readonly (readonly [string, string])[] = [
    ['Time', `${Math.round(totalMs)} ms`],
    ...(headersMs === undefined
      ? []
      : ([
          ['To the headers', `${Math.round(headersMs)} ms`],
          ['Body', `${Math.round(totalMs - headersMs)} ms`],
        ] as const)),
    ['Size', sizeOf(body.length)],
    ['From', via === 'relay' ? 'the server' : 'this browser'],
  ];
  return (
    <div>
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
        <p className={`lettering text-[2rem]/none ${status < 300 ? 'text-verdigris' : status < 400 ? 'text-amber' : 'text-carmine'}`}>
          <span className="sr-only">Status </span>
          {status}
        </p>
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className="text-xs text-muted">{name}</dt>
              <dd className="font-mono text-sm">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {headersMs === undefined || totalMs <= 0 ? null : <TimeRuler share={headersMs / totalMs} />}
      {answer.notFollowed === undefined ? null : (
        <p className="mt-3">
          <StatusMark kind="info">{`It leads on to ${answer.notFollowed}, and was not followed there: values of the vault and bodies go to no other origin by a redirect.`}</StatusMark>
        </p>
      )}
      {missing}
    </div>
  );
}

/** The time until the headers in copper, the body's in verdigris, on a ruler of fine ticks. */
function TimeRuler({ share }: { readonly share: number }) {
  const ticks = 120;
  const path = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
      .map((tick) => `M${tick * 3 + 1} ${tick % 10 === 0 ? 1 : 6}V14`)
      .join('');
  const at = Math.round(Math.min(1, share) * ticks);
  return (
    <svg viewBox={`0 0 ${ticks * 3} 14`} preserveAspectRatio="none" className="mt-3 block h-3.5 w-full" aria-hidden="true">
      <path d={path(0, at)} stroke="var(--copper)" strokeWidth="1.3" />
      <path d={path(at, ticks)} stroke="var(--verdigris)" strokeWidth="1.3" />
    </svg>
  );
}

function Checks({ checks }: { readonly checks: readonly CheckResult[] }) {
  if (checks.length === 0) return null;
  const failed = checks.filter(({ passed }) => !passed).length;
  return (
    <Panel title="Checks" aside={<span className="font-mono text-sm">{`${checks.length - failed} of ${checks.length} passed`}</span>}>
      <ul>
        {checks.map(({ name, passed, found }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same check may stand twice.
          <li key={at} className="grid gap-x-6 border-t border-hairline py-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
            <StatusMark kind={passed ? 'success' : 'failure'}>{name}</StatusMark>
            <span className="font-mono text-sm wrap-anywhere text-muted">{passed ? '' : `found ${found}`}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Content({ answer }: { readonly answer: Answer }) {
  const { body, headers, isCut, url } = answer;
  const text = useMemo(() => readBody(body), [body]);
  const save = () => {
    const name = new URL(url).pathname.split('/').at(-1) || 'answer';
    saveFile({ name: name.slice(0, 80), content: new Blob([new Uint8Array(body)], { type: 'application/octet-stream' }) });
  };
  return (
    <>
      <Panel
        title="Body"
        aside={
          body.length === 0 ? null : (
            <span className="-mr-2 flex">
              <CopyButton text={text} label="Copy body" />
              <QuietButton onClick={save}>Save</QuietButton>
            </span>
          )
        }
      >
        {body.length === 0 ? <p className="text-muted">Empty.</p> : <Scroll label="Body of the answer">{text.slice(0, maxShown)}</Scroll>}
        {isCut ? <p className="mt-2 text-sm text-amber">Cut at 5 MiB.</p> : null}
        {text.length > maxShown ? (
          <p className="mt-2 text-sm text-muted">The first {maxShown.toLocaleString('en')} characters are shown.</p>
        ) : null}
      </Panel>
      <Panel title="Headers" aside={<span className="font-mono text-sm text-muted">{headers.length}</span>}>
        <dl>
          {headers.map(([name, value], at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a header may come twice.
            <div key={at} className="grid gap-x-6 border-t border-hairline py-1.5 sm:grid-cols-[14rem_minmax(0,1fr)]">
              <dt className="font-mono text-sm text-muted">{name}</dt>
              <dd className="font-mono text-sm wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        {answer.hops === undefined ? (
          <p className="mt-3 text-sm text-muted">
            Pages see only the headers that the server exposes to them (access-control-expose-headers).
          </p>
        ) : null}
      </Panel>
    </>
  );
}

function Hops({ hops }: { readonly hops: readonly Hop[] }) {
  return (
    <Panel title="Redirects">
      <ol>
        {hops.map(({ url, status, timeMs }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an address may come twice.
          <li key={at} className="flex flex-wrap gap-x-4 border-t border-hairline py-2 font-mono text-sm">
            <span>{status}</span>
            <span className="min-w-0 flex-1 wrap-anywhere">{url}</span>
            <span className="text-muted">{Math.round(timeMs)} ms</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Scroll({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keys (WCAG 2.1.1).
    <section aria-label={label} tabIndex={0} className="max-h-[32rem] overflow-auto">
      <pre translate="no" className="font-mono text-sm whitespace-pre-wrap wrap-anywhere">
        {children}
      </pre>
    </section>
  );
}

/** JSON laid out; other text as it is; anything else in hexadecimal. */
function readBody(body: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return Array.from(body.slice(0, 2048), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  }
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function sizeOf(bytes: number): string {
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KiB`;
}
