import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { addListLine, type ListLine } from './list-line.ts';
import { camelCase, declarationOf } from './names.ts';
import { type Files, folderOf, pageFiles } from './page-files.ts';
import type { NewTool, NewToolFailure } from './parse-new-tool.ts';
import { nextMigration, type RecordTool, recordFiles } from './record-files.ts';
import { serverFiles } from './server-files.ts';
import { workerFiles } from './worker-files.ts';

/** What a new tool writes: whole texts of new files and of the lists that get one more line. */
export type NewToolPlan = {
  /** By their paths from the repository's root on. */
  readonly created: Files;
  readonly changed: Files;
  /** What is left to the person, in sentences. */
  readonly remaining: readonly string[];
};

/** Plans everything and writes nothing. Fails where the tool exists already or a list is not where it was. */
export function planNewTool(root: string, tool: NewTool, now: Date): Result<NewToolPlan, NewToolFailure> {
  if (existsSync(join(root, folderOf(tool))))
    return fail({ code: 'tool_exists', message: `There is a tool ${tool.id} already: ${folderOf(tool)}` });
  const changed: Record<string, string> = {};
  for (const line of listLines(tool)) {
    const after = addListLine(readFileSync(join(root, line.path), 'utf8'), line);
    if (after === undefined)
      return fail({ code: 'list_not_found', message: `The list ${line.list} is not in ${line.path} any more. Nothing was written.` });
    changed[line.path] = after;
  }
  const migrations = readdirSync(join(root, 'supabase', 'migrations'));
  const created = {
    ...pageFiles(tool),
    ...(tool.worker ? workerFiles(tool) : {}),
    ...(tool.server ? serverFiles(tool) : {}),
    ...(keepsRecords(tool) ? recordFiles(tool, nextMigration(migrations, tool.collection.name, now)) : {}),
  };
  return succeed({ created, changed, remaining: remainingSteps(tool) });
}

/** Writes a plan. Answers with the paths that were written, the lists last. */
export function writeNewTool(root: string, { created, changed }: NewToolPlan): readonly string[] {
  const written = { ...created, ...changed };
  for (const [path, text] of Object.entries(written)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return Object.keys(written);
}

function keepsRecords(tool: NewTool): tool is RecordTool {
  return tool.collection !== undefined;
}

/** The lists that know of the tool: nothing else outside its own folder does. */
function listLines(tool: NewTool): readonly ListLine[] {
  const name = camelCase(tool.id);
  const registry = {
    path: 'tools/registry.ts',
    list: 'tools',
    importLine: `import { ${name} } from './${tool.id}/manifest.ts';`,
    entry: name,
  };
  const half = {
    path: 'server/features/server-halves.ts',
    list: 'serverHalves',
    importLine: `import { ${name}Half } from '../../tools/${tool.id}/server/${tool.id}-half.ts';`,
    entry: `${name}Half`,
  };
  return [registry, ...(tool.server ? [half] : []), ...(keepsRecords(tool) ? [collectionLine(tool)] : [])];
}

function collectionLine(tool: RecordTool): ListLine {
  const { file, name } = declarationOf(tool.collection);
  return {
    path: 'web/app/domains/collections.ts',
    list: 'collections',
    importLine: `import { ${name} } from '../../../tools/${tool.id}/page/${file}';`,
    entry: name,
  };
}

function remainingSteps(tool: NewTool): readonly string[] {
  const folder = folderOf(tool);
  return [
    `say in ${folder}/manifest.ts what the tool is for: its summary is shown on cards, in the palette and to search engines`,
    `replace ${folder}/knowledge/measure-text.ts and page/text-panel.tsx by what the tool does`,
    ...(tool.worker ? [`name the jobs in ${folder}/page/${tool.id}-jobs.ts and do them in job-handlers.ts`] : []),
    ...(tool.server ? [`do the server's work in ${folder}/server/${tool.id}-function.ts, with the ports that the half names`] : []),
    ...(tool.collection === undefined
      ? []
      : [`give the records their fields: in record-row.ts, and in the ${tool.collection.sealed ? 'frozen row' : 'migration'}`]),
    `check it: npm run check -- --tool ${tool.id}`,
  ];
}
