import '../../../../../web/app/zod-without-eval.client.ts';
import { serveFileReader } from '../../../../../web/app/domains/exchange/reading/serve-file-reader.ts';
import { loadFindDate } from '../../../../../web/app/domains/tasks/find-date.ts';
import type { FoundTasks, GivenTaskFile } from './open-task-file-worker.client.ts';
import { readTaskFile } from './read-task-file.ts';

serveFileReader<GivenTaskFile, FoundTasks>(async ({ file, name, rows, now }) => {
  const found = readTaskFile(new Uint8Array(await file.arrayBuffer()), rows, { now, findDate: await loadFindDate() });
  if (found === undefined) return { fault: `${name} is not a file that tasks can be read from.` };
  if ('fault' in found) return found;
  return { form: `${found.format.label}, ${found.encoding.toUpperCase()}`, plan: found.plan };
});
