import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

const path = join(import.meta.dirname, '..', 'docs', 'benchmarks.md');

/** Puts a table between its marks in docs/benchmarks.md, with the machine, the day and the command. */
export function writeTable(mark: string, command: string, table: string): void {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ${process.platform} ${process.arch}, Node ${process.version}`;
  const day = new Date().toISOString().slice(0, 10);
  const marked = new RegExp(`<!-- ${mark} -->[\\s\\S]*<!-- /${mark} -->`);
  const text = `<!-- ${mark} -->\nMachine: ${machine}. Measured on ${day} with \`${command}\`; the load came from the same machine.\n\n${table}\n<!-- /${mark} -->`;
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(marked, () => text),
  );
}
