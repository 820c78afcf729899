import { useState } from 'react';
import { CopyButton } from '../../../web/app/domains/session/copy-button.tsx';
import { GhostButton, QuietButton } from '../../../web/app/ui/button.tsx';
import { SelectField } from '../../../web/app/ui/fields/select-field.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { useNow } from '../../../web/app/ui/use-now.ts';
import { linkStatus } from './link-status.ts';
import { type ShortLink, shortAddress } from './links.ts';
import type { Totals } from './use-links.ts';

/** What can be asked for of one link. */
export type LinkAction = 'visits' | 'qr' | 'edit' | 'delete';

type LinkListProps = {
  readonly links: readonly ShortLink[];
  readonly totals: Totals;
  readonly act: (action: LinkAction, link: ShortLink) => void;
};

const orders = [
  { value: 'newest', name: 'Newest first' },
  { value: 'visits', name: 'Most visits' },
  { value: 'slug', name: 'By slug' },
] as const;

/** Links shown at once: a thousand of them need not be drawn to find one. */
const shownAtOnce = 100;

/** The links, narrowed by words and by a tag. */
export function LinkList({ links, totals, act }: LinkListProps) {
  const [words, setWords] = useState('');
  const [tag, setTag] = useState('');
  const [order, setOrder] = useState('newest');
  const [shown, setShown] = useState(shownAtOnce);
  const nowMs = useNow(30_000);
  const tags = [...new Set(links.flatMap((link) => link.tags))].sort();
  const wanted = words.trim().toLowerCase();
  const visitsOf = (link: ShortLink) => totals.of.get(link.id)?.visits ?? 0;
  const found = links
    .filter((link) => (tag === '' || link.tags.includes(tag)) && `${link.slug} ${link.title} ${link.url}`.toLowerCase().includes(wanted))
    .sort((one, other) => {
      if (order === 'visits') return visitsOf(other) - visitsOf(one);
      return order === 'slug' ? one.slug.localeCompare(other.slug) : other.created_at.localeCompare(one.created_at);
    });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[1fr_12rem_12rem]">
        <TextField label="Find" type="search" value={words} onValue={setWords} />
        <SelectField
          label="Tag"
          value={tag}
          onValue={setTag}
          options={[{ value: '', name: 'All tags' }, ...tags.map((one) => ({ value: one, name: one }))]}
        />
        <SelectField label="Order" value={order} onValue={setOrder} options={orders} />
      </div>
      <p role="status" className="mt-3 text-sm text-muted">
        {found.length === links.length ? '' : found.length === 0 ? 'No links match.' : `${found.length} of ${links.length} links`}
      </p>
      <ul className="mt-3">
        {found.slice(0, shown).map((link) => (
          <LinkRow key={link.id} link={link} totals={totals} nowMs={nowMs} act={act} />
        ))}
      </ul>
      {found.length > shown ? (
        <GhostButton className="mt-4" onClick={() => setShown(shown + shownAtOnce)}>
          {`Show ${Math.min(shownAtOnce, found.length - shown)} more`}
        </GhostButton>
      ) : null}
    </>
  );
}

type LinkRowProps = { readonly link: ShortLink; readonly totals: Totals; readonly nowMs: number; readonly act: LinkListProps['act'] };

function LinkRow({ link, totals, nowMs, act }: LinkRowProps) {
  const total = totals.of.get(link.id);
  const name = `/s/${link.slug}`;
  return (
    <li className="grid gap-x-6 gap-y-2 border-t border-hairline py-4 md:grid-cols-[1fr_7rem_auto] md:items-center">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2">
          <a
            href={`${name}+`}
            target="_blank"
            rel="noreferrer"
            className="target inline-flex items-center font-mono text-base wrap-anywhere text-copper"
          >
            {name}
          </a>
          {link.title === '' ? null : <span className="font-medium wrap-anywhere">{link.title}</span>}
        </div>
        <p className="truncate text-sm text-muted" title={link.url}>
          {link.url}
        </p>
        <LinkMarks link={link} opened={total?.opened ?? 0} nowMs={nowMs} />
      </div>
      <p className="flex items-baseline gap-2 md:flex-col md:items-end md:gap-0">
        <span className="text-sm text-muted">visits</span>
        <span className="lettering text-xl tabular-nums">{totals.status === 'unknown' ? '–' : (total?.visits ?? 0)}</span>
      </p>
      <div className="-mx-2 flex flex-wrap">
        <CopyButton text={shortAddress(location.origin, link.slug)}>Copy</CopyButton>
        <QuietButton aria-label={`Visits of ${name}`} onClick={() => act('visits', link)}>
          Visits
        </QuietButton>
        <QuietButton aria-label={`QR code of ${name}`} onClick={() => act('qr', link)}>
          QR
        </QuietButton>
        <QuietButton aria-label={`Edit ${name}`} onClick={() => act('edit', link)}>
          Edit
        </QuietButton>
        <QuietButton aria-label={`Delete ${name}`} onClick={() => act('delete', link)}>
          Delete
        </QuietButton>
      </div>
    </li>
  );
}

/** What a link has besides a destination, and whether it still leads there. */
function LinkMarks({ link, opened, nowMs }: { readonly link: ShortLink; readonly opened: number; readonly nowMs: number }) {
  const status = linkStatus(link, opened, nowMs);
  return (
    <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted empty:hidden">
      {status === 'expired' ? <StatusMark kind="warning">Expired</StatusMark> : null}
      {status === 'used-up' ? <StatusMark kind="warning">Used up</StatusMark> : null}
      {link.expires_at === null || status === 'expired' ? null : <span>{`Until ${timeLabel(link.expires_at)}`}</span>}
      {link.max_visits === null ? null : <span>{`${Math.min(opened, link.max_visits)} of ${link.max_visits} openings taken`}</span>}
      {link.password_hash === null ? null : <span>Password</span>}
      {link.tags.map((tag) => (
        <span key={tag} className="font-mono">{`#${tag}`}</span>
      ))}
    </p>
  );
}

function timeLabel(at: string): string {
  return new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
