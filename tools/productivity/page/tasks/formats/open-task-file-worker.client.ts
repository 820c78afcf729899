import type { FileReading } from '../../../../../web/app/domains/exchange/import-dialog.tsx';
import { openFileReader } from '../../../../../web/app/domains/exchange/reading/open-file-reader.client.ts';
import type { Task } from '../../../../../web/app/domains/tasks/task.ts';
import workerAddress from './task-file.worker.ts?worker&url';

/** A file, and the tasks that it is compared with. */
export type GivenTaskFile = { readonly file: Blob; readonly name: string; readonly rows: readonly Task[]; readonly now: Date };

/** What was found in it. */
export type FoundTasks = FileReading;

/** Starts a Worker that reads one file of tasks. */
export const openTaskFileWorker = () => openFileReader<GivenTaskFile, FoundTasks>(workerAddress);
