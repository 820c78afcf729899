import { type FormEvent, useState } from 'react';
import { GhostButton, QuietButton } from '../../../web/app/ui/button.tsx';
import { FileField } from '../../../web/app/ui/fields/file-field.tsx';
import { TextArea } from '../../../web/app/ui/fields/text-area.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { Waiting } from '../../../web/app/ui/spinner.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { useNow } from '../../../web/app/ui/use-now.ts';
import { ageWords, counted } from '../knowledge/counted.ts';
import { countPackages, type InventoryRow } from './inventories.ts';
import { LeftOutList } from './left-out-list.tsx';
import type { Look } from './threat-answers.ts';
import type { InventoryInHand } from './use-inventory.ts';
import { useInventoryReader } from './use-inventory-reader.ts';

/** What the owner runs: packages of files, and products to watch. */
export function InventoryPanel({ inHand, look }: { readonly inHand: InventoryInHand; readonly look: Look | undefined }) {
  const { hand, tell } = inHand;
  const { status, rows } = hand.state;
  return (
    <Panel title="Inventory" aside={<span className="font-mono text-sm text-muted">{rows.length}</span>}>
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
        ? 'not checked, OSV is switched off'
        : 'not checked yet'
      : `${known.vulnerable.toLocaleString('en')} vulnerable, checked ${ageWords(nowMs - Date.parse(known.checkedAt))} ago`;
  const packages = countPackages(row);
  return (
    <li className="flex flex-wrap items-center gap-x-4 border-t border-hairline py-1.5">
      <span className="min-w-40 flex-1">
        <span className="font-semibold wrap-anywhere">{row.name}</span>
        <span className="block text-sm text-muted">
          {row.kind === 'product'
            ? 'Product, compared with CISA KEV by name'
            : `${row.format}: ${counted(packages, 'package')}${packages === 0 ? '' : `, ${checked}`}`}
        </span>
        {row.kind === 'packages' && row.left_out === null ? (
          <span className="block text-sm text-muted">
            Added before unsupported components were counted. Add the file again to see them.
          </span>
        ) : null}
      </span>
      <QuietButton aria-label={`Delete “${row.name}”`} onClick={onDelete}>
        Delete
      </QuietButton>
      <LeftOutList name={row.name} text={row.left_out ?? ''} />
    </li>
  );
}

/** A lock file or an SBOM, chosen or pasted. It is read here, in a Worker; names and versions are kept, the file is not. */
function FileForm({ inHand: { hand, tell } }: { readonly inHand: InventoryInHand }) {
  const [file, setFile] = useState<File>();
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  const [fault, setFault] = useState('');
  const { isReading, read, stop } = useInventoryReader();
  const choose = (chosen: File | undefined) => {
    setFault('');
    setFile(chosen);
    if (chosen !== undefined) setName((before) => (before === '' ? chosen.name.slice(0, 120) : before));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFault('');
    const answer = await read(file ?? text);
    if (!answer.ok) return setFault(answer.failure.message);
    const { format, packages, packageCount, leftOut, leftOutCount } = answer.value;
    const rest = leftOutCount === 0 ? '' : `, ${counted(leftOutCount, 'component')} not looked up`;
    const row = { name: name.trim() || format, kind: 'packages' as const, format, packages, left_out: leftOut };
    if (!(await tell(hand.add(row).kept, `${counted(packageCount, 'package')} added${rest}`))) return;
    setFile(undefined);
    setText('');
    setName('');
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="grid content-start gap-3">
      <h3 className="font-semibold">Packages</h3>
      <p className="text-sm text-muted">
        A lock file of npm, pnpm, Yarn, pip, Pipenv, Poetry, uv, Go or Cargo, or an SBOM as CycloneDX or SPDX 2. Names and versions are kept
        and sent to OSV; the file is not.
      </p>
      <FileField label="File" onChoose={choose} disabled={isReading} />
      {file === undefined ? (
        <TextArea label="Or paste it" rows={3} spellCheck={false} value={text} onValue={setText} />
      ) : (
        <p className="text-sm text-muted wrap-anywhere">{`${file.name}, ${Math.ceil(file.size / 1024).toLocaleString('en')} KB`}</p>
      )}
      <TextField label="Name" autoComplete="off" maxLength={120} value={name} onValue={setName} />
      <div role="status" className="empty:hidden">
        {fault === '' ? null : <StatusMark kind="failure">{fault}</StatusMark>}
      </div>
      <div className="flex flex-wrap gap-2">
        <GhostButton type="submit" busy={isReading} disabled={file === undefined && text.trim() === ''}>
          Add packages
        </GhostButton>
        {isReading ? <QuietButton onClick={stop}>Stop reading</QuietButton> : null}
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
        Vendor and product as in CISA KEV, such as Fortinet FortiOS. All words must occur in the entry; versions are not compared.
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
