import { captureLimits } from './capture-limits.ts';
import type { CaptureFailure } from './keep-capture.ts';

const count = (number: number) => number.toLocaleString('en-GB');

/** Why nothing was captured, in a sentence. */
export function captureFailureText({ code }: CaptureFailure): string {
  switch (code) {
    case 'empty':
      return 'There is nothing to capture yet.';
    case 'too_long':
      return `A capture has ${count(captureLimits.characters)} characters at most. Shorten it, or unlock the vault first.`;
    case 'line_too_long':
      return `What is to become anything but a note has ${count(captureLimits.line)} characters at most. Shorten it, or unlock the vault first.`;
    case 'not_a_line':
      return 'This is to become one line with a day: take line breaks out, and name the day.';
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
export const noPinText = 'Unlock the vault once on this device. You can then capture here while it is locked.';
