import { readSiteIcon } from '@castellan/foundation/raster-picture';
import { fail, succeed } from '@castellan/foundation/result';
import { keepIcon, readIcon as openEntryIcon } from '@castellan/vault-core/entries/entry-icon';
import { listedEntry } from '@castellan/vault-core/entries/read-entry';
import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import type { VaultPorts } from '@castellan/vault-core/ports';
import type { JobInput, JobResult } from '../contract/vault-work.ts';
import { iconHostOf } from '../entries/icon-host.ts';
import { hold, type WorkerState } from './worker-state.ts';

/**
 * Opens an entry's icon for the page. Its type is read off its bytes, so that nothing but a still picture is ever shown. One that
 * does not open, or is no picture, was not sealed here for this entry: that is remembered as a finding.
 */
export async function readIcon(ports: VaultPorts, state: WorkerState, vault: OpenVault, id: string): Promise<JobResult<'readIcon'>> {
  const row = state.rows.get(id);
  if (row === undefined) return fail({ code: 'missing' });
  const opened = await openEntryIcon(ports, vault, row);
  if (opened.ok && opened.value === undefined) return succeed(undefined);
  const picture = opened.ok && opened.value !== undefined ? readSiteIcon(opened.value) : undefined;
  if (!opened.ok || opened.value === undefined || picture === undefined) {
    // Another row may have come meanwhile.
    if (state.rows.get(id) === row) state.brokenIcons.add(id);
    return fail({ code: 'icon_unreadable' });
  }
  let letters = '';
  for (const byte of opened.value) letters += String.fromCharCode(byte);
  return succeed(`data:${picture.type};base64,${btoa(letters)}`);
}

/** Takes an entry's icon away, when the owner confirms it. */
export async function prepareIconRemoval(
  ports: VaultPorts,
  state: WorkerState,
  vault: OpenVault,
  { id }: JobInput<'prepareIconRemoval'>,
): Promise<JobResult<'prepareIconRemoval'>> {
  const row = state.rows.get(id);
  if (row === undefined) return fail({ code: 'missing' });
  const commit = await keepIcon(ports, vault, row, null, { verified: state.verified });
  return commit.ok ? succeed(hold(state, commit.value)) : commit;
}

const minSealedBytes = 2048;

/**
 * The icon with zeros behind it, which every decoder of pictures passes over, up to one of five lengths: by the exact length of
 * what is sealed, a thief of the database could tell which site's icon it is.
 */
function ofCommonLength(icon: Uint8Array): Uint8Array {
  let length = minSealedBytes;
  while (length < icon.byteLength) length *= 2;
  const padded = new Uint8Array(length);
  padded.set(icon);
  return padded;
}

/** Seals what the page brought, if it is an icon, and of the host that the entry leads to now. */
export async function prepareIcon(
  ports: VaultPorts,
  state: WorkerState,
  vault: OpenVault,
  { id, host, icon }: JobInput<'prepareIcon'>,
): Promise<JobResult<'prepareIcon'>> {
  const row = state.rows.get(id);
  const details = listedEntry(vault, id)?.details;
  if (row === undefined || details === undefined || iconHostOf(details.url) !== host) return succeed(undefined);
  if (readSiteIcon(icon) === undefined) return succeed(undefined);
  const present = await readIcon(ports, state, vault, id);
  if (!present.ok || present.value !== undefined) return succeed(undefined);
  const commit = await keepIcon(ports, vault, row, ofCommonLength(icon), { verified: state.verified });
  return commit.ok ? succeed(hold(state, commit.value)) : commit;
}
