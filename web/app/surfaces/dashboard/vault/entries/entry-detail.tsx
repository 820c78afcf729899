import { ArrowCounterClockwiseIcon } from '@castellan/icons/arrows/arrow-counter-clockwise';
import { ArrowLeftIcon } from '@castellan/icons/arrows/arrow-left';
import { PencilSimpleIcon } from '@castellan/icons/signs/pencil-simple';
import { StarIcon } from '@castellan/icons/signs/star';
import { StarFillIcon } from '@castellan/icons/signs/star-fill';
import { TrashIcon } from '@castellan/icons/signs/trash';
import { ClockCounterClockwiseIcon } from '@castellan/icons/things/clock-counter-clockwise';
import { useEffect } from 'react';
import type { EntryContents, EntrySecrets } from '../../../../domains/vault/contract/vault-entry.ts';
import type { VaultItem } from '../../../../domains/vault/contract/vault-state.ts';
import { browserTimer } from '../../../../lib/clock.ts';
import { GhostButton, QuietButton } from '../../../../ui/button.tsx';
import { fetchedPart } from '../../../../ui/fetched-part.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { findingText } from '../finding-text.ts';
import { useVault } from '../vault-context.ts';
import { categoryName } from './categories.ts';
import { EntryIcon } from './entry-icon.tsx';
import { kindFaces } from './kind-names.ts';
import { ToolButton } from './record/entry-rows.tsx';
import { heldText, typeOf } from './record/held-text.ts';
import { useContents } from './record/use-contents.ts';
import type { EntryActions } from './use-entry-actions.ts';

// Fetched with the first entry that is looked at: the list opens without it.
const ContentRows = fetchedPart(() => import('./record/content-rows.tsx').then((file) => file.ContentRows));

type EntryDetailProps = {
  readonly item: VaultItem;
  readonly entryActions: EntryActions;
  /** The secrets are open: what is not hidden shows at once. */
  readonly isOpen: boolean;
  /** Asks for what opens them. */
  readonly onUnlock: () => void;
  /** The secrets while they are shown. */
  readonly secrets: EntrySecrets | null;
  readonly onReveal: () => void;
  readonly onHide: () => void;
  readonly canSave: boolean;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  readonly onHistory: () => void;
  readonly onBack: () => void;
};

/** One entry: its details, and its secrets once they were asked for. */
export function EntryDetail(props: EntryDetailProps) {
  const { item, entryActions, secrets, canSave, onBack, onEdit, onDelete, onHistory } = props;
  const { details } = item;
  const trashed = details.trashedAt !== null;
  useWantedIcon(item);
  const showHistory = () => {
    props.onReveal();
    onHistory();
  };
  const contents = useContents(item, props.isOpen, secrets);
  return (
    <article aria-labelledby="vault-entry-title" className="min-w-0 pb-6">
      <QuietButton icon={ArrowLeftIcon} className="mb-1 -ml-2 lg:hidden" onClick={onBack}>
        All entries
      </QuietButton>
      <div className="flex items-start gap-4 border-b border-ink pb-4">
        <EntryIcon item={item} className="mt-1 size-12" />
        <div className="min-w-0 flex-1">
          <p className="text-sm text-muted">{`${kindFaces[typeOf(details)].name} · ${categoryName(details.category)}`}</p>
          <h2 id="vault-entry-title" tabIndex={-1} className="lettering text-xl wrap-anywhere">
            {details.title}
          </h2>
        </div>
        <ToolButton
          icon={details.favorite ? StarFillIcon : StarIcon}
          label={`Favourite`}
          pressed={details.favorite}
          disabled={!canSave || trashed}
          onClick={() => void entryActions.toggleFavorite(item)}
        />
      </div>
      <Notices item={item} />
      <ContentRows {...props} contents={contents} />
      <ClosedNote {...props} contents={contents} />
      <p className="mt-4 text-sm text-muted tabular-nums">
        {`changed ${dayOf(details.updatedAt)}`}
        {details.holds?.password === false ? null : ` · password of ${dayOf(details.passwordChangedAt)}`}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        {trashed ? (
          <GhostButton icon={ArrowCounterClockwiseIcon} disabled={!canSave} onClick={() => void entryActions.restore(item)}>
            Restore
          </GhostButton>
        ) : (
          <GhostButton icon={PencilSimpleIcon} disabled={!canSave} onClick={onEdit}>
            Edit
          </GhostButton>
        )}
        {contents !== undefined && contents.versions > 0 && !trashed ? (
          <GhostButton icon={ClockCounterClockwiseIcon} onClick={secrets === null ? showHistory : onHistory}>
            {`History (${contents.versions})`}
          </GhostButton>
        ) : null}
        <GhostButton icon={TrashIcon} disabled={!canSave} onClick={onDelete}>
          {trashed ? 'Delete permanently' : 'Delete'}
        </GhostButton>
      </div>
    </article>
  );
}

/** Long enough to have stayed: who walks through the list with the arrows opens none of what is passed. */
const stayMs = 600;

function useWantedIcon({ id, details: { url } }: VaultItem): void {
  const { actions, icons } = useVault();
  const wanted = icons !== null && url !== '';
  useEffect(() => {
    if (!wanted) return undefined;
    return browserTimer.after(stayMs, () => actions.wantIcon(id));
  }, [actions, id, wanted]);
}

function Notices({ item: { details, finding } }: { readonly item: VaultItem }) {
  const expired = details.expiresAt !== null && Date.parse(details.expiresAt) < Date.now();
  return (
    <div className="mt-2 flex flex-col gap-1 text-sm">
      {finding === null ? null : (
        <StatusMark kind="warning">{`${finding.code.replaceAll('_', ' ')}. ${findingText(finding.code)}`}</StatusMark>
      )}
      {details.trashedAt === null ? null : (
        <StatusMark kind="info">{`In the trash since ${dayOf(details.trashedAt)}; gone 30 days later.`}</StatusMark>
      )}
      {details.expiresAt === null ? null : (
        <StatusMark kind={expired ? 'failure' : 'info'}>{`${expired ? 'Expired' : 'Expires'} ${dayOf(details.expiresAt)}`}</StatusMark>
      )}
      {details.canary ? <StatusMark kind="info">Canary: viewing or copying it raises a security notification.</StatusMark> : null}
    </div>
  );
}

type ClosedNoteProps = Pick<EntryDetailProps, 'item' | 'isOpen' | 'onUnlock' | 'onReveal' | 'secrets'> & {
  readonly contents: EntryContents | undefined;
};

/** What is there and does not show, and the button that shows it. */
function ClosedNote({ item, isOpen, onUnlock, onReveal, secrets, contents }: ClosedNoteProps) {
  if (secrets !== null || contents !== undefined) return null;
  if (isOpen) {
    if (!item.details.canary) return null;
    return (
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <p className="min-w-0">A canary shows nothing unasked.</p>
        <GhostButton onClick={onReveal}>Show what it holds</GhostButton>
      </div>
    );
  }
  const held = heldText(item.details);
  if (held === undefined) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0">{held}</p>
      <GhostButton onClick={onUnlock}>Unlock with master password</GhostButton>
    </div>
  );
}

/** The calendar day of an ISO time, where the reader is. */
export function dayOf(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? '–' : new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}
