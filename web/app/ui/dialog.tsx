import { XIcon } from '@castellan/icons/signs/x';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from './class-names.ts';
import { useFocusWatch } from './hooks/use-focus-watch.ts';
import { Icon } from './icon.tsx';

type DialogProps = {
  readonly open: boolean;
  readonly title: string;
  /** Said right after the title. */
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** The row of buttons at the foot. */
  readonly actions?: ReactNode;
  /** Asked for by Escape, the close button or a click beside the sheet; the owner of `open` decides. */
  readonly onClose: () => void;
  /** `alertdialog` has no close button and does not close by a click beside it: it wants an answer. */
  readonly role?: 'dialog' | 'alertdialog';
  /** Wears the woven band of the public pages' cards along its head. */
  readonly banded?: boolean;
  /** For what is read side by side. */
  readonly wide?: boolean;
};

/** A modal sheet on the browser's own `<dialog>`: focus stays inside while it is open and goes back afterwards. */
export function Dialog({
  open,
  title,
  description,
  children,
  actions,
  onClose,
  role = 'dialog',
  banded = false,
  wide = false,
}: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const descriptionId = useId();
  // What has the focus when it opens may be gone when it closes.
  useFocusWatch();
  useEffect(() => {
    const sheet = element.current;
    if (!open || sheet === null) return;
    if (!sheet.open) sheet.showModal();
    // The drawing library focuses instead of writing the attribute that the browser looks for, and did so before this was open.
    sheet.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => sheet.close();
  }, [open]);
  const dismissible = role === 'dialog';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does with the keys what a click beside the sheet does.
    <dialog
      ref={element}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={description === undefined ? undefined : descriptionId}
      className={classNames(
        'dialog',
        'm-auto scroll-pb-28 rounded-card border border-edge bg-surface p-0 text-ink',
        wide ? 'w-[min(56rem,calc(100vw-2rem))]' : 'w-[min(30rem,calc(100vw-2rem))]',
      )}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        // The browser closes a dialog by itself on a second Escape; the owner must then hear of it too. It tells of a closing late: where
        // the sheet was opened again meanwhile, that news is not about this opening.
        if (open && element.current?.open === false) onClose();
      }}
      onClick={(event) => {
        if (dismissible && event.target === element.current) onClose();
      }}
    >
      {open ? (
        <div className={classNames('p-6', banded && 'dialog-banded')}>
          <div className="flex items-start justify-between gap-4">
            <h2 id={titleId} className="lettering pt-2 text-xl">
              {title}
            </h2>
            {dismissible ? (
              <button
                type="button"
                onClick={onClose}
                aria-label="Close"
                className="target -mt-1 -mr-2 inline-grid shrink-0 place-items-center rounded-control text-muted hover:text-ink"
              >
                <Icon drawing={XIcon} />
              </button>
            ) : null}
          </div>
          {description === undefined ? null : (
            <div id={descriptionId} className="mt-3 text-muted">
              {description}
            </div>
          )}
          {children === undefined ? null : <div className="mt-5">{children}</div>}
          {actions === undefined ? null : <DialogFoot>{actions}</DialogFoot>}
        </div>
      ) : null}
    </dialog>
  );
}

/**
 * The row of buttons at a sheet's foot, also as the last row of a form in it: it stays in sight while what is above it scrolls. `aside`
 * stands at its left, as what destroys.
 */
export function DialogFoot({ aside, children }: { readonly aside?: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="dialog-foot">
      {aside === undefined ? null : <div className="dialog-foot-aside">{aside}</div>}
      {children}
    </div>
  );
}
