type CopyEvent = Pick<ClipboardEvent, 'type' | 'defaultPrevented'>;

/** A text field as far as a copy looks at it: the kinds that tell of no selection have `null` there. */
export type CopyField = Pick<HTMLInputElement, 'type' | 'readOnly' | 'selectionStart' | 'selectionEnd'>;

/**
 * Whether a `copy` or `cut` puts something on the clipboard. Browsers send them with nothing selected too, and leave the
 * clipboard as it is; of a password field they copy nothing, and from where nothing can be changed they cut nothing.
 */
export function copiesSomething({ type, defaultPrevented }: CopyEvent, field: CopyField | undefined, selectedText: string): boolean {
  if (defaultPrevented) return true;
  if (field === undefined) return type === 'copy' && selectedText !== '';
  if (field.type === 'password' || (type === 'cut' && field.readOnly)) return false;
  return field.selectionStart !== field.selectionEnd;
}

/** Calls the listener when something on this page is copied or cut. */
export function onCopied(listener: () => void): void {
  const onEvent = (event: ClipboardEvent) => {
    const { activeElement } = document;
    const field = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement ? activeElement : undefined;
    if (copiesSomething(event, field, String(getSelection() ?? ''))) listener();
  };
  for (const name of ['copy', 'cut'] as const) document.addEventListener(name, onEvent);
}
