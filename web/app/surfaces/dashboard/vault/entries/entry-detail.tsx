import { ArrowCounterClockwiseIcon } from '@castellan/icons/arrows/arrow-counter-clockwise';
import { ArrowLeftIcon } from '@castellan/icons/arrows/arrow-left';
import { CheckIcon } from '@castellan/icons/signs/check';
import { CopyIcon } from '@castellan/icons/signs/copy';
import { EyeIcon } from '@castellan/icons/signs/eye';
import { EyeSlashIcon } from '@castellan/icons/signs/eye-slash';
import { PencilSimpleIcon } from '@castellan/icons/signs/pencil-simple';
import { StarIcon } from '@castellan/icons/signs/star';
import { StarFillIcon } from '@castellan/icons/signs/star-fill';
import { TrashIcon } from '@castellan/icons/signs/trash';
import { ClockCounterClockwiseIcon } from '@castellan/icons/things/clock-counter-clockwise';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { EntryField, EntrySecrets } from '../../../../domains/vault/contract/vault-entry.ts';
import type { VaultItem } from '../../../../domains/vault/contract/vault-state.ts';
import { browserTimer } from '../../../../lib/clock.ts';
import { GhostButton, QuietButton } from '../../../../ui/button.tsx';
import { Icon, type IconDrawing } from '../../../../ui/icon.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { findingText } from '../finding-text.ts';
import { useVault } from '../vault-context.ts';
import { BothFactorsNote } from './both-factors-note.tsx';
import { categoryName } from './categories.ts';
import { EntryCode } from './entry-code.tsx';
import { EntryIcon } from './entry-icon.tsx';
import { kindFaces } from './kind-names.ts';
import type { EntryActions } from './use-entry-actions.ts';

// Few entries are sent by other apps.
const EntryOrigins = lazy(() => import('./entry-origins.tsx'));

type EntryDetailProps = {
  readonly item: VaultItem;
  readonly entryActions: EntryActions;
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
  return (
    <article aria-labelledby="vault-entry-title" className="rounded-card border border-hairline bg-surface p-5 md:p-6">
      <QuietButton icon={ArrowLeftIcon} className="-mt-2 mb-1 -ml-2 lg:hidden" onClick={onBack}>
        All entries
      </QuietButton>
      <div className="flex items-start gap-4">
        <EntryIcon item={item} className="mt-1 size-12" />
        <div className="min-w-0 flex-1">
          <p className="text-sm text-muted">{`${kindFaces[details.kind].name} · ${categoryName(details.category)}`}</p>
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
      <dl className="mt-5 divide-y divide-hairline border-y border-hairline">
        <UsernameRow item={item} entryActions={entryActions} />
        <SecretRows {...props} />
        <AddressRow url={details.url} />
        {details.tags.length === 0 ? null : <Row name="Tags">{details.tags.join(', ')}</Row>}
      </dl>
      <p className="mt-4 font-mono text-sm text-muted">
        {`changed ${dayOf(details.updatedAt)} · password of ${dayOf(details.passwordChangedAt)}`}
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
        {secrets !== null && secrets.history.length > 0 && !trashed ? (
          <GhostButton icon={ClockCounterClockwiseIcon} onClick={onHistory}>
            {`History (${secrets.history.length})`}
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

function UsernameRow({ item, entryActions }: Pick<EntryDetailProps, 'item' | 'entryActions'>) {
  if (item.details.username === '') return null;
  return (
    <Row name="Username" tools={<CopyTool label="Copy username" onCopy={() => entryActions.copyUsername(item)} />}>
      <span className="wrap-anywhere">{item.details.username}</span>
    </Row>
  );
}

/** A link only where the address is one of the web: nothing stored may run as a script. */
function AddressRow({ url }: { readonly url: string }) {
  if (url === '') return null;
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  return (
    <Row name="URL">
      {isWeb ? (
        <a href={url} target="_blank" rel="noopener noreferrer" className="wrap-anywhere underline decoration-copper underline-offset-4">
          {url}
        </a>
      ) : (
        <span className="wrap-anywhere">{url}</span>
      )}
    </Row>
  );
}

function SecretRows({ item, entryActions, secrets, onReveal, onHide }: EntryDetailProps) {
  const { secretName } = kindFaces[item.details.kind];
  // A login has one always; of the others only their secrets tell.
  const hasPassword = secrets === null ? item.details.kind === 'login' : secrets.password !== '';
  return (
    <>
      <Row
        name={secretName}
        tools={
          <>
            <ToolButton
              icon={secrets === null ? EyeIcon : EyeSlashIcon}
              label={`${secrets === null ? 'Show' : 'Hide'} ${secretName.toLowerCase()}`}
              onClick={secrets === null ? onReveal : onHide}
            />
            <CopyTool label={`Copy ${secretName.toLowerCase()}`} onCopy={() => entryActions.copyPassword(item)} />
          </>
        }
      >
        {secrets === null ? (
          <span className="font-mono tracking-widest text-muted" aria-label="hidden" role="img">
            ••••••••••••
          </span>
        ) : (
          <span className="font-mono wrap-anywhere whitespace-pre-wrap" translate="no">
            {secrets.password === '' ? '–' : secrets.password}
          </span>
        )}
      </Row>
      {item.details.hasTotp ? (
        <Row name="One-time code" tools={<CopyTool label="Copy one-time code" onCopy={() => entryActions.copyCode(item)} />}>
          {secrets === null ? <span className="text-muted">Show the password to see the code</span> : <EntryCode totp={secrets.totp} />}
          {hasPassword ? <BothFactorsNote /> : null}
        </Row>
      ) : null}
      {secrets?.fields.map((field) => (
        <FieldRow key={field.name} item={item} field={field} entryActions={entryActions} />
      ))}
      {secrets === null || secrets.notes === '' ? null : (
        <Row name="Notes">
          <span className="wrap-anywhere whitespace-pre-wrap">{secrets.notes}</span>
        </Row>
      )}
      {secrets?.origins === undefined ? null : (
        <Row name="May be sent to">
          <Suspense>
            <EntryOrigins id={item.id} origins={secrets.origins} onChanged={onReveal} />
          </Suspense>
        </Row>
      )}
    </>
  );
}

type FieldRowProps = Pick<EntryDetailProps, 'item' | 'entryActions'> & { readonly field: EntryField };

function FieldRow({ item, field, entryActions }: FieldRowProps) {
  const [shown, setShown] = useState(!field.hidden);
  return (
    <Row
      name={field.name}
      tools={
        <>
          {field.hidden ? (
            <ToolButton
              icon={shown ? EyeSlashIcon : EyeIcon}
              label={`${shown ? 'Hide' : 'Show'} ${field.name}`}
              onClick={() => setShown(!shown)}
            />
          ) : null}
          <CopyTool label={`Copy ${field.name}`} onCopy={() => entryActions.copyField(item, field)} />
        </>
      }
    >
      <span className="font-mono wrap-anywhere whitespace-pre-wrap">{shown ? field.value : '••••••••'}</span>
    </Row>
  );
}

function Row({ name, tools, children }: { readonly name: string; readonly tools?: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 py-2 sm:grid-cols-[8rem_minmax(0,1fr)_auto]">
      <dt className="col-span-2 text-sm text-muted sm:col-span-1">{name}</dt>
      <dd className="min-w-0">{children}</dd>
      {tools === undefined ? null : <dd className="flex">{tools}</dd>}
    </div>
  );
}

/** Milliseconds that a copy is shown on its button (spec §9). */
const copiedMs = 2000;

/** Copies, and says so for two seconds. */
function CopyTool({ label, onCopy }: { readonly label: string; readonly onCopy: () => Promise<boolean> }) {
  const [copies, setCopies] = useState(0);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (copies === 0) return undefined;
    setShown(true);
    return browserTimer.after(copiedMs, () => setShown(false));
  }, [copies]);
  const copy = async () => {
    if (await onCopy()) setCopies((count) => count + 1);
  };
  return (
    <span className="inline-flex items-center">
      {shown ? (
        <span aria-hidden="true" className="text-sm text-verdigris">
          Copied
        </span>
      ) : null}
      <ToolButton icon={shown ? CheckIcon : CopyIcon} label={label} onClick={() => void copy()} />
    </span>
  );
}

type ToolButtonProps = {
  readonly icon: IconDrawing;
  readonly label: string;
  readonly onClick: () => void;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
};

/** A button that is an icon alone. */
export function ToolButton({ icon, label, onClick, pressed, disabled = false }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
      className="target inline-grid shrink-0 place-items-center rounded-control text-muted transition-colors duration-feedback hover:bg-raised hover:text-ink aria-pressed:text-copper disabled:opacity-55"
    >
      <Icon drawing={icon} />
    </button>
  );
}

/** The calendar day of an ISO time, where the reader is. */
export function dayOf(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? '–' : new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}
