import type { CaptureLine } from '../../../../tools/tool-live.ts';
import type { ToastMessage } from '../../ui/toast/toast-store.ts';

/** What is said once a typed line is a record. Of a sealed one not its title: a toast outlives a lock. */
export function captureToast({ of }: Pick<CaptureLine, 'of'>, title: string): ToastMessage {
  return { title: of.sealed ? `Added to ${of.title}` : `Added: ${title}` };
}
