import type { FileReading } from '../../../../../web/app/domains/exchange/import-dialog.tsx';
import { serveFileReader } from '../../../../../web/app/domains/exchange/reading/serve-file-reader.ts';
import { loadFindDate } from '../../../../../web/app/domains/tasks/find-date.ts';
import { type GivenTaskFile, readTaskFile } from './read-task-file.ts';

serveFileReader<GivenTaskFile, FileReading>(async ({ file, name, rows, now }) => {
  const found = readTaskFile(new Uint8Array(await file.arrayBuffer()), rows, { now, findDate: await loadFindDate() });
  if (found === undefined) return { fault: `${name} is not a file that tasks can be read from.` };
  if ('fault' in found) return found;
  return { form: `${found.format.label}, ${found.encoding.toUpperCase()}`, plan: found.plan };
});
