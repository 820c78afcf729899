import { useSyncExternalStore } from 'react';
import type { PreparedChat } from '../../domains/assistant/chat.ts';
import type { Store } from '../../lib/store.ts';
import type { Proposal, Wisher } from './asking.ts';
import type { ConnectedModel } from './sealed-grants.ts';

/** What leaves for the endpoint: thing by thing, and the body to the letter. */
export function LeavingView({
  prepared,
  model,
  isAsked,
}: {
  readonly prepared: PreparedChat;
  readonly model: ConnectedModel;
  readonly isAsked: boolean;
}) {
  const { payload, fresh, again, sealed, redactions } = prepared;
  const body = JSON.stringify(payload, null, 2);
  const againCharacters = again.reduce((sum, { characters }) => sum + characters, 0);
  return (
    <div className="my-2 border-l-2 border-copper pl-4">
      <p className="text-copper">
        {isAsked ? 'Would leave' : 'Leaves'} for {new URL(model.baseUrl).host}, model {model.model}
      </p>
      <ul aria-label="What leaves" className="mt-1">
        {fresh.map(({ kind, what, characters, sealed: inIt = [] }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes once it is there.
          <li key={place} className="wrap-anywhere">
            {kind}: {what} <span className="text-muted">({count(characters, 'character')})</span>
            {inIt.length === 0 ? null : <span className="text-amber"> sealed {inIt.join(', ')}</span>}
          </li>
        ))}
        {again.length === 0 ? null : (
          <li className="text-muted">again: what left before in this conversation ({count(againCharacters, 'character')})</li>
        )}
        <li className="text-muted">
          the role, and the commands it may ask for: {payload.tools?.map(({ function: { name } }) => name).join(', ') ?? 'none'}
        </li>
        <li className={sealed.length === 0 ? 'text-muted' : 'text-amber'}>
          sealed data: {sealed.length === 0 ? 'none' : `${sealed.join(', ')}, granted for this session`}
        </li>
        {redactions === 0 ? null : <li className="text-amber">{count(redactions, 'secret')} taken out</li>}
      </ul>
      <details className="mt-1">
        <summary className="inline-flex min-h-7 cursor-pointer items-center text-muted hover:text-copper pointer-coarse:min-h-11">
          The exact body, {count(new TextEncoder().encode(JSON.stringify(payload)).length, 'byte')}
        </summary>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
          tabIndex={0}
          className="max-h-72 overflow-auto text-xs leading-relaxed whitespace-pre-wrap wrap-anywhere text-muted"
        >
          {body}
        </pre>
      </details>
    </div>
  );
}

/** What would change, field by field. */
export function ProposalView({ proposal, by }: { readonly proposal: Proposal; readonly by: Wisher }) {
  return (
    <div className="my-2 border-l-2 border-verdigris pl-4">
      <p>
        {by === 'model' ? <span className="text-amber">The model asks for: </span> : null}
        <span className="text-copper">{proposal.title}</span>
      </p>
      <ul aria-label="What would change">
        {proposal.changes.map(({ field, from, to }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes once it is there.
          <li key={place} className="wrap-anywhere">
            <span className="text-muted">{field}: </span>
            {from === undefined ? null : (
              <>
                <del className="text-muted">{from}</del>{' '}
              </>
            )}
            <ins className="text-verdigris no-underline">+ {to}</ins>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** An answer while it comes, and after. */
export type Reply = { readonly text: string; readonly state: 'coming' | 'whole' | 'stopped' | 'cut' };

/** The model's words, drawn as text and nothing else. */
export function ReplyView({ reply }: { readonly reply: Store<Reply> }) {
  const { text, state } = useSyncExternalStore(reply.subscribe, reply.get, reply.get);
  if (text === '' && state !== 'coming') return null;
  return (
    <div aria-busy={state === 'coming'} className="my-2 max-w-[46rem] wrap-anywhere whitespace-pre-wrap">
      {text}
      {state === 'coming' ? (
        <span aria-hidden="true" className="text-copper">
          ▍
        </span>
      ) : null}
    </div>
  );
}

function count(value: number, noun: string): string {
  return `${value.toLocaleString('en-GB')} ${noun}${value === 1 ? '' : 's'}`;
}
