import { EyeIcon } from '@castellan/icons/signs/eye';
import { EyeSlashIcon } from '@castellan/icons/signs/eye-slash';
import { lazy, Suspense } from 'react';
import {
  cardKindOf,
  type EntryContents,
  type EntrySecrets,
  groupedCardNumber,
  isAddressField,
  isRecordMark,
} from '../../../../../domains/vault/contract/vault-entry.ts';
import type { VaultItem } from '../../../../../domains/vault/contract/vault-state.ts';
import { BothFactorsNote } from '../both-factors-note.tsx';
import { EntryCode } from '../entry-code.tsx';
import { kindFaces } from '../kind-names.ts';
import type { EntryActions } from '../use-entry-actions.ts';
import { CopyTool, FieldRow, HiddenText, Row, ToolButton } from './entry-rows.tsx';
import { addressesOf, typeOf } from './held-text.ts';
import { useFingerprint } from './use-fingerprint.ts';

// Few entries are sent by other apps.
const EntryOrigins = lazy(() => import('../entry-origins.tsx'));

type ContentRowsProps = {
  readonly item: VaultItem;
  readonly entryActions: EntryActions;
  /** What is shown unasked; `undefined` where it was not read. */
  readonly contents: EntryContents | undefined;
  /** The secrets while they are shown. */
  readonly secrets: EntrySecrets | null;
  readonly onReveal: () => void;
  readonly onHide: () => void;
};

/** What an entry holds, in lines: user name, main secret, one-time code, fields, note, addresses and tags. */
export function ContentRows(props: ContentRowsProps) {
  const { item, entryActions, contents, secrets, onReveal } = props;
  const type = typeOf(item.details, contents);
  const publicKey = contents?.fields.find(({ name }) => name === 'Public key');
  return (
    <dl className="divide-y divide-hairline border-b border-hairline">
      <UsernameRow item={item} entryActions={entryActions} />
      <MainSecretRow {...props} />
      <CodeRow {...props} />
      {contents?.fields.map((field, at) =>
        !field.hidden && (isRecordMark(field) || isAddressField(field)) ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may be alike, and the place is what is asked for.
          <FieldRow key={`${at} ${field.name}`} item={item} field={field} at={at} entryActions={entryActions} />
        ),
      )}
      {type === 'key' && publicKey?.hidden === false && !contents?.fields.some(({ name }) => name === 'Fingerprint') ? (
        <FingerprintRow publicKey={publicKey.value} />
      ) : null}
      {contents === undefined || contents.notes === '' ? null : (
        <Row name={type === 'note' ? 'Text' : 'Notes'}>
          <span className="wrap-anywhere whitespace-pre-wrap">{contents.notes}</span>
        </Row>
      )}
      {secrets?.origins === undefined ? null : (
        <Row name="May be sent to">
          <Suspense>
            <EntryOrigins id={item.id} origins={secrets.origins} onChanged={onReveal} />
          </Suspense>
        </Row>
      )}
      {addressesOf(item.details, contents).map((url, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an address may be there twice.
        <AddressRow key={`${at} ${url}`} url={url} />
      ))}
      {item.details.tags.length === 0 ? null : <Row name="Tags">{item.details.tags.join(', ')}</Row>}
    </dl>
  );
}

function UsernameRow({ item, entryActions }: Pick<ContentRowsProps, 'item' | 'entryActions'>) {
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

/** Whether there is a main secret to be shown: a login has one always; of the others what is known of them tells. */
function hasMainSecret({ details }: VaultItem, contents: EntryContents | undefined): boolean {
  const type = typeOf(details);
  if (type === 'login') return true;
  return contents?.hasPassword ?? details.holds?.password ?? (type !== 'note' && type !== 'identity');
}

function MainSecretRow({ item, entryActions, contents, secrets, onReveal, onHide }: ContentRowsProps) {
  if (!hasMainSecret(item, contents)) return null;
  const type = typeOf(item.details);
  const { secretName } = kindFaces[type];
  const kind = type === 'card' && secrets !== null ? cardKindOf(secrets.password) : undefined;
  return (
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
        <HiddenText />
      ) : (
        <span className="font-mono wrap-anywhere whitespace-pre-wrap" translate="no">
          {secrets.password === '' ? '–' : type === 'card' ? groupedCardNumber(secrets.password) : secrets.password}
          {kind === undefined ? null : <span className="ml-3 font-sans text-sm text-muted">{kind}</span>}
        </span>
      )}
    </Row>
  );
}

function FingerprintRow({ publicKey }: { readonly publicKey: string }) {
  const fingerprint = useFingerprint(publicKey);
  if (fingerprint === undefined) return null;
  return (
    <Row name="Fingerprint">
      <span className="font-mono wrap-anywhere">{fingerprint}</span>
      <span className="block text-sm text-muted">computed from the public key</span>
    </Row>
  );
}

function CodeRow({ item, entryActions, contents, secrets, onReveal }: ContentRowsProps) {
  if (!item.details.hasTotp) return null;
  const hasPassword = contents?.hasPassword ?? item.details.kind === 'login';
  return (
    <Row
      name="One-time code"
      tools={
        <>
          {secrets === null && !hasPassword ? <ToolButton icon={EyeIcon} label="Show one-time code" onClick={onReveal} /> : null}
          <CopyTool label="Copy one-time code" onCopy={() => entryActions.copyCode(item)} />
        </>
      }
    >
      {secrets !== null ? (
        <EntryCode totp={secrets.totp} />
      ) : hasPassword ? (
        <span className="text-muted">Show the password to see the code</span>
      ) : (
        <HiddenText />
      )}
      {hasPassword ? <BothFactorsNote /> : null}
    </Row>
  );
}
