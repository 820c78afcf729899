import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { hashWasmArgon2 } from '../../packages/vault-core/src/export/hash-wasm-argon2.ts';
import { exportKdbx } from '../../packages/vault-core/src/export/kdbx-export.ts';
import type { MeasuringTools } from '../../scripts/measuring-tools.ts';
import { entryCount, makeEntries } from './entries.ts';

/** The KeePass programs on the same entries: how long they take to open them, as a sentence, and kdbxweb's search in milliseconds. */
export type KeePassFigures = { readonly opening: string; readonly searchMs: number };

const password = 'kestrel over the north tower';

/** Exports the entries and opens the file with kdbxweb (derivation by hash-wasm) and with keepassxc-cli, where that is installed. */
export async function measureKeePass(tools: MeasuringTools): Promise<KeePassFigures> {
  const made = await exportKdbx(makeEntries(), password, 'bench', hashWasmArgon2);
  if (!made.ok) throw new Error(made.failure.code);
  const folder = mkdtempSync(join(tmpdir(), 'castellan-keepass-'));
  try {
    const file = join(folder, 'bench.kdbx');
    writeFileSync(file, made.value.bytes, { mode: 0o600 });
    const { openMs, searchMs } = await measureKdbxweb(tools, made.value.bytes);
    const program = best(() => timeKeepassxc(file));
    const programSays = Number.isFinite(program) ? `keepassxc-cli ${program.toFixed(0)} ms` : 'keepassxc-cli is not installed';
    return { opening: `kdbxweb ${openMs.toFixed(0)} ms, ${programSays}`, searchMs };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type KdbxEntry = { readonly fields: ReadonlyMap<string, unknown> };
type Kdbx = { readonly getDefaultGroup: () => { readonly allEntries: () => Iterable<KdbxEntry> } };

const made = <Value>() => z.custom<Value>((value) => typeof value === 'function');
const kdbxwebSchema = z.object({
  ProtectedValue: z.custom<{ readonly fromString: (text: string) => object }>((value) => typeof value === 'function'),
  Credentials: made<new (password: object) => object>(),
  Kdbx: z.custom<{ readonly load: (data: ArrayBuffer, opener: object) => Promise<Kdbx> }>((value) => typeof value === 'function'),
  CryptoEngine: z.object({ setArgon2Impl: made<(derive: (...given: readonly unknown[]) => Promise<ArrayBuffer>) => void>() }),
});
const requestSchema = z.tuple([z.instanceof(ArrayBuffer), z.instanceof(ArrayBuffer), z.number(), z.number(), z.number(), z.number()]);

/** kdbxweb by itself, with hash-wasm for the derivation, which it does not bring. */
async function measureKdbxweb(tools: MeasuringTools, bytes: Uint8Array): Promise<{ readonly openMs: number; readonly searchMs: number }> {
  const loaded = z.looseObject({ default: z.unknown() }).parse({ ...((await tools.load('kdbxweb')) as object) });
  const kdbxweb = kdbxwebSchema.parse({ ...(loaded.default as object) });
  kdbxweb.CryptoEngine.setArgon2Impl(async (...given) => {
    const [password, salt, memoryKib, passes, byteCount, lanes] = requestSchema.parse(given.slice(0, 6));
    const request = { password: new Uint8Array(password), salt: new Uint8Array(salt), memoryKib, passes, byteCount, lanes };
    return new Uint8Array(await hashWasmArgon2({ ...request, variant: 'argon2id' })).buffer;
  });
  let [openMs, searchMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 3; round += 1) {
    const begin = performance.now();
    const opener = new kdbxweb.Credentials(kdbxweb.ProtectedValue.fromString(password));
    const opened = await kdbxweb.Kdbx.load(new Uint8Array(bytes).buffer, opener);
    openMs = Math.min(openMs, performance.now() - begin);
    const entries = [...opened.getDefaultGroup().allEntries()];
    if (entries.length !== entryCount) throw new Error(`${entries.length} entries`);
    const searching = performance.now();
    entries.filter(({ fields }) => ['Title', 'UserName', 'URL'].some((name) => String(fields.get(name)).toLowerCase().includes('user77')));
    searchMs = Math.min(searchMs, performance.now() - searching);
  }
  return { openMs, searchMs };
}

/** Milliseconds of `keepassxc-cli search`, which opens the file each time; not a number where there is none. */
function timeKeepassxc(file: string): number {
  const begin = performance.now();
  const ran = spawnSync('keepassxc-cli', ['search', '-q', file, 'user77'], { input: `${password}\n`, timeout: 60_000 });
  return ran.status === 0 ? performance.now() - begin : Number.NaN;
}

function best(measure: () => number): number {
  return Math.min(measure(), measure(), measure());
}
