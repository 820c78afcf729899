import { releaseAddresses } from '@castellan/release/release-addresses';
import * as z from 'zod/mini';
import { trustedAddress } from '../../lib/workers/open-worker.ts';
import { dropReleases, type ReleaseState, readReleaseState } from './release-state.ts';

/** What became of keeping a release on this device. `no-release`: the site has none to take. `refused`: the browser, or the release. `forgotten`: by the owner's word. */
export type Kept =
  | { readonly outcome: 'kept'; readonly state: ReleaseState }
  | { readonly outcome: 'unavailable' | 'no-release' | 'refused' | 'forgotten' };

const answerSchema = z.object({ kept: z.boolean() });

/** Whether this page can have a service worker: over https or on this machine, and not while developing. */
function canKeep(): boolean {
  return !import.meta.env.DEV && window.isSecureContext && 'serviceWorker' in navigator;
}

/**
 * Has this device keep the release that the site offers now. To be called with a full session: that is the moment of first trust.
 * Where the site has no release nothing is installed.
 */
export async function keepRelease(): Promise<Kept> {
  if (!canKeep()) return { outcome: 'unavailable' };
  try {
    const state = await readReleaseState(caches);
    if (state !== undefined && (await navigator.serviceWorker.getRegistration('/')) !== undefined) return { outcome: 'kept', state };
    const offered = await fetch(releaseAddresses.release, { method: 'HEAD', cache: 'no-store' });
    if (!offered.ok) return { outcome: 'no-release' };
    const wanted = trustedAddress(releaseAddresses.worker);
    await navigator.serviceWorker.register(wanted, { scope: '/', updateViaCache: 'none' });
    return await lookForRelease();
  } catch {
    return { outcome: 'refused' };
  }
}

/** How long a page waits for the worker's answer, in milliseconds: longer than a look may take. */
const answerMs = 6 * 60 * 1000;

/**
 * Has the worker look for a release now. `agreed`: the hash of the one that the owner compared, which is taken if it is still offered.
 * Where no answer comes, because the browser ended the worker, what is kept stays, and is told of as it is.
 */
export async function lookForRelease(agreed?: string): Promise<Kept> {
  const ended = new Promise<undefined>((resolve) => setTimeout(resolve, answerMs, undefined));
  const answer = answerSchema.safeParse(await Promise.race([askWorker(agreed), ended]));
  const state = await readReleaseState(caches);
  if (state !== undefined) return { outcome: 'kept', state };
  if (answer.success && !answer.data.kept) await forgetReleases();
  return { outcome: 'refused' };
}

async function askWorker(agreed: string | undefined): Promise<unknown> {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<unknown>((resolve) => {
    port1.onmessage = ({ data }) => {
      port1.close();
      resolve(data);
    };
  });
  active?.postMessage(agreed === undefined ? {} : { agreed }, [port2]);
  return answered;
}

/** Removes the worker, the releases and what this device held on to. Signing out does not: it is no secret, and says what to trust. */
export async function forgetReleases(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((one) => one.unregister()));
  await dropReleases(caches);
}
