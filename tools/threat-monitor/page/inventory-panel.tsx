import { type FormEvent, useState } from 'react';
import { GhostButton, QuietButton } from '../../../web/app/ui/button.tsx';
import { FileField } from '../../../web/app/ui/fields/file-field.tsx';
import { TextArea } from '../../../web/app/ui/fields/text-area.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { Waiting } from '../../../web/app/ui/spinner.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { useNow } from '../../../web/app/ui/use-now.ts';
import { parseInventory, writePackages } from '../knowledge/inventory.ts';
import { countPackages, type InventoryRow } from './inventories.ts';
import type { Look } from './threat-answers.ts';
import type { InventoryInHand } from './use-inventory.ts';
import { ageWords, counted } from './words.ts';

const maxFileBytes = 20 * 1024 * 1024;
const maxPackagesText = 1_000_000;

/** What the owner runs: packages of files, and products to watch. */
export function InventoryPanel({ inHand, look }: { readonly inHand: InventoryInHand; readonly look: Look | undefined }) {
  const { hand, tell } = inHand;
  const { status, rows } = hand.state;
  return (
    <Panel title="Your inventory" aside={<span className="font-mono text-sm text-muted">{rows.length}</span>}>
      {status === 'loading' ? <Waiting label="Loading your inventory" className="min-h-24 text-xl" /> : null}
      {status === 'failed' ? (
        <p role="status" className="mb-4">
          <StatusMark kind="warning">
            Your inventory cannot be shown: the server does not answer, and this browser has no copy yet.
          </StatusMark>
        </p>
      ) : null}
      <ul className="mb-5 empty:hidden">
        {rows.map((row) => (
          <InventoryItem key={row.id} row={row} look={look} onDelete={() => void tell(hand.remove(row.id), 'Inventory deleted')} />
        ))}
      </ul>
      <div className="grid gap-8 md:grid-cols-2">
        <FileForm inHand={inHand} />
        <ProductForm inHand={inHand} />
      </div>
    </Panel>
  );
}

function InventoryItem({
  row,
  look,
  onDelete,
}: {
  readonly row: InventoryRow;
  readonly look: Look | undefined;
  readonly onDelete: () => void;
}) {
  const nowMs = useNow(60_000);
  const known = look?.inventories.find(({ id }) => id === row.id);
  const osv = look?.sources.find(({ id }) => id === 'osv');
  const checked =
    known?.checkedAt == null
      ? osv?.isOff === true
        ? 'not checked: OSV is switched off'
        : 'not checked yet'
      : `${known.vulnerable === 0 ? 'none vulnerable' : `${known.vulnerable} vulnerable`}, checked ${ageWords(nowMs - Date.parse(known.checkedAt))} ago`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 border-t border-hairline py-1.5">
      <span className="min-w-40 flex-1">
        <span className="font-semibold wrap-anywhere">{row.name}</span>
        <span className="block text-sm text-muted">
          {row.kind === 'product'
            ? 'Product, watched in CISA’s catalogue'
            : `${row.format}: ${counted(countPackages(row), 'package')}; ${checked}`}
        </span>
      </span>
      <QuietButton aria-label={`Delete “${row.name}”`} onClick={onDelete}>
        Delete
      </QuietButton>
    </li>
  );
}

/** A lockfile or an SBOM, chosen or pasted. It is read here; names and versions are kept, the file is not. */
function FileForm({ inHand: { hand, tell } }: { readonly inHand: InventoryInHand }) {
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  const [fault, setFault] = useState('');
  const take = async (file: File | undefined) => {
    setFault('');
    if (file === undefined) return;
    if (file.size > maxFileBytes) {
      setFault('The file is larger than 20 MB.');
      return;
    }
    setText(await file.text());
    setName((before) => (before === '' ? file.name.slice(0, 120) : before));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const read = parseInventory(text);
    if (!read.ok) return setFault(read.failure.message);
    const packages = writePackages(read.value.packages);
    if (packages === '') return setFault('It names no package with a version that OSV could know.');
    if (packages.length > maxPackagesText) return setFault('An inventory has at most 1,000,000 characters of names and versions.');
    const kept = await tell(
      hand.add({ name: name.trim() || read.value.format, kind: 'packages', format: read.value.format, packages }).kept,
      `${counted(read.value.packages.length, 'package')} added`,
    );
    if (!kept) return;
    setFault('');
    setText('');
    setName('');
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="grid content-start gap-3">
      <h3 className="font-semibold">Packages</h3>
      <p className="text-sm text-muted">
        package-lock.json, or an SBOM as CycloneDX or SPDX JSON. Names and versions are kept and sent to OSV; the file is not.
      </p>
      <FileField label="File" accept=".json,application/json" onChoose={(file) => void take(file)} />
      <TextArea label="Or paste it" rows={3} spellCheck={false} value={text} onValue={setText} />
      <TextField label="Name" autoComplete="off" maxLength={120} value={name} onValue={setName} />
      <div role="status" className="empty:hidden">
        {fault === '' ? null : <StatusMark kind="failure">{fault}</StatusMark>}
      </div>
      <div>
        <GhostButton type="submit" disabled={text.trim() === ''}>
          Add packages
        </GhostButton>
      </div>
    </form>
  );
}

/** A product whose name is looked for in CISA's catalogue. */
function ProductForm({ inHand: { hand, tell } }: { readonly inHand: InventoryInHand }) {
  const [name, setName] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    if (await tell(hand.add({ name: name.trim(), kind: 'product' }).kept, 'Product watched')) setName('');
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="grid content-start gap-3">
      <h3 className="font-semibold">Product</h3>
      <p className="text-sm text-muted">
        Vendor and product as CISA writes them, such as Fortinet FortiOS. All words must stand in the entry; versions are not compared.
      </p>
      <TextField label="Product to watch" autoComplete="off" maxLength={120} value={name} onValue={setName} />
      <div>
        <GhostButton type="submit" disabled={name.trim() === ''}>
          Watch
        </GhostButton>
      </div>
    </form>
  );
}
