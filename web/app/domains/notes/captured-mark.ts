import type { CapturedNote } from '../vault/contract/vault-drafts.ts';

const moments = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });

/** Where and when a text was captured, in words: on this device's clock, where the device was when it was kept. */
export function capturedText({ keptAtMs, device }: Pick<CapturedNote, 'keptAtMs' | 'device'>): string {
  return `Captured while locked, ${device}, ${moments.format(keptAtMs)}`;
}

/** What a note keeps of a text that it took in: the capture's id, and its label after a space. */
export function markOf(capture: Pick<CapturedNote, 'id' | 'keptAtMs' | 'device'>): string {
  return `${capture.id} ${capturedText(capture)}`;
}

/** The capture that a mark is of. */
export function capturedId(mark: string): string {
  return mark.split(' ', 1)[0] ?? '';
}
