import { fail, type Result, succeed } from '@castellan/foundation/result';

/**
 * Empties the clipboard. With `expected`, only where it still holds that text, as far as the browser lets the page look; where
 * it does not, the clipboard is emptied all the same. `copy_refused` where the page may not write now, as while it is hidden.
 */
export async function clearClipboard(
  expected: string | undefined,
): Promise<Result<'cleared' | 'other', { readonly code: 'copy_refused' }>> {
  try {
    // Reading without the permission would put a question to the owner in the middle of something else.
    if (expected !== undefined && (await mayRead()) && (await navigator.clipboard.readText()) !== expected) return succeed('other');
  } catch {
    // Not every browser knows this permission, and none lets a hidden page read.
  }
  try {
    await navigator.clipboard.writeText('');
    return succeed('cleared');
  } catch {
    return fail({ code: 'copy_refused' });
  }
}

async function mayRead(): Promise<boolean> {
  // TypeScript's list of permissions lacks this one of the Clipboard API.
  const { state } = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName });
  return state === 'granted';
}
