import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findTypeFaults } from '../../tests/support/copy/type-faults.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-types-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);

test('a wrong type in a file or in one that imports it is found, and what is not asked about is passed over', () => {
  const options = { noEmit: true, strict: true, types: [], module: 'NodeNext', allowImportingTsExtensions: true, skipLibCheck: true };
  writeFileSync(at('tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }));
  writeFileSync(at('list.ts'), 'export const list = [1, 2] as const;\n');
  writeFileSync(at('own.ts'), 'export const own: string = 5;\n');
  writeFileSync(at('importer.ts'), "import { list } from './list.ts';\nexport const first: string = list[0];\n");
  writeFileSync(at('other.ts'), 'export const other: string = 7;\n');
  const { checked, faults } = findTypeFaults(at('tsconfig.json'), [at('list.ts'), at('own.ts')]);
  expect(checked).toBe(3);
  expect(faults).toHaveLength(2);
  expect(faults.map((fault) => /(\w+)\.ts\(/.exec(fault)?.[1]).sort()).toEqual(['importer', 'own']);
  expect(findTypeFaults(at('tsconfig.json'), [at('absent.ts')])).toEqual({ checked: 0, faults: [] });
});
