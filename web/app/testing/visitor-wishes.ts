// For the types of its session with the browser.
import type {} from '@vitest/browser-playwright';
import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

/** What the visitor's system says it wants. */
type Wanted = { readonly motion?: 'reduce' | 'no-preference'; readonly colours?: 'light' | 'dark'; readonly forcedColours?: 'active' };

/** Has the browser say so for the rest of the test. */
export async function wantOfSystem({ motion, colours, forcedColours }: Wanted): Promise<void> {
  const features = [
    { name: 'prefers-reduced-motion', value: motion ?? '' },
    { name: 'prefers-color-scheme', value: colours ?? '' },
    { name: 'forced-colors', value: forcedColours ?? '' },
  ];
  await emulate(features);
  onTestFinished(() => emulate([]));
}

/** Has the browser draw the page as it is printed, for the rest of the test. */
export async function printPage(): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  onTestFinished(() =>
    cdp()
      .send('Emulation.setEmulatedMedia', { media: '' })
      .then(() => undefined),
  );
}

async function emulate(features: readonly { readonly name: string; readonly value: string }[]): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', { features: [...features] });
}
