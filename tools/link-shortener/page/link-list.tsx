import { useState } from 'react';
import { RecordList } from '../../../web/app/domains/records/list/record-list.tsx';
import { RecordRow } from '../../../web/app/domains/records/list/record-row.tsx';
import { RecordTools } from '../../../web/app/domains/records/list/record-tools.tsx';
import { CopyButton } from '../../../web/app/domains/session/copy-button.tsx';
import { QuietButton } from '../../../web/app/ui/button.tsx';
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

/** The links, narrowed by words and by a tag. */
export function LinkList({ links, totals, act }: LinkListProps) {
  const [words, setWords] = useState('');
  const [tag, setTag] = useState('');
  const [order, setOrder] = useState('newest');
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
      <RecordTools
        find={{ value: words, onValue: setWords }}
        choices={[
          {
            label: 'Tag',
            value: tag,
            onValue: setTag,
            options: [{ value: '', name: 'All tags' }, ...tags.map((one) => ({ value: one, name: one }))],
          },
          { label: 'Order', value: order, onValue: setOrder, options: orders },
        ]}
        said={found.length === links.length ? '' : found.length === 0 ? 'No links match.' : `${found.length} of ${links.length} links`}
      />
      <RecordList rows={found} label="Links">
        {(link) => <LinkRow key={link.id} link={link} totals={totals} nowMs={nowMs} act={act} />}
      </RecordList>
    </>
  );
}

type LinkRowProps = { readonly link: ShortLink; readonly totals: Totals; readonly nowMs: number; readonly act: LinkListProps['act'] };

function LinkRow({ link, totals, nowMs, act }: LinkRowProps) {
  const total = totals.of.get(link.id);
  const name = `/s/${link.slug}`;
  const visits = total?.visits ?? 0;
  return (
    <RecordRow
      id={link.id}
      isWrapping
      title={
        <a
          href={`${name}+`}
          target="_blank"
          rel="noreferrer"
          data-record-title=""
          className="inline-flex min-h-8 items-center font-mono wrap-anywhere text-copper"
        >
          {name}
        </a>
      }
      facts={<LinkFacts link={link} opened={total?.opened ?? 0} nowMs={nowMs} />}
      aside={
        <>
          <span className="mr-3 text-sm text-muted tabular-nums">
            {totals.status === 'unknown' ? 'Visits: –' : visits === 1 ? '1 visit' : `${visits.toLocaleString('en-GB')} visits`}
          </span>
          <CopyButton text={shortAddress(location.origin, link.slug)}>Copy</CopyButton>
          {linkActions.map(({ action, label, nameOf }) => (
            <QuietButton key={action} aria-label={nameOf(name)} onClick={() => act(action, link)}>
              {label}
            </QuietButton>
          ))}
        </>
      }
    />
  );
}

const linkActions: readonly { readonly action: LinkAction; readonly label: string; readonly nameOf: (link: string) => string }[] = [
  { action: 'visits', label: 'Visits', nameOf: (link) => `Visits of ${link}` },
  { action: 'qr', label: 'QR', nameOf: (link) => `QR code of ${link}` },
  { action: 'edit', label: 'Edit', nameOf: (link) => `Edit ${link}` },
  { action: 'delete', label: 'Delete', nameOf: (link) => `Delete ${link}` },
];

/** A link's name and destination, what it has besides, and whether it still leads there. */
function LinkFacts({ link, opened, nowMs }: { readonly link: ShortLink; readonly opened: number; readonly nowMs: number }) {
  const status = linkStatus(link, opened, nowMs);
  return (
    <>
      {link.title === '' ? null : <span className="font-medium wrap-anywhere">{link.title}</span>}
      <p className="record-facts max-w-full">
        <span className="max-w-[min(20rem,100%)] truncate" title={link.url}>
          {link.url}
        </span>
        {status === 'expired' ? <StatusMark kind="warning">Expired</StatusMark> : null}
        {status === 'used-up' ? <StatusMark kind="warning">Used up</StatusMark> : null}
        {link.expires_at === null || status === 'expired' ? null : <span>{`Until ${timeLabel(link.expires_at)}`}</span>}
        {link.max_visits === null ? null : <span>{`${Math.min(opened, link.max_visits)} of ${link.max_visits} openings taken`}</span>}
        {link.password_hash === null ? null : <span>Password</span>}
        {link.tags.map((tag) => (
          <span key={tag}>{`#${tag}`}</span>
        ))}
      </p>
    </>
  );
}

function timeLabel(at: string): string {
  return new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}

/** Which links lead nowhere any more, in one sentence. */
export function LinksVerdict({ links, totals }: Pick<LinkListProps, 'links' | 'totals'>) {
  const nowMs = useNow(30_000);
  const over = links.filter((link) => linkStatus(link, totals.of.get(link.id)?.opened ?? 0, nowMs) !== 'open').length;
  if (links.length === 0) return null;
  return (
    <StatusMark kind={over > 0 ? 'warning' : 'success'} className="lettering record-verdict">
      {over > 0 ? `${over === 1 ? '1 link leads' : `${over} links lead`} nowhere any more.` : 'Every link leads on.'}
    </StatusMark>
  );
}
