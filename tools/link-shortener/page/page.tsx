import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { unlistedHead } from '../../../web/app/domains/apps/unlisted-head.ts';
import { ExportDialog } from '../../../web/app/domains/exchange/export-dialog.tsx';
import { ImportDialog } from '../../../web/app/domains/exchange/import-dialog.tsx';
import { EmptyState } from '../../../web/app/domains/owner-page/empty-state.tsx';
import { OwnerPage } from '../../../web/app/domains/owner-page/owner-page.tsx';
import { mostTogether } from '../../../web/app/domains/records/collection-state.ts';
import { RecordSection } from '../../../web/app/domains/records/list/record-section.tsx';
import { SyncConflicts } from '../../../web/app/domains/records/sync-conflicts.tsx';
import { Trash } from '../../../web/app/domains/records/trash/trash.tsx';
import { dayOf } from '../../../web/app/domains/tasks/day.ts';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import { Dialog } from '../../../web/app/ui/dialog.tsx';
import { Waiting } from '../../../web/app/ui/spinner.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { linkShortener } from '../manifest.ts';
import { LinkForm } from './link-form.tsx';
import { type LinkAction, LinkList, LinksVerdict } from './link-list.tsx';
import { links, type ShortLink } from './links.ts';
import { QrDialog } from './qr-dialog.tsx';
import { readLinkFile } from './read-link-file.ts';
import { shortLinksCollection } from './short-links.collection.ts';
import { useLinkKeys } from './use-link-keys.ts';
import { type LinksInHand, useLinks } from './use-links.ts';
import { VisitsDialog } from './visits-dialog.tsx';

export const meta = unlistedHead(linkShortener);

const keeps = [shortLinksCollection];

type Sheet = { readonly kind: 'import' | 'export' } | { readonly kind: Exclude<LinkAction, 'delete'>; readonly id: string };

export default function LinkShortenerPage() {
  const inHand = useLinks();
  const { hand, tell, undo, totals } = inHand;
  const { state } = hand;
  const [sheet, setSheet] = useState<Sheet>();
  const close = () => setSheet(undefined);
  useNewLinkAddress();
  const act = (action: LinkAction, link: ShortLink) => {
    if (action === 'delete') void tell(hand.remove(link.id), 'Link deleted');
    else setSheet({ kind: action, id: link.id });
  };
  useLinkKeys({ links: state.rows, undo, act });
  const linkOf = (kind: Sheet['kind']) =>
    sheet !== undefined && sheet.kind === kind && 'id' in sheet ? state.rows.find(({ id }) => id === sheet.id) : undefined;
  return (
    <OwnerPage
      tool={linkShortener}
      keeps={keeps}
      menu={{ onUndo: undo, onImport: () => setSheet({ kind: 'import' }), onExport: () => setSheet({ kind: 'export' }), hasKeys: true }}
      records={state}
    >
      <LinksVerdict links={state.rows} totals={totals} />
      <SyncConflicts collection={hand} />
      <LinkForm others={state.rows} save={(filled) => tell(hand.add(filled).kept, `/s/${filled.slug} made`)} />
      <RecordSection title="Links" count={state.rows.length} className="mt-2">
        {totals.status === 'away' ? (
          <p role="status" className="mt-3">
            <StatusMark kind="warning">The server does not answer: visits may be out of date.</StatusMark>
          </p>
        ) : null}
        <Links inHand={inHand} act={act} />
      </RecordSection>
      <Trash collection={links} hand={hand} noun="link" today={dayOf(new Date())} tell={tell} />
      <EditDialog link={linkOf('edit')} inHand={inHand} onClose={close} />
      <VisitsDialog link={linkOf('visits')} onClose={close} />
      <QrDialog link={linkOf('qr')} onClose={close} />
      <ImportDialog
        open={sheet?.kind === 'import'}
        title="Import links"
        description="A CSV file whose first line names its columns: url, and if you like slug, title, tags, expires_at, max_visits. Exports of other shorteners are read too."
        accept=".csv,text/csv,text/plain"
        read={(file, signal) => readLinkFile(file, state.rows, signal)}
        nameOf={links.nameOf}
        most={mostTogether}
        take={async ({ edits, batchId }) => (await hand.edit(edits, { isWhole: true, name: batchId })).ok}
        onClose={close}
      />
      <ExportDialog
        open={sheet?.kind === 'export'}
        title="Export links"
        description={state.rows.length === 1 ? '1 link.' : `${state.rows.length} links.`}
        forms={[{ label: 'CSV: every link, to be imported here again', write: () => writeCsv(state.rows) }]}
        note="Passwords and visits are not in it. Cells that a spreadsheet would run are defused."
        onClose={close}
      />
    </OwnerPage>
  );
}

async function writeCsv(rows: readonly ShortLink[]) {
  const { formatLinkCsv } = await import('./link-csv.ts');
  return {
    name: `short-links-${dayOf(new Date())}.csv`,
    content: new Blob([formatLinkCsv(rows)], { type: 'text/csv' }),
    logged: ['Short links were exported as CSV', { links: rows.length }] as const,
  };
}

function Links({
  inHand: { hand, totals },
  act,
}: {
  readonly inHand: LinksInHand;
  readonly act: (action: LinkAction, link: ShortLink) => void;
}) {
  const { status, rows } = hand.state;
  if (status === 'loading') return <Waiting label="Loading your links" className="min-h-40 text-xl" />;
  if (status === 'failed')
    return (
      <div role="status" className="grid justify-items-start gap-4">
        <StatusMark kind="warning">Your links cannot be shown: the server does not answer, and this browser has no copy yet.</StatusMark>
        <GhostButton onClick={() => void hand.refresh()}>Try again</GhostButton>
      </div>
    );
  if (rows.length === 0)
    return (
      <EmptyState of="link-shortener">
        <p className="text-muted">No link yet. Give a destination above, or import a list of them.</p>
      </EmptyState>
    );
  return <LinkList links={rows} totals={totals} act={act} />;
}

type EditDialogProps = { readonly link: ShortLink | undefined; readonly inHand: LinksInHand; readonly onClose: () => void };

function EditDialog({ link, inHand: { hand, tell }, onClose }: EditDialogProps) {
  return (
    <Dialog open={link !== undefined} title="Edit link" description="A change shows to visitors within a second." onClose={onClose}>
      {link === undefined ? null : (
        <LinkForm
          key={link.id}
          link={link}
          others={hand.state.rows}
          save={async (filled) => {
            const kept = await tell(hand.change(link.id, filled), 'Link changed');
            if (kept) onClose();
            return kept;
          }}
        />
      )}
    </Dialog>
  );
}

/** `#new`, as the palette asks for it, puts the focus where a link begins. */
function useNewLinkAddress() {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking again for the same place is asking again.
  useEffect(() => {
    if (hash === '#new') document.querySelector<HTMLElement>('main [name="url"]')?.focus();
  }, [hash, key]);
}
