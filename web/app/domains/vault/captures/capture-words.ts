import { captureLimits } from './captured-note.ts';
import type { CaptureFailure } from './keep-capture.ts';

const count = (number: number) => number.toLocaleString('en-GB');

/** Why nothing was captured, in a sentence. */
export function captureFailureText({ code }: CaptureFailure): string {
  switch (code) {
    case 'empty':
      return 'There is nothing to capture yet.';
    case 'too_long':
      return `A capture has ${count(captureLimits.characters)} characters at most. Shorten it, or unlock the vault and write a note.`;
    case 'full':
      return `${count(captureLimits.waiting)} texts wait on this device already. Unlock the vault to take them in.`;
    case 'no_pin':
      return noPinText;
    case 'other_key':
      return 'The key on this device is not the one that the vault vouched for when it was last open, so nothing is sealed to it. Unlock the vault to get a new one.';
    case 'not_kept':
      return 'This browser could not keep it, so nothing was captured.';
  }
}

/** Where a device has no key to seal to. */
export const noPinText = 'Unlock the vault once on this device. Notes can then be captured here while it is locked.';
