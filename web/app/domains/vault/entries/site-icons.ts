import { type Result, succeed } from '@castellan/foundation/result';
import type { VaultFailure } from '../contract/vault-failure.ts';
import { failureOfJob } from '../session/failure-of.ts';
import { readRowsOf } from '../session/read-rows.ts';
import type { VaultCore } from '../session/store-core.ts';
import { writeVault } from '../session/write-vault.ts';
import { iconHostOf } from './icon-host.ts';

/** An entry's icon as an address that a page may show; opened when it is asked for. */
export async function readEntryIcon(core: VaultCore, id: string): Promise<string | undefined> {
  const { run, opened, icons } = core;
  if (opened === undefined || opened.tier === 'none') return undefined;
  const known = icons.addressOf(id);
  if (known !== undefined) return known;
  const { stamp } = icons;
  const read = await askForIcon(core, id);
  if (core.isOver(run) || !read.ok || read.value === undefined) return undefined;
  if (stamp === icons.stamp) icons.keepAddress(id, read.value);
  return read.value;
}

/**
 * Sees to it that an entry has its site's icon: asks the server for it and seals it into the entry, where it has none. Each host
 * is asked about once while the vault is open, whatever came of it. What goes wrong is not told: a letter stands in its place. An
 * icon that is none stays until the owner has taken it away: it is a finding, not a gap.
 */
export async function keepSiteIcon(core: VaultCore, id: string): Promise<void> {
  const { icons, run } = core;
  const host = wantedHost(core, id);
  if (host === undefined || icons.underWay.has(id)) return;
  icons.underWay.add(id);
  try {
    // Another device may have kept one since the rows were read.
    const isRead = await core.inTurn(async () => !core.isOver(run) && (await readRowsOf(core, [id])));
    if (!isRead || core.isOver(run)) return;
    const present = await askForIcon(core, id);
    if (!present.ok || present.value !== undefined || core.isOver(run)) return;
    const icon = await fetchOnce(core, host);
    if (icon === undefined || core.isOver(run) || wantedHost(core, id) !== host) return;
    await writeVault(core, (client) => client.ask('prepareIcon', { id, host, icon }), failureOfJob);
  } finally {
    if (!core.isOver(run)) icons.underWay.delete(id);
  }
}

/** Gives every entry that has none its site's icon, one after the other, as after an import or once the owner wants icons. */
export async function keepAllIcons(core: VaultCore): Promise<void> {
  const { run } = core;
  for (const id of [...(core.opened?.listed.keys() ?? [])]) {
    if (core.isOver(run) || core.offline || !core.ports.wantsIcons() || core.icons.isOff) return;
    await keepSiteIcon(core, id);
  }
}

/** Takes an entry's icon away. The site is asked for another when the entry is next looked at. */
export async function dropEntryIcon(core: VaultCore, id: string): Promise<Result<undefined, VaultFailure>> {
  const written = await writeVault(core, (client) => client.ask('prepareIconRemoval', { id }), failureOfJob);
  return written.ok ? succeed(undefined) : written;
}

/** Asks the Worker for an icon; one that is none is put among the findings. */
async function askForIcon(core: VaultCore, id: string) {
  const { run } = core;
  const read = await core.client.ask('readIcon', { id });
  if (!read.ok && read.failure.code === 'icon_unreadable' && !core.isOver(run)) nameBrokenIcon(core, id);
  return read;
}

function nameBrokenIcon(core: VaultCore, id: string): void {
  const rows = core.opened?.rows;
  if (core.opened === undefined || rows === undefined) return;
  if (rows.findings.some((finding) => finding.code === 'icon_unreadable' && finding.id === id)) return;
  core.opened.rows = { ...rows, findings: [{ code: 'icon_unreadable', id }, ...rows.findings] };
  core.relist();
  core.publish();
}

/** The host whose icon the entry should have and lacks, as far as is known without asking. */
function wantedHost(core: VaultCore, id: string): string | undefined {
  const { opened, known, offline, icons } = core;
  if (!core.ports.wantsIcons() || icons.isOff || offline || known?.kind !== 'present') return undefined;
  if (opened === undefined || opened.tier === 'none') return undefined;
  const details = opened.listed.get(id)?.details;
  return details === undefined || details.trashedAt !== null ? undefined : iconHostOf(details.url);
}

function fetchOnce(core: VaultCore, host: string): Promise<Uint8Array | undefined> {
  const { fetched } = core.icons;
  const known = fetched.get(host);
  if (known !== undefined) return known;
  const [oldest] = fetched.size >= maxHosts ? fetched.keys() : [];
  if (oldest !== undefined) fetched.delete(oldest);
  const asked = fetchIcon(core, host);
  fetched.set(host, asked);
  return asked;
}

/** Hosts whose answer is remembered, 32 KiB each at most. */
const maxHosts = 200;

async function fetchIcon(core: VaultCore, host: string): Promise<Uint8Array | undefined> {
  const { run } = core;
  const answer = await core.ports.backend.siteIcon(host);
  if (core.isOver(run) || !answer.ok) return undefined;
  if (answer.value.outcome === 'off') core.icons.isOff = true;
  return answer.value.outcome === 'icon' ? Uint8Array.from(atob(answer.value.data), (letter) => letter.charCodeAt(0)) : undefined;
}
