import { CheckIcon } from '@castellan/icons/signs/check';
import { CopyIcon } from '@castellan/icons/signs/copy';
import { EyeIcon } from '@castellan/icons/signs/eye';
import { EyeSlashIcon } from '@castellan/icons/signs/eye-slash';
import { type ReactNode, useState } from 'react';
import type { ContentField } from '../../../../../domains/vault/contract/vault-entry.ts';
import type { VaultItem } from '../../../../../domains/vault/contract/vault-state.ts';
import { Icon, type IconDrawing } from '../../../../../ui/icon.tsx';
import type { EntryActions } from '../use-entry-actions.ts';
import { useCopied } from './use-copied.ts';

/** A line of an entry: what it is called, what it says, and what can be done with it. */
export function Row({ name, tools, children }: { readonly name: string; readonly tools?: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="grid min-h-13 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 py-1.5 sm:grid-cols-[8rem_minmax(0,1fr)_auto]">
      <dt className="col-span-2 text-sm text-muted sm:col-span-1">{name}</dt>
      <dd className="min-w-0">{children}</dd>
      {tools === undefined ? null : <dd className="flex">{tools}</dd>}
    </div>
  );
}

type FieldRowProps = {
  readonly item: VaultItem;
  readonly field: ContentField;
  /** Where it stands among the fields of the entry. */
  readonly at: number;
  readonly entryActions: EntryActions;
};

/** A field of the entry: at once where it is not marked as hidden, else when it is asked for. */
export function FieldRow({ item, field, at, entryActions }: FieldRowProps) {
  const { name } = field;
  const [asked, setAsked] = useState<string>();
  const value = field.hidden ? asked : field.value;
  const show = async () => setAsked((await entryActions.readHidden(item, name, at)) ?? undefined);
  const copy = () => (value === undefined ? entryActions.copyHidden(item, name, at) : entryActions.copyField(item, { name, value }));
  return (
    <Row
      name={name}
      tools={
        <>
          {field.hidden ? (
            <ToolButton
              icon={asked === undefined ? EyeIcon : EyeSlashIcon}
              label={`${asked === undefined ? 'Show' : 'Hide'} ${name}`}
              onClick={() => (asked === undefined ? void show() : setAsked(undefined))}
            />
          ) : null}
          <CopyTool label={`Copy ${name}`} onCopy={copy} />
        </>
      }
    >
      {value === undefined ? (
        <HiddenText />
      ) : (
        <span className={field.hidden ? 'font-mono wrap-anywhere whitespace-pre-wrap' : 'wrap-anywhere whitespace-pre-wrap'}>{value}</span>
      )}
    </Row>
  );
}

/** Stands for what is there and not shown. */
export function HiddenText() {
  return (
    <span className="font-mono tracking-widest text-muted" aria-label="hidden" role="img">
      ••••••••••••
    </span>
  );
}

/** Copies, and says so for two seconds. */
export function CopyTool({ label, onCopy }: { readonly label: string; readonly onCopy: () => Promise<boolean> }) {
  const { shown, copy } = useCopied(onCopy);
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
      className={`target inline-grid shrink-0 place-items-center rounded-control transition-colors duration-feedback hover:bg-raised hover:text-ink disabled:opacity-55 ${pressed === true ? 'text-ink' : 'text-muted'}`}
    >
      <Icon drawing={icon} />
    </button>
  );
}
