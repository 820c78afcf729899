import { fail, type Result, succeed } from '@castellan/foundation/result';

/** Puts text on the clipboard; `copy_refused` where the browser does not allow it, so that the caller can show the text instead. */
export async function copyText(text: string): Promise<Result<undefined, { readonly code: 'copy_refused' }>> {
  try {
    await navigator.clipboard.writeText(text);
    return succeed(undefined);
  } catch {
    // The clipboard does not exist on plain http outside the own machine; copying a selection still works there.
    return copySelection(text) ? succeed(undefined) : fail({ code: 'copy_refused' });
  }
}

function copySelection(text: string): boolean {
  const field = document.createElement('textarea');
  const focused = document.activeElement;
  field.value = text;
  field.readOnly = true;
  field.setAttribute('aria-hidden', 'true');
  // A modal dialog makes everything outside it inert, so the field is put where the focus is.
  const home = focused?.closest('dialog') ?? document.body;
  home.append(field);
  try {
    field.select();
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
