import { DownloadSimpleIcon } from '@castellan/icons/arrows/download-simple';
import { UploadSimpleIcon } from '@castellan/icons/arrows/upload-simple';
import { PlusIcon } from '@castellan/icons/signs/plus';
import { lazy, Suspense, useState } from 'react';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ToolButton } from '../apps/tool-button.tsx';
import type { KeyList } from '../commands/command.ts';
import { focusOn, usePageKeys } from '../commands/use-page-keys.ts';
import { PageToolsFrom } from '../owner-page/head-tools.tsx';
import type { MenuItem } from '../owner-page/page-tools.ts';
import { Trash } from '../records/trash/trash.tsx';
import type { CollectionInHand } from '../records/use-collection.ts';
import { useEditToast } from '../records/use-edit-toast.ts';
import { type Day, dayOf } from '../tasks/day.ts';
import { EngagementDetail } from './engagement-detail.tsx';
import { type Engagement, engagements, inOrder } from './engagement-record.ts';
import { findEngagements, standingOf } from './find-engagements.ts';

const EngagementDialog = lazy(() => import('./engagement-dialog.tsx'));
const ImportEngagementsDialog = lazy(() => import('./import-engagements-dialog.tsx'));
const ExportEngagementsDialog = lazy(() => import('./export-engagements-dialog.client.tsx'));

const keyLists: readonly KeyList[] = [
  {
    title: 'Engagements',
    keys: [
      { keys: 'n', does: 'New engagement' },
      { keys: '/', does: 'Find an engagement' },
      { keys: 'u', does: 'Undo' },
    ],
  },
];

type OpenEngagementsProps = { readonly hand: CollectionInHand<Engagement>; readonly tester: string };

/** The list of engagements, the one that is shown, and what was deleted. */
export function OpenEngagements({ hand, tester }: OpenEngagementsProps) {
  const { tell, undo } = useEditToast(hand.undo);
  const [sought, setSought] = useState('');
  const [shownId, setShownId] = useState<string>();
  const [open, setOpen] = useState<{ readonly dialog: 'form'; readonly id: string } | { readonly dialog: 'import' | 'export' }>();
  const { rows } = hand.state;
  const today = dayOf(new Date());
  const found = inOrder(findEngagements(rows, sought));
  const shown = rows.find(({ id }) => id === shownId);
  const close = () => setOpen(undefined);
  usePageKeys(keyLists, { n: () => setOpen({ dialog: 'form', id: 'new' }), u: undo, '/': focusOn('[data-find-engagement]') });
  return (
    <>
      <PageToolsFrom menu={{ own: filesOf(rows.length > 0, (dialog) => setOpen({ dialog })), onUndo: undo, hasKeys: true }} />
      <Panel
        title="Engagements"
        aside={<ToolButton drawing={PlusIcon} label="New engagement" onClick={() => setOpen({ dialog: 'form', id: 'new' })} />}
      >
        {rows.length < 2 ? null : (
          <TextField
            label="Find an engagement"
            type="search"
            className="mt-2 max-w-md"
            data-find-engagement=""
            value={sought}
            onValue={setSought}
          />
        )}
        {rows.length === 0 ? (
          <p className="mt-3 max-w-prose text-muted">
            No engagement yet. Write down who you test for, what may be tested, and from when to when; runs that belong to it are checked
            against that before anything is sent.
          </p>
        ) : found.length === 0 ? (
          <p className="mt-3 text-muted">No engagement matches your search.</p>
        ) : (
          <ul aria-label="Engagements" className="mt-3 border-b border-hairline">
            {found.map((one) => (
              <EngagementItem
                key={one.id}
                engagement={one}
                today={today}
                isShown={one.id === shownId}
                onShow={() => setShownId(one.id === shownId ? undefined : one.id)}
              />
            ))}
          </ul>
        )}
      </Panel>
      {shown === undefined ? null : (
        <EngagementDetail
          key={shown.id}
          engagement={shown}
          today={today}
          onEdit={() => setOpen({ dialog: 'form', id: shown.id })}
          onDelete={() => void tell(hand.remove(shown.id), 'Engagement deleted')}
        />
      )}
      <Trash collection={engagements} hand={hand} noun="engagement" title="Deleted engagements" today={today} tell={tell} />
      <Suspense fallback={null}>
        {open?.dialog === 'form' ? (
          <EngagementDialog key={open.id} id={open.id} tester={tester} hand={hand} tell={tell} onSaved={setShownId} onClose={close} />
        ) : null}
        {open?.dialog === 'import' ? <ImportEngagementsDialog hand={hand} onClose={close} /> : null}
        {open?.dialog === 'export' ? <ExportEngagementsDialog rows={inOrder(rows)} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

/** What the menu of the page offers of their files, with words of their own: the page is not theirs alone. */
function filesOf(hasRows: boolean, onOpen: (dialog: 'import' | 'export') => void): readonly MenuItem[] {
  return [
    { label: 'Import engagements', drawing: UploadSimpleIcon, onChoose: () => onOpen('import') },
    ...(hasRows ? [{ label: 'Export engagements', drawing: DownloadSimpleIcon, onChoose: () => onOpen('export') }] : []),
  ];
}

type EngagementItemProps = { readonly engagement: Engagement; readonly today: Day; readonly isShown: boolean; readonly onShow: () => void };

function EngagementItem({ engagement, today, isShown, onShow }: EngagementItemProps) {
  const { title, client } = engagement;
  const { text, isOpen } = standingOf(engagement, today);
  return (
    <li className="border-t border-hairline">
      <button
        type="button"
        aria-expanded={isShown}
        onClick={onShow}
        className="target flex w-full flex-wrap items-baseline gap-x-6 gap-y-1 px-1 py-2 text-left hover:bg-raised"
      >
        <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
          <span className="font-semibold">{title}</span>
          {client === '' ? null : <span className="text-muted"> · {client}</span>}
        </span>
        <span className={isOpen ? 'text-sm text-verdigris' : 'text-sm text-muted'}>{text}</span>
      </button>
    </li>
  );
}
