/** `npm run new-tool -- ID "Title" AUDIENCE [options]`: writes a new tool's files and its line in each list concerned. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseNewTool } from './new-tool/parse-new-tool.ts';
import { planNewTool, writeNewTool } from './new-tool/write-new-tool.ts';

const root = join(import.meta.dirname, '..');
const parsed = parseNewTool(process.argv.slice(2));
const planned = parsed.ok ? planNewTool(root, parsed.value, new Date()) : parsed;
if (planned.ok) {
  const written = writeNewTool(root, planned.value);
  // Which import comes first depends on the tool's name: the formatter knows.
  spawnSync(join(root, 'node_modules', '.bin', 'biome'), ['check', '--write', ...written], {
    cwd: root,
    shell: process.platform === 'win32',
  });
  console.log(`Written:\n${written.map((path) => `  ${path}`).join('\n')}`);
  console.log(`\nLeft to do:\n${planned.value.remaining.map((step) => `  - ${step}`).join('\n')}`);
} else {
  console.error(planned.failure.message);
  process.exitCode = 1;
}
