import { releaseAddresses } from '@castellan/release/release-addresses';

/** The part of the browser's container of workers that is looked at. */
export type WorkerContainer = {
  readonly controller: { readonly scriptURL: string } | null;
  readonly addEventListener: (type: 'controllerchange', listener: () => void) => void;
  readonly removeEventListener: (type: 'controllerchange', listener: () => void) => void;
};

/**
 * Tells when a worker that this site does not install stands between this page and the network, or one takes over while the page is
 * open: ours never takes over an open page. Returns the way to stop.
 */
export function watchWorker(workers: WorkerContainer, origin: string, tell: () => void): () => void {
  const { controller } = workers;
  if (controller !== null && controller.scriptURL !== origin + releaseAddresses.worker) tell();
  workers.addEventListener('controllerchange', tell);
  return () => workers.removeEventListener('controllerchange', tell);
}
